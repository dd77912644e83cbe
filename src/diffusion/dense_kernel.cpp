#include "diffusion/dense_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/archive_matrix.hpp"
#include "base/fail.hpp"
#include "diffusion/bandwidth.hpp"
#include "diffusion/far_points.hpp"
#include "diffusion/isolated.hpp"
#include "diffusion/kernel_tag.hpp"
#include "diffusion/metric.hpp"
#include "diffusion/nearest_points.hpp"
#include "diffusion/outlying.hpp"
#include "diffusion/strip_block.hpp"
#include "diffusion/tile_sums.hpp"
#include "neighbors/distinct_rows.hpp"

namespace codimap {

template <class T>
DenseKernel<T>::DenseKernel(Points points, const KernelOptions& options, const Execution& run,
                            std::span<const Index> order)
    : kind_(options.kind),
      metric_(options.metric),
      bandwidth_neighbor_(options.bandwidth_neighbor),
      density_normalization_(options.density_normalization),
      function_(options.function) {
  if (kind_ == KernelKind::gaussian) epsilon_ = options.epsilon ? *options.epsilon : dense_epsilon(points, run);
  // A function of the caller's sees the points where they are.
  centre_ = kind_ == KernelKind::function ? std::vector<double>(points.cols()) : column_means(points, run);
  points_ = point_set(centred<T>(points, centre_, run, order), run);
  degree_ = degrees(run);
  if (options.epsilon && kind_ == KernelKind::gaussian) refuse_isolated(run, order);
  if (kind_ == KernelKind::gaussian) outlying_ = hardly_joined(degree_, 1);
  smallest_degree_ = std::max(1.0, *std::min_element(degree_.begin(), degree_.end()));
  if (density_normalization_ != 0) {
    points_.weight = degree_;
    for (double& weight : points_.weight) weight = std::pow(weight, -density_normalization_);
    points_.weight.resize(points_.inverse_bandwidth.size(), 1);
    degree_ = degrees(run);
  }
}

template <class T>
PointSet<T> DenseKernel<T>::point_set(const Matrix<T>& rows, const Execution& run) const {
  if (kind_ != KernelKind::adaptive) {
    std::vector<T> inverse_bandwidth(static_cast<std::size_t>(rows.rows()), static_cast<T>(1 / std::sqrt(epsilon_)));
    return make_point_set(rows, std::move(inverse_bandwidth), {});
  }
  const MatrixView<T> known =
      points_.size > 0 ? MatrixView<T>(points_.rows.data(), points_.size, points_.dimensions()) : rows.view();
  const auto [first, distinct_of] = distinct_rows(known);
  const Matrix<T> distinct = selected_rows(known, first);
  std::vector<T> inverse_bandwidth;
  for (const double bandwidth : adaptive_bandwidth(rows.view(), distinct.view(), bandwidth_neighbor_ + 1, run))
    inverse_bandwidth.push_back(static_cast<T>(1 / bandwidth));
  return make_point_set(rows, std::move(inverse_bandwidth), {});
}

template <class T>
TileRule DenseKernel<T>::rule() const {
  // All that is left out of a row is less than this share of its degree.
  constexpr double share = std::is_same_v<T, float> ? 0x1p-24 : 0x1p-40;
  return {.largest_exponent = -std::log(share * smallest_degree_ / static_cast<double>(size())),
          .row_wise = kind_ == KernelKind::adaptive,
          .function = kind_ == KernelKind::function ? &function_ : nullptr};
}

template <class T>
TileRule DenseKernel<T>::rule_of_far_points() const {
  TileRule all = rule();
  all.largest_exponent = std::numeric_limits<double>::max();
  return all;
}

template <class T>
void DenseKernel<T>::multiply_rows(MatrixView<double> block, std::span<const double> weight, const RowConsumer& consume,
                                   const Execution& run) const {
  static_assert(rows_at_a_time == tile_size);
  const StripBlock<T> strips(block, weight, points_.blocks(), run);
  for_each_tile_row<T>(points_, points_, rule(), run, [&](TileRow<T>& row) {
    const Index width = strips.count() * lanes<T>;
    std::vector<double> sums(static_cast<std::size_t>(tile_size * width));
    for (Index s = 0; s < row.source_blocks(); ++s) {
      const T* tile = row.tile(s);
      if (!tile) continue;
      for (Index strip = 0; strip < strips.count(); ++strip)
        if (const T* piece = strips.piece(s, strip))
          row.loops.add_product(tile, tile_size, piece, sums.data() + strip * lanes<T>, width);
    }
    for (Index i = 1; i < row.end() - row.begin(); ++i)
      std::copy_n(sums.data() + i * width, block.cols(), sums.data() + i * block.cols());
    consume(row.begin(), row.end(), sums.data());
  });
}

template <class T>
PointRegionAffinity DenseKernel<T>::region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const {
  return sums_by_region(points_, points_, region_of, regions, rule(), run);
}

template <class T>
NewPointAffinity DenseKernel<T>::new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                 const Execution& run) const {
  const Matrix<T> rows = centred<T>(PointsInMetric(points, metric_).points(), centre_, run);
  refuse_too_far(rows.view());
  const PointSet<T> targets = point_set(rows, run);
  // The density at a new point counts plain affinities, as it did at the points of the kernel.
  const auto degree_of = [&](const PointSet<T>& some, TileRule by) {
    by.weighted = false;
    return row_sums(some, points_, by, run);
  };
  const auto sums_of = [&](PointSet<T> some, std::span<const double> degree, const TileRule& by) {
    if (density_normalization_ != 0) {
      for (const double q : degree) some.weight.push_back(q > 0 ? std::pow(q, -density_normalization_) : 1);
      some.weight.resize(some.inverse_bandwidth.size(), 1);
    }
    return sums_by_region(some, points_, region_of, regions, by, run);
  };
  const std::vector<double> degree = degree_of(targets, rule());
  Matrix<double> sums = sums_of(targets, degree, rule());

  std::vector<Index> far;
  for (Index i = 0; i < targets.size; ++i)
    if (degree[i] == 0) far.push_back(i);
  if (far.empty()) return {std::move(sums), distances(targets, run)};
  if (kind_ == KernelKind::function)
    fail(ErrorKind::bad_data, "new point {} has no affinity to any point of the model", far.front() + 1);
  PointSet<T> moved = subset(targets, far);
  moved = move_unreached(moved, degree_of(moved, rule_of_far_points()), run);
  const Matrix<double> far_sums = sums_of(moved, degree_of(moved, rule_of_far_points()), rule_of_far_points());
  for (std::size_t f = 0; f < far.size(); ++f)
    std::ranges::copy(far_sums.row(static_cast<Index>(f)), sums.row(far[f]).begin());
  return {std::move(sums), distances(targets, run)};
}

