// The exact diffusion map, and what others do instead of compressing.
#pragma once

#include <cstdint>
#include <optional>

#include "embedding/point_map.hpp"

namespace codimap {

/// The diffusion map itself: the leading eigenvectors of P, those of largest eigenvalue first, and as many as `spare`
/// more where there are.
[[nodiscard]] PointMap exact_map(const Kernel& kernel, const Components& graph_components,
                                 std::optional<Index> components, const Execution& run, Index spare = 0);

/// L-dMaps: the map of k-means medoids, each weighted by the points it stands for, and Nyström's extension.
[[nodiscard]] PointMap nystrom_map(const Kernel& kernel, MatrixView<double> points, Index landmarks,
                                   std::optional<Index> components, std::uint64_t seed, const Execution& run);

/// The exact map of k-means centroids, averaged over the points with kernel weights. `options` are those of the
/// kernel of the points, with its ε filled in.
[[nodiscard]] PointMap centroid_map(const KernelOptions& options, MatrixView<double> points, Index landmarks,
                                    std::optional<Index> components, std::uint64_t seed, const Execution& run);

/// ROSELAND: singular vectors of the walk from points to random landmarks and back.
[[nodiscard]] PointMap roseland_map(const Kernel& kernel, Index landmarks, std::optional<Index> components,
                                    std::uint64_t seed, const Execution& run);

/// graphtools' regions: k-means on P·V, with V the leading 100 eigenvectors of A.
[[nodiscard]] Partition spectral_partition(const Kernel& kernel, Index regions, std::uint64_t seed,
                                           const Execution& run);

}  // namespace codimap
