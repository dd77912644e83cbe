// A second pass: regions by k-means in the coordinates that a first pass found.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "codimap/map.hpp"

namespace codimap {
namespace {

// A component that the first pass ranks too low for a map of few is mostly among so many; more of them add noise.
constexpr Index fewest_components = 20;
// The first pass gives the points of a region nearly the same coordinates, which would only bring the same region forth
// again; two steps of the walk are enough to forget its borders.
constexpr int steps_of_the_walk = 2;

Matrix<double> walked(const Kernel& kernel, MatrixView<double> coordinates, const Execution& run) {
  auto result = Matrix<double>::for_overwrite(coordinates.rows(), coordinates.cols());
  const auto divide = [&](Index begin, Index end, const double* rows) {
    for (Index i = begin; i < end; ++i)
      for (double& value : result.row(i)) value = *rows++ / kernel.degree()[i];
  };
  kernel.multiply_rows(coordinates, {}, divide, run);
  return result;
}

/// Brings each column to the norm λ under the stationary distribution, whatever a walk has left of it.
void set_norms(Matrix<double>& coordinates, std::span<const double> norms, std::span<const double> degree,
               const Execution& run) {
  const double total = std::accumulate(degree.begin(), degree.end(), 0.0);
  std::vector<double> factor(norms.size());
  for (Index i = 0; i < coordinates.rows(); ++i)
    for (std::size_t c = 0; c < factor.size(); ++c)
      factor[c] += degree[i] / total * coordinates.row(i)[c] * coordinates.row(i)[c];
  for (std::size_t c = 0; c < factor.size(); ++c) factor[c] = factor[c] > 0 ? norms[c] / std::sqrt(factor[c]) : 0;
  parallel_for(run, coordinates.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (std::size_t c = 0; c < factor.size(); ++c) coordinates.row(i)[c] *= factor[c];
  });
}

}  // namespace

Partition refined_partition(const Kernel& kernel, const Components& parts, const Partition& first,
                            std::optional<Index> components, std::uint64_t seed, const Execution& run) {
  if (first.regions < 2) return first;
  const CompressedKernel compressed = compress(kernel, first.region_of, first.regions, run);
  std::vector<Index> component_of;
  for (const Index centroid : first.centroids) component_of.push_back(parts.component_of[centroid]);
  const Index spare = std::max<Index>(0, fewest_components - components.value_or(default_components));
  const SpectralMap map = spectral_map(compressed, components, component_of, run, spare);
  Matrix<double> coordinates =
      extend(compressed.point_region_affinity, interpolation_of(compressed, map, Interpolation::point_to_region), run);
  for (int step = 0; step < steps_of_the_walk; ++step) coordinates = walked(kernel, coordinates, run);
  set_norms(coordinates, map.eigenvalues, kernel.degree(), run);
  return kmeans_partition(coordinates, parts, first.regions, seed, run);
}

}  // namespace codimap
