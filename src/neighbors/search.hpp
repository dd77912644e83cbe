// Exact nearest neighbours among points.
#pragma once

#include <cstdint>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// The k nearest points of each query, nearest first, the lower index first among equally near ones.
struct Neighbors {
  Index k = 0;
  std::vector<std::int32_t> index;       // k a query
  std::vector<double> squared_distance;  // k a query
  double recall = 1;                     // share of the true neighbours among these; below 1, an estimate
};

/// Up to here a k-d tree pays: beyond, it visits too many of its leaves.
inline constexpr Index most_tree_dimensions = 3;

/// k ≤ points.rows(). Queries and points have as many columns. Squared distances are sums of squared differences in
/// double, in the order of the columns, whatever T is.
template <class T>
[[nodiscard]] Neighbors nearest_neighbors(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run);

}  // namespace codimap
