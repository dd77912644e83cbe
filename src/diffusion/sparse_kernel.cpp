#include "diffusion/sparse_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "diffusion/stored_kernel.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 1024;

}  // namespace

void RegionAccumulator::flush(SparseRows& rows, double scale) {
  std::sort(met_.begin(), met_.end());
  for (const std::int32_t region : met_) {
    rows.columns.push_back(region);
    rows.values.push_back(scale * sums_[region]);
    sums_[region] = 0;
    seen_[region] = false;
  }
  met_.clear();
  rows.offsets.push_back(static_cast<Index>(rows.columns.size()));
}

SparseRows sparse_rows(Index rows, Index cols, const Execution& run,
                       const std::function<void(Index, Index, SparseRows&)>& fill) {
  std::vector<SparseRows> parts(static_cast<std::size_t>((rows + rows_a_range - 1) / rows_a_range));
  parallel_for(run, rows, rows_a_range, [&](Index begin, Index end) { fill(begin, end, parts[begin / rows_a_range]); });
  SparseRows joined;
  joined.cols = cols;
  for (SparseRows& part : parts) {
    const Index before = joined.offsets.back();
    for (Index i = 1; i <= part.rows(); ++i) joined.offsets.push_back(before + part.offsets[i]);
    joined.columns.insert(joined.columns.end(), part.columns.begin(), part.columns.end());
    joined.values.insert(joined.values.end(), part.values.begin(), part.values.end());
    part = {};
  }
  return joined;
}

template <class Base>
void SparseKernel<Base>::set_rows(SparseRows rows, DistinctRows copies, double density_normalization) {
  rows_ = std::move(rows);
  copies_ = std::move(copies);
  offsets_.assign(copies_.first.size() + 1, 0);
  for (const Index u : copies_.distinct_of) ++offsets_[u + 1];
  for (std::size_t u = 1; u < offsets_.size(); ++u) offsets_[u] += offsets_[u - 1];
  std::vector<Index> next = offsets_;
  members_.resize(copies_.distinct_of.size());
  for (std::size_t i = 0; i < members_.size(); ++i) members_[next[copies_.distinct_of[i]]++] = static_cast<Index>(i);

  if (density_normalization != 0) {
    weight_ = distinct_degree();
    for (double& weight : weight_) weight = std::pow(weight, -density_normalization);
    for (Index u = 0; u < rows_.rows(); ++u)
      for (auto [e, end] = row(u); e < end; ++e) rows_.values[e] *= weight_[u] * weight_[rows_.columns[e]];
  }
  degree_ = to_points(distinct_degree());
}

template <class Base>
std::vector<double> SparseKernel<Base>::distinct_degree() const {
  std::vector<double> degree(static_cast<std::size_t>(rows_.rows()));
  for (Index u = 0; u < rows_.rows(); ++u)
    for (auto [e, end] = row(u); e < end; ++e)
      degree[u] += rows_.values[e] * static_cast<double>(members(rows_.columns[e]).size());
  return degree;
}

template <class Base>
template <class T>
std::vector<T> SparseKernel<Base>::to_points(const std::vector<T>& of_distinct) const {
  std::vector<T> of_points;
  of_points.reserve(copies_.distinct_of.size());
  for (const Index u : copies_.distinct_of) of_points.push_back(of_distinct[u]);
  return of_points;
}

template <class Base>
Matrix<double> SparseKernel<Base>::multiply(MatrixView<double> block, const Execution& run) const {
  if (rows_.rows() == size()) return product(rows_, block, run);
  Matrix<double> summed(rows_.rows(), block.cols());
  for (Index i = 0; i < size(); ++i)
    for (Index c = 0; c < block.cols(); ++c) summed(copies_.distinct_of[i], c) += block(i, c);
  const Matrix<double> of_distinct = product(rows_, summed, run);
  Matrix<double> result(size(), block.cols());
  for (Index i = 0; i < size(); ++i)
    std::copy_n(of_distinct.row(copies_.distinct_of[i]).data(), block.cols(), result.row(i).data());
  return result;
}

template <class Base>
PointRegionAffinity SparseKernel<Base>::region_sums(std::span<const Index> region_of, Index regions,
                                                    const Execution& run) const {
  return sparse_rows(size(), regions, run, [&](Index begin, Index end, SparseRows& part) {
    RegionAccumulator sums(regions);
    for (Index i = begin; i < end; ++i) {
      for (auto [e, row_end] = row(copies_.distinct_of[i]); e < row_end; ++e)
        for (const Index y : members(rows_.columns[e])) sums.add(region_of[y], rows_.values[e]);
      sums.flush(part);
    }
  });
}

template <class Base>
std::vector<double> SparseKernel<Base>::row_squares(std::span<const double> weight, const Execution& run) const {
  std::vector<double> of_copies(static_cast<std::size_t>(rows_.rows()));
  for (Index i = 0; i < size(); ++i) of_copies[copies_.distinct_of[i]] += weight[i];
  std::vector<double> sums(of_copies.size());
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      for (auto [e, row_end] = row(u); e < row_end; ++e)
        sums[u] += rows_.values[e] * rows_.values[e] * of_copies[rows_.columns[e]];
  });
  return to_points(sums);
}

template <class Base>
std::vector<Index> SparseKernel<Base>::row_minimum(std::span<const Index> label, const Execution& run) const {
  std::vector<Index> of_copies(static_cast<std::size_t>(rows_.rows()), size());
  for (Index i = 0; i < size(); ++i) {
    Index& smallest = of_copies[copies_.distinct_of[i]];
    smallest = std::min(smallest, label[i]);
  }
  std::vector<Index> minimum(of_copies);
  parallel_for(run, rows_.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      for (auto [e, row_end] = row(u); e < row_end; ++e)
        if (rows_.values[e] > 0) minimum[u] = std::min(minimum[u], of_copies[rows_.columns[e]]);
  });
  return to_points(minimum);
}

template <class Base>
Matrix<double> SparseKernel<Base>::columns(std::span<const Index> selected, const Execution&) const {
  // By symmetry a column is a row.
  Matrix<double> result(size(), static_cast<Index>(selected.size()));
  for (Index j = 0; j < result.cols(); ++j)
    for (auto [e, end] = row(copies_.distinct_of[selected[j]]); e < end; ++e)
      for (const Index y : members(rows_.columns[e])) result(y, j) = rows_.values[e];
  return result;
}

template class SparseKernel<Kernel>;
template class SparseKernel<StoredKernel>;

}  // namespace codimap
