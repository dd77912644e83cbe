// Regions by k-means on the points themselves.

#include <limits>
#include <map>
#include <utility>

#include "base/fail.hpp"
#include "codimap/regions.hpp"
#include "neighbors/kmeans.hpp"

namespace codimap {
namespace {

// Steps beyond these move a map less than another seed does.
constexpr Index kmeans_steps = 5;

/// The part of each cluster that lies in each component, numbered by cluster and then by component.
void set_regions(const Clusters& clusters, const Components& components, Partition& partition) {
  std::map<std::pair<Index, Index>, Index> region_of_part;
  for (std::size_t i = 0; i < clusters.cluster_of.size(); ++i)
    region_of_part[{clusters.cluster_of[i], components.component_of[i]}] = 0;
  for (auto& [part, region] : region_of_part) region = partition.regions++;
  for (std::size_t i = 0; i < clusters.cluster_of.size(); ++i)
    partition.region_of.push_back(region_of_part[{clusters.cluster_of[i], components.component_of[i]}]);
}

}  // namespace

Partition kmeans_partition(MatrixView<double> points, const Components& components, Index regions, std::uint64_t seed,
                           const Execution& run) {
  if (regions < 1 || regions > points.rows())
    fail(ErrorKind::bad_data, "regions must be between 1 and the number of points ({}); got {}", points.rows(),
         regions);
  const Clusters clusters = kmeans(points, regions, seed, run, kmeans_steps);
  Partition partition;
  set_regions(clusters, components, partition);
  partition.added_centroids = partition.regions - regions;

  partition.centroids.resize(static_cast<std::size_t>(partition.regions));
  std::vector<double> nearest(partition.centroids.size(), std::numeric_limits<double>::infinity());
  for (Index i = 0; i < points.rows(); ++i) {
    const auto mean = clusters.means.row(clusters.cluster_of[i]);
    double squared_distance = 0;
    for (Index c = 0; c < points.cols(); ++c) squared_distance += (points(i, c) - mean[c]) * (points(i, c) - mean[c]);
    if (squared_distance >= nearest[partition.region_of[i]]) continue;
    nearest[partition.region_of[i]] = squared_distance;
    partition.centroids[partition.region_of[i]] = i;
  }
  return partition;
}

}  // namespace codimap
