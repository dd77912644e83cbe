#include "diffusion/dimension.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "diffusion/metric.hpp"
#include "neighbors/nearest_set.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

// With 29 others a point, the estimate has a standard deviation of 3 % of the dimension.
constexpr Index sampled_points = 48;
constexpr Index usual_others = 29;
constexpr Index fewest_others = 3;

/// Points spread over the rows, by random numbers that depend on nothing else.
std::vector<Index> sample(Index size, Index count) {
  std::vector<std::pair<std::uint64_t, Index>> keys;
  for (Index i = 0; i < size; ++i)
    keys.emplace_back(random_bits(1, RandomStream::sample, static_cast<std::uint64_t>(i)), i);
  std::nth_element(keys.begin(), keys.begin() + count - 1, keys.end());
  std::vector<Index> chosen;
  for (Index j = 0; j < count; ++j) chosen.push_back(keys[j].second);
  return chosen;
}

/// The k smallest squared distances of a row to others that are no copies of it, ascending; empty where there are
/// fewer.
template <class T>
std::vector<double> nearest_others(MatrixView<T> points, Index from, Index k) {
  constexpr Index at_a_time = 256;
  double squared[at_a_time];
  NearestSet nearest(static_cast<std::size_t>(k));
  double worst = nearest.worstDist();
  for (Index first = 0; first < points.rows(); first += at_a_time) {
    const Index count = std::min(at_a_time, points.rows() - first);
    squared_distances_in_double(
        points.row(from), count, [&](Index i) { return points.row(first + i); }, squared);
    for (Index i = 0; i < count; ++i) {
      if (squared[i] == 0 || squared[i] >= worst) continue;
      nearest.addPoint(squared[i], static_cast<std::int32_t>(first + i));
      worst = nearest.worstDist();
    }
  }
  if (!nearest.full()) return {};
  std::vector<std::int32_t> index(static_cast<std::size_t>(k));
  std::vector<double> result(index.size());
  nearest.take(index, result);
  return result;
}

}  // namespace

std::optional<double> likeliest_dimension(std::span<const double> squared_distances, Index k) {
  const auto width = static_cast<std::size_t>(k);
  double logarithms = 0;
  double terms = 0;
  for (std::size_t begin = 0; begin < squared_distances.size(); begin += width) {
    const std::span<const double> row = squared_distances.subspan(begin, width);
    for (const double squared : row.first(width - 1)) logarithms += std::log(row.back() / squared) / 2;
    terms += static_cast<double>(width - 1);
  }
  if (!(logarithms > 0)) return {};
  return terms / logarithms;
}

std::optional<double> intrinsic_dimension(Points points, const KernelOptions& options, const Execution& run) {
  if (options.kind == KernelKind::function) return {};
  // Of few points, half: the others are too far away to say anything about a neighbourhood.
  const Index k = std::min(usual_others, (points.rows() - 1) / 2);
  if (k < fewest_others) return {};
  const PointsInMetric in_metric(points, options.metric);
  const std::vector<Index> chosen = sample(points.rows(), std::min(points.rows(), sampled_points));
  std::vector<std::vector<double>> nearest(chosen.size());
  parallel_for(run, static_cast<Index>(chosen.size()), 1, [&](Index j, Index) {
    nearest[j] = in_metric.points().visit([&](const auto& view) { return nearest_others(view, chosen[j], k); });
  });
  std::vector<double> squared_distances;
  for (const auto& row : nearest) squared_distances.insert(squared_distances.end(), row.begin(), row.end());
  return likeliest_dimension(squared_distances, k);
}

}  // namespace codimap
