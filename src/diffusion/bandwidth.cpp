#include "diffusion/bandwidth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbors/search.hpp"

namespace codimap {
namespace {

constexpr Index sampled_points = 256;
constexpr double effective_neighbors = 30;

/// Distances of one sampled point to all others, ascending, with neighbours that differ by less than a part in 256
/// counted together: a few thousand entries stand for any number of points.
struct DistanceCount {
  double squared_distance;
  double count;
};
using DistanceCounts = std::vector<DistanceCount>;

DistanceCounts count_distances(std::span<const double> squared_distances) {
  // The exponent and the first 8 bits after the point: numbers are ordered as these are.
  constexpr int dropped_bits = 52 - 8;
  std::vector<std::uint32_t> places;
  for (const double distance : squared_distances)
    if (distance > 0)  // copies of the point say nothing about scale
      places.push_back(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(distance) >> dropped_bits));
  if (places.empty()) return {};
  const auto [low, high] = std::ranges::minmax(places);
  std::vector<double> count(high - low + 1);
  for (const std::uint32_t place : places) ++count[place - low];
  DistanceCounts counts;
  for (std::uint32_t place = low; place <= high; ++place)
    if (count[place - low] > 0)
      counts.push_back(
          {std::bit_cast<double>((2 * std::uint64_t{place} + 1) << (dropped_bits - 1)), count[place - low]});
  return counts;
}

template <class T>
std::vector<double> distances_from(MatrixView<T> points, Index from) {
  std::vector<double> squared(static_cast<std::size_t>(points.rows()));
  const auto x = points.row(from);
  for (Index i = 0; i < points.rows(); ++i) {
    const auto y = points.row(i);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double difference = static_cast<double>(x[k]) - static_cast<double>(y[k]);
      squared[i] += difference * difference;
    }
  }
  return squared;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The degree 1 + Σ exp(−d²/ε) of the median point.
double median_degree(const std::vector<DistanceCounts>& points, double epsilon) {
  std::vector<double> degrees;
  for (const DistanceCounts& counts : points) {
    double degree = 1;
    for (const auto& [squared_distance, count] : counts) degree += count * std::exp(-squared_distance / epsilon);
    degrees.push_back(degree);
  }
  return median(std::move(degrees));
}

/// The degree grows with ε, so the ε of a given degree is found by halving the interval between two ε on a log scale.
double epsilon_of_degree(const std::vector<DistanceCounts>& points, double degree) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (const DistanceCounts& counts : points) {
    if (counts.empty()) continue;
    low = std::min(low, counts.front().squared_distance);
    high = std::max(high, counts.back().squared_distance);
  }
  if (high == 0) return 1;  // nothing but copies of one point: any scale says the same
  double log_low = std::log(low) - std::log(1e3);
  double log_high = std::log(high) + std::log(1e3);
  while (log_high - log_low > 1e-3) {
    const double middle = (log_low + log_high) / 2;
    (median_degree(points, std::exp(middle)) < degree ? log_low : log_high) = middle;
  }
  return std::exp((log_low + log_high) / 2);
}

std::vector<Index> sample(Index size, Index count) {
  std::vector<std::pair<std::uint64_t, Index>> keys;
  for (Index i = 0; i < size; ++i)
    keys.emplace_back(random_bits(0, RandomStream::sample, static_cast<std::uint64_t>(i)), i);
  std::nth_element(keys.begin(), keys.begin() + count - 1, keys.end());
  std::vector<Index> chosen;
  for (Index j = 0; j < count; ++j) chosen.push_back(keys[j].second);
  return chosen;
}

}  // namespace

void check_scale(const KernelOptions& options) {
  if (options.epsilon && !(*options.epsilon > 0 && std::isfinite(*options.epsilon)))
    fail(ErrorKind::bad_option, "epsilon must be a positive number; got {:g}", *options.epsilon);
  if (options.epsilon && options.kind != KernelKind::gaussian)
    fail(ErrorKind::bad_option, "epsilon belongs to the gaussian kernel; leave it out or ask for that kernel");
  if (!(options.decay > 0 && std::isfinite(options.decay)))
    fail(ErrorKind::bad_option, "decay must be a positive number; got {:g}", options.decay);
  if (options.bandwidth_neighbor < 1)
    fail(ErrorKind::bad_option, "bandwidth_neighbor must be at least 1; got {}", options.bandwidth_neighbor);
}

template <class T>
std::vector<double> adaptive_bandwidth(MatrixView<T> queries, MatrixView<T> distinct, Index nearest_number,
                                       const Execution& run) {
  const Index k = std::min(nearest_number, distinct.rows());
  const Neighbors nearest = nearest_neighbors(queries, distinct, k, run);
  std::vector<double> bandwidth;
  for (Index i = 0; i < queries.rows(); ++i) bandwidth.push_back(std::sqrt(nearest.squared_distance[i * k + k - 1]));
  // A single distinct point has no scale of its own; any will do.
  for (double& width : bandwidth)
    if (width == 0) width = 1;
  return bandwidth;
}

double dense_epsilon(Points points, const Execution& run) {
  const Index size = points.rows();
  const Index count = std::min(size, sampled_points);
  const std::vector<Index> chosen = sample(size, count);
  std::vector<DistanceCounts> distances(static_cast<std::size_t>(count));
  parallel_for(run, count, 1, [&](Index j, Index) {
    distances[j] = points.visit([&](const auto& view) { return count_distances(distances_from(view, chosen[j])); });
  });
  // Few points cannot have 30 neighbours and still tell near from far.
  const double degree = std::clamp(static_cast<double>(size) / 8, 1.5, effective_neighbors);
  return epsilon_of_degree(distances, degree);
}

double neighbor_epsilon(std::span<const double> squared_distances, Index k) {
  const Index size = static_cast<Index>(squared_distances.size()) / k;
  const Index count = std::min(size, sampled_points);
  std::vector<DistanceCounts> distances;
  for (const Index i : sample(size, count)) {
    const auto row = squared_distances.subspan(static_cast<std::size_t>(i * k), static_cast<std::size_t>(k));
    distances.push_back(count_distances(row));
  }
  return epsilon_of_degree(distances, 0.5 * static_cast<double>(k + 1));
}

BghScale bgh_scale(std::span<const double> squared_distances) {
  constexpr int largest_power = 40;
  const DistanceCounts counts = count_distances(squared_distances);
  const auto zeros = static_cast<double>(std::ranges::count(squared_distances, 0));
  const auto log_sum = [&](int power) {
    double sum = zeros;
    for (const auto& [squared, count] : counts) sum += count * std::exp(-squared / std::ldexp(4., power));
    return std::log(sum);
  };
  BghScale scale;
  double before = log_sum(-largest_power);
  double steepest = 0;
  for (int power = -largest_power; power <= largest_power; ++power) {
    const double after = log_sum(power + 1);
    const double slope = (after - before) / std::numbers::ln2;
    if (slope > steepest) {
      steepest = slope;
      scale = {.epsilon = std::ldexp(1., power), .dimension = 2 * slope};
    }
    before = after;
  }
  return scale;
}

double choose_epsilon(Points points, const Execution& run) { return dense_epsilon(points, run); }

template std::vector<double> adaptive_bandwidth(MatrixView<float>, MatrixView<float>, Index, const Execution&);
template std::vector<double> adaptive_bandwidth(MatrixView<double>, MatrixView<double>, Index, const Execution&);

}  // namespace codimap
