// Exact nearest neighbours among points.
#pragma once

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "codimap/neighbors.hpp"

namespace codimap {

/// Up to here a k-d tree pays: beyond, it visits too many of its leaves.
inline constexpr Index most_tree_dimensions = 3;

/// k ≤ points.rows(). Queries and points have as many columns. Squared distances are sums of squared differences in
/// double, in the order of the columns, whatever T is.
template <class T>
[[nodiscard]] Neighbors nearest_neighbors(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run);

}  // namespace codimap
