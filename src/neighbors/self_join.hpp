// The nearest neighbours of every point of a set in many dimensions, nearly all of them.
//
// Points are sorted into lists around centres. Each list's points, as queries, meet their own list first and then the
// lists around it, a list at a time with all the queries that want it. A query wants a list whose cell comes closer to
// it than a share of its k-th distance so far; a sample of queries whose neighbours are known tells which share.
#pragma once

#include "neighbors/search.hpp"

namespace codimap {

/// Up to here all pairs are looked at, which takes no copy of the points.
inline constexpr Index most_exact_points = 20'000;

/// k ≤ points.rows(); each point is its own first neighbour unless it has copies. Distances are those of
/// nearest_neighbors. `recall` is measured on a sample.
template <class T>
[[nodiscard]] Neighbors self_join(MatrixView<T> points, Index k, const Execution& run);

/// The k nearest of each point of a set: exact in few dimensions or among few points, else by self_join.
template <class T>
[[nodiscard]] Neighbors neighbors_among(MatrixView<T> points, Index k, const Execution& run);

}  // namespace codimap
