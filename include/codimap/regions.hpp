// From points to regions: centroids, the partition around them, and the kernel compressed to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codimap/kernel.hpp"

namespace codimap {

/// n points without replacement, successive draws with probability ∝ ρ, ascending.
[[nodiscard]] std::vector<Index> sample_centroids(std::span<const double> coherence, Index regions, std::uint64_t seed,
                                                  const Execution& run = {});

struct Partition {
  /// Row of the centroid of each region, where regions have one: those sampled, then those that components without
  /// any were given. Empty where a partition was made another way.
  std::vector<Index> centroids;
  std::vector<Index> region_of;
  Index regions = 0;
  /// Points that 2t steps from the centroids do not reach, and that membership diffused further to.
  Index reached_later = 0;
  /// Components that held no sampled centroid.
  Index added_centroids = 0;
};

/// Every point with the centroid of smallest angular diffusion distance (Prop. 5): the largest A^2t(x,y)/√ρ_t(y),
/// the lower region where two are equal.
[[nodiscard]] Partition nearest_centroid(const DiffusionAffinity& affinity, const Coherence& coherence,
                                         std::vector<Index> centroids, const Components& components, Index t,
                                         const Execution& run = {});

/// Regions by k-means on points that the kernel is of, in its order; a cluster that joins connected components is
/// split, each part after the first counting as an added centroid. Centroids are the points nearest to the means. Fast
/// where points fill a shape evenly; where some are scattered far from the rest, means of points may say little about
/// the walk, and the map come out worse than with regions that the kernel makes.
[[nodiscard]] Partition kmeans_partition(MatrixView<double> points, const Components& components, Index regions,
                                         std::uint64_t seed, const Execution& run = {});

/// The kernel compressed to regions, and what leads from it back to the points.
struct CompressedKernel {
  PointRegionAffinity point_region_affinity;  // B = G·C
  DenseOrSparse kernel;                       // K_S = BᵀQ⁻¹B, n × n, sparse where B is
  std::vector<double> degree;                 // d_S = K_S·1
};

[[nodiscard]] CompressedKernel compress(const Kernel& kernel, std::span<const Index> region_of, Index regions,
                                        const Execution& run = {});

/// P_S = D_S⁻¹K_S. One of its steps is two steps between points.
[[nodiscard]] DenseOrSparse compressed_transition(const CompressedKernel& compressed);

}  // namespace codimap
