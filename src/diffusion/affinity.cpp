// A = Q^-½ G Q^-½, by scaling what goes into the kernel and what comes out of it.

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "codimap/kernel.hpp"

namespace codimap {
namespace {

/// diag(row_factor)·matrix, in place.
void scale_rows(Matrix<double>& matrix, std::span<const double> row_factor, const Execution& run) {
  parallel_for(run, matrix.rows(), 512, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (double& value : matrix.row(i)) value *= row_factor[i];
  });
}

void scale_rows(SparseRows& matrix, std::span<const double> row_factor, const Execution& run) {
  parallel_for(run, matrix.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) matrix.values[e] *= row_factor[i];
  });
}

/// matrix·diag(column_factor), in place.
void scale_columns(Matrix<double>& matrix, std::span<const double> column_factor) {
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) matrix(i, j) *= column_factor[j];
}

void scale_columns(SparseRows& matrix, std::span<const double> column_factor) {
  for (std::size_t e = 0; e < matrix.values.size(); ++e) matrix.values[e] *= column_factor[matrix.columns[e]];
}

}  // namespace

DiffusionAffinity::DiffusionAffinity(const Kernel& kernel) : kernel_(kernel) {
  const std::span<const double> degree = kernel.degree();
  inverse_root_degree_.assign(degree.begin(), degree.end());
  for (double& value : inverse_root_degree_) value = 1 / std::sqrt(value);
}

Matrix<double> DiffusionAffinity::multiply(MatrixView<double> block, const Execution& run) const {
  const Index width = block.cols();
  auto result = Matrix<double>::for_overwrite(block.rows(), width);
  const auto keep = [&](Index begin, Index end, const double* rows) {
    std::copy_n(rows, (end - begin) * width, result.row(begin).data());
  };
  multiply_rows(block, keep, run);
  return result;
}

void DiffusionAffinity::multiply_rows(MatrixView<double> block, const Kernel::RowConsumer& consume,
                                      const Execution& run) const {
  const Index width = block.cols();
  const auto scale = [&](Index begin, Index end, double* rows) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c) rows[(i - begin) * width + c] *= inverse_root_degree_[i];
    consume(begin, end, rows);
  };
  kernel_.multiply_rows(block, inverse_root_degree_, scale, run);
}

DenseOrSparse DiffusionAffinity::multiply_sparse(SparseRows block, const Execution& run) const {
  scale_rows(block, inverse_root_degree_, run);
  DenseOrSparse result = kernel_.multiply_sparse(block, run);
  std::visit([&](auto& rows) { scale_rows(rows, inverse_root_degree_, run); }, result);
  return result;
}

DenseOrSparse DiffusionAffinity::power_columns(std::span<const Index> selected, Index t, const Execution& run) const {
  std::vector<double> of_selected;
  for (const Index centroid : selected) of_selected.push_back(inverse_root_degree_[centroid]);
  DenseOrSparse power = kernel_.columns(selected, run);
  std::visit(
      [&](auto& columns) {
        scale_rows(columns, inverse_root_degree_, run);
        scale_columns(columns, of_selected);
      },
      power);
  for (Index step = 1; step < t; ++step) {
    if (auto* full = std::get_if<Matrix<double>>(&power))
      power = multiply(*full, run);
    else
      power = multiply_sparse(std::get<SparseRows>(std::move(power)), run);
  }
  return power;
}

}  // namespace codimap
