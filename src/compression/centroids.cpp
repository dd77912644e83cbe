// Centroids: points drawn by coherence, without replacement.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "codimap/regions.hpp"

namespace codimap {

std::vector<Index> sample_centroids(std::span<const double> coherence, Index regions, std::uint64_t seed,
                                    const Execution& run) {
  const auto size = static_cast<Index>(coherence.size());
  if (regions < 1 || regions > size)
    fail(ErrorKind::bad_data, "regions must be between 1 and the number of points ({}); got {}", size, regions);
  // Exponential clocks of rate ρ: the first n to ring are n successive draws with probability ∝ ρ, and each clock
  // depends on the seed and its own index alone.
  std::vector<std::pair<double, Index>> clocks(coherence.size());
  parallel_for(run, size, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double uniform = random_uniform(seed, RandomStream::centroids, static_cast<std::uint64_t>(i));
      clocks[i] = {-std::log(uniform) / coherence[i], i};
    }
  });
  std::nth_element(clocks.begin(), clocks.begin() + regions - 1, clocks.end());
  std::vector<Index> centroids;
  for (Index j = 0; j < regions; ++j) centroids.push_back(clocks[j].second);
  std::sort(centroids.begin(), centroids.end());
  return centroids;
}

}  // namespace codimap
