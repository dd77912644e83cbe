// The exact map of k-means centroids, averaged over the points.

#include "baselines/baselines.hpp"
#include "neighbors/kmeans.hpp"

namespace codimap {

PointMap centroid_map(const KernelOptions& options, MatrixView<double> points, Index landmarks,
                      std::optional<Index> components, std::uint64_t seed, const Execution& run) {
  const Clusters clusters = kmeans(points, landmarks, seed, run);
  KernelOptions every_pair = options;
  every_pair.neighbors = dense;
  const auto kernel = point_kernel(clusters.means, every_pair, run);
  PointMap map = exact_map(*kernel, connected_components(*kernel, run), components, run);
  // A mean of coordinates with kernel weights: unlike Nyström's formula, without division by λ.
  map.extension.coordinates = std::move(map.vectors);
  map.vectors = extend(kernel->new_region_sums(points, map.region_of, landmarks, run).region_sums, map.extension, run);
  map.landmark_kernel = kernel;
  return map;
}

}  // namespace codimap
