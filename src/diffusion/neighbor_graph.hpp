// The graph of nearest neighbours, made symmetric.
#pragma once

#include <functional>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "neighbors/search.hpp"

namespace codimap {

/// The affinity of two points of which the squared distance is known. y is among the nearest of x; `mutual` says
/// whether x is among those of y. Of a mutual pair x ≤ y.
using PairAffinity = std::function<double(Index x, Index y, double squared_distance, bool mutual)>;

/// Joins each pair of which one is among the first k of the other's `nearest`, each point being its own nearest. The
/// affinity of a pair is computed once, so both of its rows hold the same bits.
template <class T>
[[nodiscard]] SparseMatrix<T> symmetric_graph(const Neighbors& nearest, Index k, const PairAffinity& affinity,
                                              const Execution& run);

}  // namespace codimap
