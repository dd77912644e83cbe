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

/// One compression among several: of the points' kernel, or of the kernel of the level before.
struct Level {
  Partition partition;  // of what the level before has
  CompressedKernel compressed;
  std::shared_ptr<const Kernel> kernel;  // K_S, to be compressed again
};

/// Compression again and again. A step on level l, the first being level 1, is 2^l steps between points; in pointwise
/// units no eigenvalue is larger than on the level before, and the degrees of all levels have the same sum.
struct Hierarchy {
  std::vector<Level> levels;
  /// The region of the last level that each point belongs to, by way of all levels.
  [[nodiscard]] std::vector<Index> region_of() const;
};

struct HierarchyOptions {
  /// How many times fewer regions each level has: few enough steps for the paper's partition to reach nearly all.
  Index ratio = 8;
  /// Regions of the last level, at most.
  Index coarsest = 500;
  Index coherence_time = 1;
  std::uint64_t seed = 0;
};

[[nodiscard]] Hierarchy compress_repeatedly(const Kernel& kernel, const HierarchyOptions& options = {},
                                            const Execution& run = {});

/// P_S = D_S⁻¹K_S. One of its steps is two steps between points.
[[nodiscard]] DenseOrSparse compressed_transition(const CompressedKernel& compressed);

}  // namespace codimap
