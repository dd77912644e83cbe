// Compression applied repeatedly, with the same steps on every level.

#include <algorithm>
#include <utility>

#include "base/fail.hpp"
#include "codimap/regions.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

Level compress_once(const Kernel& kernel, Index regions, const HierarchyOptions& options, const Execution& run) {
  const DiffusionAffinity affinity(kernel);
  const Index t = options.coherence_time;
  const Coherence rho = coherence(affinity, t, options.seed, run);
  Level level;
  level.partition = nearest_centroid(affinity, rho, sample_centroids(rho.values, regions, options.seed, run),
                                     connected_components(kernel, run), t, run);
  level.compressed = compress(kernel, level.partition.region_of, level.partition.regions, run);
  level.kernel = graph_kernel(to_sparse(level.compressed.kernel), 0, run);
  return level;
}

}  // namespace

Hierarchy compress_repeatedly(const Kernel& kernel, const HierarchyOptions& options, const Execution& run) {
  if (options.ratio < 2) fail(ErrorKind::bad_option, "the ratio of levels must be at least 2; got {}", options.ratio);
  if (options.coarsest < 1)
    fail(ErrorKind::bad_option, "the coarsest level must have at least 1 region; got {}", options.coarsest);
  Hierarchy hierarchy;
  const Kernel* finest = &kernel;
  while (finest->size() > options.coarsest) {
    const Index regions = std::max(options.coarsest, finest->size() / options.ratio);
    Level level = compress_once(*finest, regions, options, run);
    // Components without a centroid get one each: where there are too many of them, nothing is left to compress.
    const bool smaller = level.partition.regions < finest->size();
    hierarchy.levels.push_back(std::move(level));
    finest = hierarchy.levels.back().kernel.get();
    if (!smaller || regions == options.coarsest) break;
  }
  return hierarchy;
}

std::vector<Index> Hierarchy::region_of() const {
  if (levels.empty()) return {};
  std::vector<Index> result = levels.front().partition.region_of;
  for (std::size_t l = 1; l < levels.size(); ++l)
    for (Index& region : result) region = levels[l].partition.region_of[region];
  return result;
}

}  // namespace codimap
