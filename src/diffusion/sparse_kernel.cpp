#include "diffusion/sparse_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "diffusion/graph_walks.hpp"
#include "diffusion/part_kernel.hpp"
#include "diffusion/sparse_products.hpp"
#include "diffusion/stored_kernel.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;

}  // namespace

template <class Base, class T>
void SparseKernel<Base, T>::set_rows(SparseMatrix<T> rows, Copies copies, const Execution& run) {
  own_ = std::move(rows);
  rows_ = own_;
  copies_ = std::move(copies);
  degree_ = to_points(distinct_degree(run), run);
}

template <class Base, class T>
void SparseKernel<Base, T>::borrow_rows(const SparseView<T>& rows, const Execution& run) {
  rows_ = rows;
  degree_ = distinct_degree(run);
}

template <class Base, class T>
std::vector<double> SparseKernel<Base, T>::normalize_density(double alpha, const DensityOf& density,
                                                             const Execution& run) {
  std::vector<double> weight = distinct_degree(run);
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) weight[u] = std::pow(density(u, weight[u]), -alpha);
  });
  own_.values.resize(static_cast<std::size_t>(rows_.entries()));
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      for (Index e = rows_.begin(u); e < rows_.end(u); ++e)
        own_.values[e] = static_cast<T>(rows_.value(e) * (weight[u] * weight[rows_.column(e)]));
  });
  rows_ = rows_.with_values(own_.values);
  degree_ = to_points(distinct_degree(run), run);
  return weight;
}

template <class Base, class T>
std::vector<double> SparseKernel<Base, T>::distinct_degree(const Execution& run) const {
  std::vector<double> degree(static_cast<std::size_t>(rows_.rows()));
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) {
      const auto row = row_of(rows_, u);
      double sum = 0;
      for (Index e = 0; e < row.count; ++e)
        sum += static_cast<double>(row.values[e]) * static_cast<double>(copies_.count(row.columns[e]));
      degree[u] = sum;
    }
  });
  return degree;
}

template <class Base, class T>
template <class Value>
std::vector<Value> SparseKernel<Base, T>::to_points(std::vector<Value> of_distinct, const Execution& run) const {
  if (!copies_.any()) return of_distinct;
  std::vector<Value> of_points(copies_.rows().size());
  parallel_for(run, static_cast<Index>(of_points.size()), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) of_points[i] = of_distinct[copies_.row_of(i)];
  });
  return of_points;
}

template <class Base, class T>
SparseRows SparseKernel<Base, T>::to_points(SparseRows of_distinct, const Execution& run) const {
  if (!copies_.any()) return of_distinct;
  return sparse_rows(size(), of_distinct.cols, run, [&](Index begin, Index end, SparseRows& part) {
    for (Index i = begin; i < end; ++i) {
      const auto row = row_of(of_distinct, copies_.row_of(i));
      part.columns.insert(part.columns.end(), row.columns, row.columns + row.count);
      part.values.insert(part.values.end(), row.values, row.values + row.count);
      part.offsets.push_back(static_cast<Index>(part.columns.size()));
    }
  });
}

template <class Base, class T>
Matrix<double> SparseKernel<Base, T>::summed(MatrixView<double> block, std::span<const double> weight,
                                             const Execution& run) const {
  Matrix<double> sums(rows_.rows(), block.cols());
  parallel_for(run, sums.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      copies_.for_each(u, [&](Index i) {
        const double factor = weight.empty() ? 1 : weight[i];
        for (Index c = 0; c < block.cols(); ++c) sums(u, c) += factor * block(i, c);
      });
  });
  return sums;
}

template <class Base, class T>
void SparseKernel<Base, T>::multiply_rows(MatrixView<double> block, std::span<const double> weight,
                                          const Kernel::RowConsumer& consume, const Execution& run) const {
  Matrix<double> of_distinct;
  if (copies_.any()) of_distinct = summed(block, weight, run);
  const double* values = copies_.any() ? of_distinct.data() : block.data();
  const double* weights = copies_.any() || weight.empty() ? nullptr : weight.data();
  const Index width = block.cols();
  const auto multiply_row = loops<T>(run).multiply_row;
  const auto hand_out = [&](Index begin, Index end, Matrix<double>& product) {
    for (Index i = begin; i < end; ++i) {
      const auto row = row_of(rows_, copies_.row_of(i));
      multiply_row(row.columns, row.values, row.count, weights, values, width, product.row(i - begin).data());
    }
    consume(begin, end, product.data());
  };
  // Long ranges, where there are enough of them: what neighbouring rows ask for is in the cache of the same core.
  const Index blocks_a_range = std::clamp<Index>(size() / Kernel::rows_at_a_time / 64, 1, 64);
  parallel_for(run, size(), blocks_a_range * Kernel::rows_at_a_time, [&](Index first, Index last) {
    auto product = Matrix<double>::for_overwrite(Kernel::rows_at_a_time, width);
    for (Index begin = first; begin < last; begin += Kernel::rows_at_a_time)
      hand_out(begin, std::min(last, begin + Kernel::rows_at_a_time), product);
  });
}

