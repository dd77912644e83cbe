// k-means: clusters of points by the nearest of k means.
#pragma once

#include <cstdint>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

struct Clusters {
  Matrix<double> means;           // k × d
  std::vector<Index> cluster_of;  // of each point
  std::vector<Index> medoids;     // the point nearest to each mean among its own, ascending index on ties
  std::vector<Index> sizes;       // none is 0
};

/// Seeded with k-means++, then Lloyd steps until no point moves or max_steps. An emptied cluster takes the point that
/// lies furthest from its mean. k ≤ points.rows().
[[nodiscard]] Clusters kmeans(MatrixView<double> points, Index k, std::uint64_t seed, const Execution& run,
                              Index max_steps = 50);

}  // namespace codimap
