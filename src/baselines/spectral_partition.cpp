// graphtools' landmarks: regions by k-means in the space of leading singular vectors.

#include <algorithm>

#include "baselines/baselines.hpp"
#include "linalg/block_lanczos.hpp"
#include "neighbors/kmeans.hpp"

namespace codimap {

Partition spectral_partition(const Kernel& kernel, Index regions, std::uint64_t seed, const Execution& run) {
  constexpr Index singular_vectors = 100;
  const DiffusionAffinity affinity(kernel);
  const auto multiply = [&](MatrixView<double> block) { return affinity.multiply(block, run); };
  // k-means asks for no more digits than these.
  const EigenPairs leading =
      largest_eigenpairs(multiply, kernel.size(), std::min(singular_vectors, kernel.size()),
                         Matrix<double>(kernel.size(), 0), {.tolerance = 1e-4, .seed = seed}, run);
  Matrix<double> walked = kernel.multiply(leading.vectors, run);
  for (Index i = 0; i < walked.rows(); ++i)
    for (double& value : walked.row(i)) value /= kernel.degree()[i];
  Clusters clusters = kmeans(walked, regions, seed, run);
  Partition partition;
  partition.region_of = std::move(clusters.cluster_of);
  partition.regions = regions;
  return partition;
}

}  // namespace codimap
