#include "diffusion/dense_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "diffusion/bandwidth.hpp"
#include "diffusion/isolated.hpp"
#include "diffusion/kernel_tag.hpp"
#include "io/archive_matrix.hpp"
#include "linalg/tiles.hpp"
#include "neighbors/distinct_rows.hpp"

namespace codimap {
namespace {

// A tile of float64 is 128 KiB: it stays in the second-level cache with the points it comes from.
constexpr Index tile_rows = 64;
constexpr Index tile_cols = 256;

}  // namespace

template <class T>
DenseKernel<T>::DenseKernel(Points points, const KernelOptions& options, const Execution& run)
    : kind_(options.kind), density_normalization_(options.density_normalization), function_(options.function) {
  if (kind_ == KernelKind::gaussian) epsilon_ = options.epsilon ? *options.epsilon : dense_epsilon(points, run);
  // A function of the caller's sees the points where they are.
  centre_ = kind_ == KernelKind::function ? std::vector<double>(points.cols()) : column_means(points);
  points_ = point_set(points, run);
  degree_ = row_sums(points_, points_, run);
  if (options.epsilon && kind_ == KernelKind::gaussian) refuse_isolated(run);
  if (density_normalization_ != 0) {
    points_.weight = degree_;
    for (double& weight : points_.weight) weight = std::pow(weight, -density_normalization_);
    degree_ = row_sums(points_, points_, run);
  }
}

template <class T>
PointSet<T> DenseKernel<T>::point_set(Points points, const Execution& run) const {
  PointSet<T> set;
  set.rows = centred<T>(points, centre_);
  set.transposed = transpose(set.rows.view());
  if (kind_ == KernelKind::adaptive) {
    const MatrixView<T> known = points_.size() > 0 ? points_.rows.view() : set.rows.view();
    const auto [first, distinct_of] = distinct_rows(known);
    Matrix<T> distinct(static_cast<Index>(first.size()), known.cols());
    for (Index u = 0; u < distinct.rows(); ++u)
      std::copy_n(known.row(first[u]).data(), known.cols(), distinct.row(u).data());
    for (const double bandwidth : adaptive_bandwidth(set.rows.view(), distinct.view(), run))
      set.inverse_bandwidth.push_back(static_cast<T>(1 / bandwidth));
  } else {
    set.inverse_bandwidth.assign(set.size(), static_cast<T>(1 / std::sqrt(epsilon_)));
  }
  return set;
}

template <class T>
void DenseKernel<T>::evaluate(const PointSet<T>& rows, Index row_begin, Index row_end, const PointSet<T>& cols,
                              Index col_begin, Index col_end, T* tile) const {
  const Index width = col_end - col_begin;
  if constexpr (std::is_same_v<T, double>) {
    if (kind_ == KernelKind::function) {
      for (Index i = row_begin; i < row_end; ++i)
        for (Index j = col_begin; j < col_end; ++j)
          tile[(i - row_begin) * width + j - col_begin] =
              checked_affinity(function_, rows.rows.row(i), cols.rows.row(j));
    }
  }
  if (kind_ != KernelKind::function) {
    squared_distances(rows.rows.view(), row_begin, row_end, cols.transposed.view(), col_begin, col_end, tile);
    for (Index i = row_begin; i < row_end; ++i)
      for (Index j = 0; j < width; ++j)
        tile[(i - row_begin) * width + j] *= rows.inverse_bandwidth[i] * cols.inverse_bandwidth[col_begin + j];
    exp_of_negative(std::span<T>(tile, static_cast<std::size_t>((row_end - row_begin) * width)));
  }
  if (cols.weight.empty()) return;
  for (Index i = row_begin; i < row_end; ++i)
    for (Index j = 0; j < width; ++j)
      tile[(i - row_begin) * width + j] *= static_cast<T>(rows.weight_of(i) * cols.weight[col_begin + j]);
}

template <class T>
void DenseKernel<T>::for_each_tile(const PointSet<T>& rows, const PointSet<T>& cols, const Execution& run,
                                   const TileConsumer& consume) const {
  parallel_for(run, rows.size(), tile_rows, [&](Index row_begin, Index row_end) {
    std::vector<T> tile(static_cast<std::size_t>(tile_rows * tile_cols));
    for (Index col_begin = 0; col_begin < cols.size(); col_begin += tile_cols) {
      const Index col_end = std::min(cols.size(), col_begin + tile_cols);
      evaluate(rows, row_begin, row_end, cols, col_begin, col_end, tile.data());
      if (!consume(row_begin, row_end, col_begin, col_end, tile.data())) return;
    }
  });
}

template <class T>
std::vector<double> DenseKernel<T>::row_sums(const PointSet<T>& rows, const PointSet<T>& cols,
                                             const Execution& run) const {
  std::vector<double> sums(rows.size());
  for_each_tile(rows, cols, run, [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
    for (Index i = row_begin; i < row_end; ++i, tile += col_end - col_begin)
      sums[i] = std::accumulate(tile, tile + (col_end - col_begin), sums[i]);
    return true;
  });
  return sums;
}

template <class T>
Matrix<double> DenseKernel<T>::multiply(MatrixView<double> block, const Execution& run) const {
  const std::vector<T> rounded(block.data(), block.data() + block.size());
  Matrix<double> result(size(), block.cols());
  for_each_tile(points_, points_, run,
                [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
                  add_product(tile, row_end - row_begin, col_end - col_begin, rounded.data() + col_begin * block.cols(),
                              block.cols(), result.row(row_begin).data());
                  return true;
                });
  return result;
}

template <class T>
Matrix<double> DenseKernel<T>::sums_by_region(const PointSet<T>& rows, std::span<const Index> region_of, Index regions,
                                              const Execution& run) const {
  Matrix<double> sums(rows.size(), regions);
  for_each_tile(rows, points_, run, [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
    for (Index i = row_begin; i < row_end; ++i)
      for (Index j = col_begin; j < col_end; ++j, ++tile)
        if (region_of[j] != no_region) sums(i, region_of[j]) += *tile;
    return true;
  });
  return sums;
}

template <class T>
PointRegionAffinity DenseKernel<T>::region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const {
  return sums_by_region(points_, region_of, regions, run);
}

template <class T>
PointRegionAffinity DenseKernel<T>::new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                    const Execution& run) const {
  PointSet<T> rows = point_set(points, run);
  // The density at a new point counts plain affinities, as it did at the points of the kernel.
  PointSet<T> plain = points_;
  plain.weight.clear();
  std::vector<double> degree = row_sums(rows, plain, run);
  if (std::count(degree.begin(), degree.end(), 0) > 0) {
    move_unreached(rows, degree);
    degree = row_sums(rows, plain, run);
  }
  if (density_normalization_ != 0)
    for (const double q : degree) rows.weight.push_back(std::pow(q, -density_normalization_));
  return sums_by_region(rows, region_of, regions, run);
}