template <class Base, class T>
DenseOrSparse SparseKernel<Base, T>::multiply_sparse(const SparseRows& block, const Execution& run) const {
  return to_points(sparse_product(rows_, copies_, block, run), run);
}

template <class Base, class T>
PointRegionAffinity SparseKernel<Base, T>::region_sums(std::span<const Index> region_of, Index regions,
                                                       const Execution& run) const {
  const auto fill = [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(regions);
    for (Index u = begin; u < end; ++u) {
      add_regions(row_of(rows_, u), copies_, region_of, sums);
      sums.flush(part);
    }
  };
  return to_points(sparse_rows(rows_.rows(), regions, run, fill), run);
}

template <class Base, class T>
Index SparseKernel<Base, T>::spread_regions(std::span<Index> region_of, Index regions, const Execution& run) const {
  return spread_along_frontiers(rows_, copies_, region_of, regions, run);
}

template <class Base, class T>
std::vector<double> SparseKernel<Base, T>::row_squares(std::span<const double> weight, const Execution& run) const {
  std::vector<double> sums(static_cast<std::size_t>(rows_.rows()));
  const MatrixView<double> as_column(weight.data(), size(), 1);
  const Matrix<double> of_copies = copies_.any() ? summed(as_column, {}, run) : Matrix<double>();
  const double* weights = copies_.any() ? of_copies.data() : weight.data();
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) {
      const auto row = row_of(rows_, u);
      for (Index e = 0; e < row.count; ++e) {
        const auto value = static_cast<double>(row.values[e]);
        sums[u] += value * value * weights[row.columns[e]];
      }
    }
  });
  return to_points(std::move(sums), run);
}

template <class Base, class T>
std::vector<Index> SparseKernel<Base, T>::row_minimum(std::span<const Index> label, const Execution& run) const {
  std::vector<Index> minimum(static_cast<std::size_t>(rows_.rows()), size());
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) {
      const auto lower = [&](Index i) { minimum[u] = std::min(minimum[u], label[i]); };
      copies_.for_each(u, lower);
      const auto row = row_of(rows_, u);
      for (Index e = 0; e < row.count; ++e)
        if (connects(static_cast<double>(row.values[e]), row_degree(u), row_degree(row.columns[e])))
          copies_.for_each(row.columns[e], lower);
    }
  });
  return to_points(std::move(minimum), run);
}

template <class Base, class T>
std::vector<Index> SparseKernel<Base, T>::component_roots(const Execution& run) const {
  const auto joins = [&](Index u, Index v, T affinity) {
    return connects(static_cast<double>(affinity), row_degree(u), row_degree(v));
  };
  std::vector<Index> roots = first_connected<T>(rows_, joins, run);
  for (Index& root : roots) root = copies_.first(root);
  return to_points(std::move(roots), run);
}

template <class Base, class T>
DenseOrSparse SparseKernel<Base, T>::columns(std::span<const Index> selected, const Execution& run) const {
  // By symmetry a column is a row.
  SparseRows result{.cols = rows_.rows(), .offsets = {0}, .columns = {}, .values = {}};
  for (const Index i : selected) {
    const auto row = row_of(rows_, copies_.row_of(i));
    result.columns.insert(result.columns.end(), row.columns, row.columns + row.count);
    result.values.insert(result.values.end(), row.values, row.values + row.count);
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return to_points(transposed(result, run), run);
}

template <class Base, class T>
std::shared_ptr<const Kernel> SparseKernel<Base, T>::restricted_to(std::span<const Index> points,
                                                                   const Execution& run) const {
  // Copies of a point are as connected as anything can be: a row belongs to the part or it does not.
  std::vector<Index> number(static_cast<std::size_t>(rows_.rows()), -1);
  for (const Index i : points) number[copies_.row_of(i)] = 0;
  Index count = 0;
  for (Index& place : number)
    if (place == 0) place = count++;
  SparseMatrix<T> rows{.cols = count, .offsets = {0}, .columns = {}, .values = {}};
  for (Index u = 0; u < rows_.rows(); ++u) {
    if (number[u] < 0) continue;
    const auto row = row_of(rows_, u);
    for (Index e = 0; e < row.count; ++e) {
      if (number[row.columns[e]] < 0) continue;
      rows.columns.push_back(static_cast<std::int32_t>(number[row.columns[e]]));
      rows.values.push_back(row.values[e]);
    }
    rows.offsets.push_back(static_cast<Index>(rows.columns.size()));
  }
  std::vector<Index> row_of_point;
  for (const Index i : points) row_of_point.push_back(number[copies_.row_of(i)]);
  return std::make_shared<PartKernel<T>>(std::move(rows), Copies(std::move(row_of_point), count), run);
}

template class SparseKernel<Kernel, double>;
template class SparseKernel<Kernel, float>;
template class SparseKernel<StoredKernel, float>;
template class SparseKernel<StoredKernel, double>;

}  // namespace codimap
