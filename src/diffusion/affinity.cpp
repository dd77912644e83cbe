// A = Q^-½ G Q^-½, by scaling what goes into the kernel and what comes out of it.

#include <algorithm>
#include <cmath>

#include "codimap/kernel.hpp"

namespace codimap {
namespace {

void scale_rows(Matrix<double>& matrix, const std::vector<double>& factor) {
  for (Index i = 0; i < matrix.rows(); ++i)
    for (double& value : matrix.row(i)) value *= factor[i];
}

}  // namespace

DiffusionAffinity::DiffusionAffinity(const Kernel& kernel) : kernel_(kernel) {
  for (const double degree : kernel.degree()) inverse_root_degree_.push_back(1 / std::sqrt(degree));
}

Matrix<double> DiffusionAffinity::multiply(MatrixView<double> block, const Execution& run) const {
  Matrix<double> scaled(block.rows(), block.cols());
  std::copy_n(block.data(), block.size(), scaled.data());
  scale_rows(scaled, inverse_root_degree_);
  Matrix<double> result = kernel_.multiply(scaled, run);
  scale_rows(result, inverse_root_degree_);
  return result;
}

Matrix<double> DiffusionAffinity::power_columns(std::span<const Index> selected, Index t, const Execution& run) const {
  Matrix<double> columns = kernel_.columns(selected, run);
  scale_rows(columns, inverse_root_degree_);
  for (Index i = 0; i < columns.rows(); ++i)
    for (Index j = 0; j < columns.cols(); ++j) columns(i, j) *= inverse_root_degree_[selected[j]];
  for (Index step = 1; step < t; ++step) columns = multiply(columns, run);
  return columns;
}

}  // namespace codimap