template <class T>
void DenseKernel<T>::move_unreached(PointSet<T>& rows, std::span<const double> degree) const {
  std::vector<T> distances(static_cast<std::size_t>(size()));
  for (Index i = 0; i < rows.size(); ++i) {
    if (degree[i] > 0) continue;
    if (kind_ == KernelKind::function)
      fail(ErrorKind::bad_data, "new point {} has no affinity to any point of the model", i + 1);
    squared_distances(rows.rows.view(), i, i + 1, points_.transposed.view(), 0, size(), distances.data());
    const Index nearest = std::min_element(distances.begin(), distances.end()) - distances.begin();
    std::copy_n(points_.rows.row(nearest).data(), features(), rows.rows.row(i).data());
    rows.inverse_bandwidth[i] = points_.inverse_bandwidth[nearest];
  }
}

template <class T>
std::vector<double> DenseKernel<T>::row_squares(std::span<const double> weight, const Execution& run) const {
  std::vector<double> sums(size());
  for_each_tile(points_, points_, run,
                [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
                  for (Index i = row_begin; i < row_end; ++i)
                    for (Index j = col_begin; j < col_end; ++j, ++tile)
                      sums[i] += static_cast<double>(*tile) * static_cast<double>(*tile) * weight[j];
                  return true;
                });
  return sums;
}

