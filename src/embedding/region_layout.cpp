// A picture of the regions: positions whose distances follow the multiscale diffusion distances between them.

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/fail.hpp"
#include "codimap/map.hpp"
#include "embedding/choose_time.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"
#include "linalg/stress.hpp"

namespace codimap {
namespace {

/// Beside the default number of components: with 20 to 100 of them distances are much the same.
constexpr Index spare_coordinates = 20;
constexpr double farthest = 4;  // medians

/// φ·λ/(1 − λ): distances between rows are over all times at once.
Matrix<double> multiscale_coordinates(const CompressedKernel& compressed, const Execution& run) {
  const std::vector<Index> one_component(compressed.degree.size());
  SpectralMap map = spectral_map(compressed, {}, one_component, run, spare_coordinates);
  constexpr double nearest_to_one = 1 - 0x1p-40;
  for (double& eigenvalue : map.eigenvalues) eigenvalue = std::min(eigenvalue, nearest_to_one);
  const std::vector<double> weights = multiscale_weights(map.eigenvalues);
  for (Index j = 0; j < map.vectors.rows(); ++j)
    for (Index c = 0; c < map.vectors.cols(); ++c) map.vectors(j, c) *= weights[c];
  return std::move(map.vectors);
}

Matrix<double> distances_between(const Matrix<double>& coordinates) {
  const Index n = coordinates.rows();
  Matrix<double> distances(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) {
      double square = 0;
      for (Index c = 0; c < coordinates.cols(); ++c) {
        const double difference = coordinates(i, c) - coordinates(j, c);
        square += difference * difference;
      }
      distances(i, j) = distances(j, i) = std::sqrt(square);
    }
  return distances;
}

/// In medians, and at most 4: a group that the walk hardly ever leaves may be hundreds of medians from the rest, which
/// would shrink to a point in the picture. Without such groups D is at most 3 medians or so.
void limit_far(Matrix<double>& distances) {
  std::vector<double> pairs;
  for (Index i = 0; i < distances.rows(); ++i)
    for (Index j = 0; j < i; ++j) pairs.push_back(distances(i, j));
  if (pairs.empty()) return;
  const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() / 2);
  std::ranges::nth_element(pairs, middle);
  const double median = *middle > 0 ? *middle : *std::max_element(middle, pairs.end());
  if (!(median > 0)) return;
  std::transform(distances.data(), distances.data() + distances.size(), distances.data(),
                 [median](double distance) { return std::min(distance / median, farthest); });
}

/// Centred, with the principal axes of the points as axes, the longest first, and the largest entry of each column by
/// magnitude positive: small changes of the data then turn nothing.
Matrix<double> in_principal_axes(Matrix<double> positions, std::span<const double> mass, const Execution& run) {
  double total = 0;
  for (const double one : mass) total += one;
  for (Index c = 0; c < positions.cols(); ++c) {
    double mean = 0;
    for (Index j = 0; j < positions.rows(); ++j) mean += mass[j] * positions(j, c);
    for (Index j = 0; j < positions.rows(); ++j) positions(j, c) -= mean / total;
  }
  const Matrix<double> axes = symmetric_eigen(transposed_product(positions, positions, mass, run)).vectors;
  Matrix<double> turned = product(positions, axes, run);
  for (Index c = 0; c < turned.cols(); ++c) {
    double largest = 0;
    for (Index j = 0; j < turned.rows(); ++j)
      if (std::abs(turned(j, c)) > std::abs(largest)) largest = turned(j, c);
    if (largest < 0)
      for (Index j = 0; j < turned.rows(); ++j) turned(j, c) = -turned(j, c);
  }
  return turned;
}

/// Of regions that are too many: of groups of them, and of each region as the mean over the groups it leads to.
Matrix<double> layout_by_groups(const CompressedKernel& compressed, Index dimensions, std::uint64_t seed,
                                const Execution& run) {
  const auto kernel = graph_kernel(to_sparse(compressed.kernel), 0, run);
  const Hierarchy groups = compress_repeatedly(*kernel, {.coarsest = most_regions_laid_out, .seed = seed}, run);
  const CompressedKernel& coarsest = groups.levels.back().compressed;
  // Regions that are hardly connected at all make no groups: there are no distances to draw.
  if (coarsest.degree.size() >= compressed.degree.size()) return {kernel->size(), dimensions};
  Matrix<double> positions = region_layout(coarsest, dimensions, seed, run);
  for (auto level = groups.levels.rbegin(); level != groups.levels.rend(); ++level) {
    const Extension extension{.region_weight = std::vector<double>(level->compressed.degree.size(), 1),
                              .coordinates = std::move(positions)};
    positions = extend(level->compressed.point_region_affinity, extension, run);
  }
  return in_principal_axes(std::move(positions), compressed.degree, run);
}

}  // namespace

Matrix<double> region_layout(const CompressedKernel& compressed, Index dimensions, std::uint64_t seed,
                             const Execution& run) {
  if (dimensions != 2 && dimensions != 3)
    fail(ErrorKind::bad_option, "layout_dimensions must be 2 or 3, or 0 for no layout; got {}", dimensions);
  const auto regions = static_cast<Index>(compressed.degree.size());
  if (regions == 1) return {1, dimensions};
  if (regions > most_regions_laid_out) return layout_by_groups(compressed, dimensions, seed, run);
  // Loops over some hundred regions end before threads have met.
  Execution alone = run;
  alone.threads = 1;
  Matrix<double> distances = distances_between(multiscale_coordinates(compressed, alone));
  limit_far(distances);
  return in_principal_axes(positions_by_stress(distances, dimensions, alone), compressed.degree, alone);
}

}  // namespace codimap