template <class T>
std::vector<double> DenseKernel<T>::distances(const PointSet<T>& targets, const Execution& run) const {
  std::vector<double> result;
  if (kind_ == KernelKind::function) return result;
  for (const NearestPoint<T>& nearest : nearest_points(targets, points_, false, run))
    result.push_back(std::sqrt(static_cast<double>(nearest.squared_distance)) *
                     static_cast<double>(points_.inverse_bandwidth[nearest.point]));
  return result;
}

template <class T>
PointSet<T> DenseKernel<T>::move_unreached(const PointSet<T>& set, std::span<const double> degree,
                                           const Execution& run) const {
  std::vector<Index> unreached;
  for (Index i = 0; i < set.size; ++i)
    if (degree[i] == 0) unreached.push_back(i);
  if (unreached.empty()) return set;
  Matrix<T> rows(set.size, features());
  std::copy_n(set.rows.data(), rows.size(), rows.data());
  std::vector<T> inverse_bandwidth(set.inverse_bandwidth.begin(), set.inverse_bandwidth.begin() + set.size);
  const auto nearest = nearest_points(subset(set, unreached), points_, false, run);
  for (std::size_t u = 0; u < unreached.size(); ++u) {
    std::copy_n(points_.rows.row(nearest[u].point).data(), features(), rows.row(unreached[u]).data());
    inverse_bandwidth[unreached[u]] = points_.inverse_bandwidth[nearest[u].point];
  }
  return make_point_set(rows, std::move(inverse_bandwidth), {});
}

template <class T>
std::vector<double> DenseKernel<T>::degrees(const Execution& run) const {
  return symmetric_sums<T>(
      points_, rule(), run,
      [](const Loops<T>& loop, const T* tile, Index, Index, double* of_targets, double* of_sources) {
        constexpr Index strips = TileRow<T>::strips;
        loop.add_rows(tile, tile_size, strips, of_targets);
        if (of_sources) loop.add_columns(tile, tile_size, strips, of_sources);
      });
}

template <class T>
std::vector<double> DenseKernel<T>::row_squares(std::span<const double> weight, const Execution& run) const {
  std::vector<double> weights(weight.begin(), weight.end());
  weights.resize(points_.inverse_bandwidth.size());
  return symmetric_sums<T>(
      points_, rule(), run,
      [&](const Loops<T>& loop, const T* tile, Index target, Index source, double* of_targets, double* of_sources) {
        constexpr Index strips = TileRow<T>::strips;
        loop.add_squares(tile, weights.data() + source, tile_size, strips, of_targets);
        if (of_sources) loop.add_column_squares(tile, weights.data() + target, tile_size, strips, of_sources);
      });
}