template <class T>
std::vector<Index> DenseKernel<T>::row_minimum(std::span<const Index> label, const Execution& run) const {
  // The smallest label from a column on: rows that have found it need not look further, which is nearly all of them
  // in nearly every first tile.
  std::vector<Index> smallest_from(label.begin(), label.end());
  for (Index j = size() - 1; j-- > 0;) smallest_from[j] = std::min(smallest_from[j], smallest_from[j + 1]);
  std::vector<Index> minimum(label.begin(), label.end());
  for_each_tile(points_, points_, run,
                [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
                  bool look_further = false;
                  for (Index i = row_begin; i < row_end; ++i) {
                    for (Index j = col_begin; j < col_end; ++j, ++tile)
                      if (*tile > 0) minimum[i] = std::min(minimum[i], label[j]);
                    look_further = look_further || (col_end < size() && smallest_from[col_end] < minimum[i]);
                  }
                  return look_further;
                });
  return minimum;
}

template <class T>
DenseOrSparse DenseKernel<T>::columns(std::span<const Index> selected, const Execution& run) const {
  Matrix<double> result(size(), static_cast<Index>(selected.size()));
  for_each_tile(points_, subset(points_, selected), run,
                [&](Index row_begin, Index row_end, Index col_begin, Index col_end, const T* tile) {
                  for (Index i = row_begin; i < row_end; ++i, tile += col_end - col_begin)
                    std::copy_n(tile, col_end - col_begin, result.row(i).data() + col_begin);
                  return true;
                });
  return result;
}

template <class T>
void DenseKernel<T>::refuse_isolated(const Execution& run) const {
  std::vector<Index> alone;
  for (Index i = 0; i < size(); ++i)
    if (degree_[i] == std::floor(degree_[i])) alone.push_back(i);  // a whole number of copies and nothing else
  std::vector<double> nearest(alone.size(), std::numeric_limits<double>::infinity());
  const PointSet<T> rows = subset(points_, alone);
  parallel_for(run, rows.size(), 1, [&](Index begin, Index) {
    std::vector<T> distances(static_cast<std::size_t>(size()));
    squared_distances(rows.rows.view(), begin, begin + 1, points_.transposed.view(), 0, size(), distances.data());
    for (const T distance : distances)
      if (distance > 0) nearest[begin] = std::min(nearest[begin], static_cast<double>(distance));
  });
  refuse_isolated_points(alone, nearest, epsilon_);
}

template <class T>
void DenseKernel<T>::save(ArchiveWriter& archive) const {
  if (kind_ == KernelKind::function)
    fail(ErrorKind::bad_option, "a model whose kernel is a function of the caller's cannot be saved");
  archive.add(static_cast<std::uint64_t>(dense_tag<T>));
  archive.add(static_cast<std::uint64_t>(kind_));
  archive.add(epsilon_);
  archive.add(density_normalization_);
  archive.add(std::span<const double>(centre_));
  add_matrix(archive, points_.rows.view());
  archive.add(std::span<const T>(points_.inverse_bandwidth));
  archive.add(std::span<const double>(points_.weight));
  archive.add(std::span<const double>(degree_));
}

template <class T>
DenseKernel<T>::DenseKernel(ArchiveReader& archive) : kind_(static_cast<KernelKind>(archive.u64())) {
  epsilon_ = archive.number();
  density_normalization_ = archive.number();
  centre_ = archive.values<double>();
  points_.rows = read_matrix<T>(archive);
  points_.inverse_bandwidth = archive.values<T>();
  points_.weight = archive.values<double>();
  degree_ = archive.values<double>();
  points_.transposed = transpose(points_.rows.view());
  const auto size = static_cast<std::size_t>(points_.size());
  if ((kind_ != KernelKind::gaussian && kind_ != KernelKind::adaptive) || points_.inverse_bandwidth.size() != size ||
      degree_.size() != size || points_.weight.size() != (density_normalization_ != 0 ? size : 0) ||
      static_cast<Index>(centre_.size()) != features())
    archive.damaged();
}

template class DenseKernel<float>;
template class DenseKernel<double>;

}  // namespace codimap
