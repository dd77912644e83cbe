#include "embedding/smooth_start.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "codimap/regions.hpp"
#include "embedding/split_regions.hpp"
#include "linalg/chebyshev.hpp"
#include "linalg/pencil.hpp"

namespace codimap {
namespace {

constexpr Index regions_a_column = 200;
constexpr Index least_points_a_region = 12;
constexpr Index points_a_region = 30;  // where that makes more regions
constexpr Index most_regions = 16384;  // beyond, regions grow instead: factoring takes more than linear time
constexpr double most_growth = 8;      // of what two steps reach over what one does: that of three dimensions
constexpr Index sampled_points = 32;

/// Whether few points are reached in two steps.
bool stays_sparse(const DiffusionAffinity& affinity, const Execution& run) {
  std::vector<Index> sample;
  const Index size = affinity.kernel().size();
  for (Index i = 0; i < sampled_points; ++i) sample.push_back(i * size / sampled_points);
  const DenseOrSparse one = affinity.power_columns(sample, 1, run);
  if (!std::holds_alternative<SparseRows>(one)) return false;
  const DenseOrSparse two = affinity.power_columns(sample, 2, run);
  if (!std::holds_alternative<SparseRows>(two)) return false;
  return static_cast<double>(std::get<SparseRows>(two).values.size()) <=
         most_growth * static_cast<double>(std::get<SparseRows>(one).values.size());
}

/// Rows that sum to 1, of the entries that are not small beside the largest: the rest makes products longer and the map
/// hardly better.
SparseRows shares(const SparseRows& rows, const Execution& run) {
  constexpr double small = 0.05;
  return sparse_rows(rows.rows(), rows.cols, run, [&](Index begin, Index end, SparseRows& part) {
    for (Index i = begin; i < end; ++i) {
      const auto row = row_of(rows, i);
      const double least = small * *std::max_element(row.values, row.values + row.count);
      double sum = 0;
      for (Index e = 0; e < row.count; ++e) sum += row.values[e] < least ? 0 : row.values[e];
      for (Index e = 0; e < row.count; ++e) {
        if (row.values[e] < least) continue;
        part.columns.push_back(row.columns[e]);
        part.values.push_back(row.values[e] / sum);
      }
      part.offsets.push_back(std::ssize(part.columns));
    }
  });
}

/// P^steps·C, but for small entries.
SparseRows walked_regions(const Kernel& kernel, const Regions& regions, Index steps, const Execution& run) {
  SparseRows walked = shares(to_sparse(kernel.region_sums(regions.of_point, regions.count, run)), run);
  for (Index step = 1; step < steps; ++step) walked = shares(to_sparse(kernel.multiply_sparse(walked, run)), run);
  return walked;
}

/// Centroids as the paper draws them, and membership diffused from them to all other points.
std::optional<Regions> spread_regions(const DiffusionAffinity& affinity, Index count, std::uint64_t seed,
                                      const Execution& run) {
  const Kernel& kernel = affinity.kernel();
  Regions regions{.of_point = std::vector<Index>(static_cast<std::size_t>(kernel.size()), no_region), .count = count};
  const std::vector<double> rho = coherence(affinity, 1, seed, run).values;
  Index region = 0;
  for (const Index centroid : sample_centroids(rho, count, seed, run)) regions.of_point[centroid] = region++;
  if (kernel.spread_regions(regions.of_point, count, run) > 0) return std::nullopt;
  return regions;
}

/// Regions of one kind of point each: an eigenvector close to 1 that lives on a few points would not be seen where they
/// are in a region with others. None where these would be too many.
std::optional<Regions> small_regions(const DiffusionAffinity& affinity, Index count, std::uint64_t seed,
                                     const Execution& run) {
  // On manifolds that regions suit, vectors so filtered differ by less within nearly all.
  const TestFilter filter{.below = {.low = -1, .high = 0.8}, .degree = 7, .apart = 0.3F};
  std::optional<Regions> regions = spread_regions(affinity, count, seed, run);
  if (!regions) return std::nullopt;
  return split_apart(affinity, std::move(*regions), filter, 2 * count, seed, run);
}

/// Regions of twins have the same column, and their difference would have no length. So it has a value of 0.
void raise_diagonal(SparseRows& gram) {
  constexpr double little = 1e-10;
  for (Index i = 0; i < gram.rows(); ++i)
    for (Index e = gram.offsets[i]; e < gram.offsets[i + 1]; ++e)
      if (gram.columns[e] == i) gram.values[e] *= 1 + little;
}

}  // namespace

bool crowds(std::span<const double> values, Index components, double floor) {
  constexpr Index long_degree = 8;
  const double last_wanted = values[static_cast<std::size_t>(components - 1)];
  const double high = std::min(values.back(), last_wanted - 1e-9);
  const Interval damped{.low = std::min(floor, high - 1e-3), .high = high};
  return degree_for_gain(last_wanted, damped, 4, long_degree) == long_degree;
}

std::optional<PointMap> smooth_start(const DiffusionAffinity& affinity, std::span<const double> guess, Index components,
                                     Index columns, std::uint64_t seed, const Execution& run, double tolerance) {
  const Kernel& kernel = affinity.kernel();
  const Index enough = std::max(kernel.size() / points_a_region, regions_a_column * columns);
  const Index regions = std::min({enough, kernel.size() / least_points_a_region, most_regions});
  if (regions < 4 * columns || !crowds(guess, components, -0.5)) return std::nullopt;
  if (!affinity.fits_float() || !stays_sparse(affinity, run)) return std::nullopt;
  // Regions grow like squares of what a step crosses.
  const double growth = static_cast<double>(kernel.size()) / static_cast<double>(regions * points_a_region);
  const auto steps = static_cast<Index>(std::ceil(std::sqrt(growth) - 0.1));
  const std::optional<Regions> small = small_regions(affinity, regions, seed, run);
  if (!small) return std::nullopt;
  const SparseRows walked = walked_regions(kernel, *small, steps, run);
  SparseRows gram = weighted_gram(walked, kernel.degree(), run);
  raise_diagonal(gram);
  const SparseRows image = kernel.form_of(walked, run);
  // Regions of another map, and coarser ones, have told too little of how close to 1 the eigenvalues are.
  const double shift = std::clamp((1 - guess[static_cast<std::size_t>(components - 1)]) / 8, 1e-6, 0.1);
  const auto pairs =
      largest_pencil_pairs(image, gram, columns, {.shift = shift, .tolerance = tolerance, .seed = seed}, run);
  if (!pairs) return std::nullopt;
  PointMap start;
  start.eigenvalues = pairs->values;
  start.vectors = product(walked, pairs->vectors, run);
  return start;
}

}  // namespace codimap