template <class T>
std::vector<Index> DenseKernel<T>::row_minimum(std::span<const Index> label, const Execution& run) const {
  std::vector<Index> smallest_of_block;
  for (Index begin = 0; begin < size(); begin += tile_size)
    smallest_of_block.push_back(
        *std::min_element(label.begin() + begin, label.begin() + std::min(size(), begin + tile_size)));
  std::vector<Index> minimum(label.begin(), label.end());
  for_each_tile_row<T>(points_, points_, rule(), run, [&](TileRow<T>& row) {
    // A block is looked at only if it could lower the label of a target: nearly always the first one has done so for
    // all of them.
    Index worst = *std::max_element(minimum.begin() + row.begin(), minimum.begin() + row.end());
    for (Index s = 0; s < row.source_blocks(); ++s) {
      if (smallest_of_block[s] >= worst) continue;
      const T* tile = row.tile(s);
      if (!tile) continue;
      for (Index j = s * tile_size; j < std::min(size(), (s + 1) * tile_size); ++j, tile += tile_size)
        for (Index i = row.begin(); i < row.end(); ++i)
          if (connects(static_cast<double>(tile[i - row.begin()]), degree_[i], degree_[j]))
            minimum[i] = std::min(minimum[i], label[j]);
      worst = *std::max_element(minimum.begin() + row.begin(), minimum.begin() + row.end());
    }
  });
  return minimum;
}

template <class T>
DenseOrSparse DenseKernel<T>::columns(std::span<const Index> selected, const Execution& run) const {
  const PointSet<T> sources = subset(points_, selected);
  Matrix<double> result(size(), sources.size);
  for_each_tile_row<T>(points_, sources, rule(), run, [&](TileRow<T>& row) {
    for (Index s = 0; s < row.source_blocks(); ++s) {
      const T* tile = row.tile(s);
      if (!tile) continue;
      for (Index i = row.begin(); i < row.end(); ++i)
        for (Index j = s * tile_size; j < std::min(sources.size, (s + 1) * tile_size); ++j)
          result(i, j) = tile[(j - s * tile_size) * tile_size + i - row.begin()];
    }
  });
  return result;
}

template <class T>
std::shared_ptr<const Kernel> DenseKernel<T>::restricted_to(std::span<const Index> points, const Execution& run) const {
  constexpr std::size_t few_to_store = 2048;
  if (points.size() <= few_to_store) return StoredKernel::restricted_to(points, run);
  auto part = std::make_shared<DenseKernel>(*this);
  part->points_ = subset(points_, points);
  part->degree_ = part->degrees(run);
  return part;
}

template <class T>
void DenseKernel<T>::refuse_isolated(const Execution& run, std::span<const Index> order) const {
  std::vector<Index> alone;
  for (Index i = 0; i < size(); ++i)
    if (degree_[i] == std::floor(degree_[i])) alone.push_back(i);  // a whole number of copies and nothing else
  std::vector<double> nearest;
  for (const auto& other : nearest_points(subset(points_, alone), points_, true, run))
    nearest.push_back(static_cast<double>(other.squared_distance));
  if (!order.empty())
    for (Index& i : alone) i = order[i];
  refuse_isolated_points(alone, nearest, epsilon_, std::min(reach_of_doubles, rule().largest_exponent));
}

template <class T>
void DenseKernel<T>::save(ArchiveWriter& archive) const {
  if (kind_ == KernelKind::function)
    fail(ErrorKind::bad_option, "a model whose kernel is a function of the caller's cannot be saved");
  archive.add(static_cast<std::uint64_t>(dense_tag<T>));
  archive.add(static_cast<std::uint64_t>(kind_));
  archive.add(static_cast<std::uint64_t>(metric_));
  archive.add(static_cast<std::uint64_t>(bandwidth_neighbor_));
  archive.add(epsilon_);
  archive.add(density_normalization_);
  archive.add(smallest_degree_);
  archive.add(std::span<const double>(centre_));
  const auto size = static_cast<std::size_t>(points_.size);
  add_matrix(archive, MatrixView<T>(points_.rows.data(), points_.size, features()));
  archive.add(std::span<const T>(points_.inverse_bandwidth).first(size));
  archive.add(std::span<const double>(points_.weight).first(points_.weight.empty() ? 0 : size));
  archive.add(std::span<const double>(degree_));
}

template <class T>
DenseKernel<T>::DenseKernel(ArchiveReader& archive)
    : kind_(static_cast<KernelKind>(archive.u64())), metric_(static_cast<Metric>(archive.u64())) {
  bandwidth_neighbor_ = static_cast<Index>(archive.u64());
  epsilon_ = archive.number();
  density_normalization_ = archive.number();
  smallest_degree_ = archive.number();
  centre_ = archive.values<double>();
  const auto rows = read_matrix<T>(archive);
  std::vector<T> inverse_bandwidth = archive.values<T>();
  std::vector<double> weight = archive.values<double>();
  degree_ = archive.values<double>();
  const auto size = static_cast<std::size_t>(rows.rows());
  if ((kind_ != KernelKind::gaussian && kind_ != KernelKind::adaptive) || metric_ > Metric::correlation ||
      bandwidth_neighbor_ < 1 || inverse_bandwidth.size() != size || degree_.size() != size ||
      weight.size() != (density_normalization_ != 0 ? size : 0) || static_cast<Index>(centre_.size()) != rows.cols() ||
      too_far(rows.view()))
    archive.damaged();
  points_ = make_point_set(rows, std::move(inverse_bandwidth), std::move(weight));
}

template class DenseKernel<float>;
template class DenseKernel<double>;

}  // namespace codimap
