// What is found by going along the edges of a graph stored as sparse rows: regions that spread, connected components.
//
// Threads meet on shared marks here, and which of them is first depends on timing; what is found does not.
#pragma once

#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "diffusion/copies.hpp"

namespace codimap {

/// Kernel::spread_regions on the affinities `rows` of distinct points: each edge is looked at when one of its ends has
/// been reached, and once more when the other is.
template <class T>
[[nodiscard]] Index spread_along_frontiers(const SparseMatrix<T>& rows, const Copies& copies,
                                           std::span<Index> region_of, Index regions, const Execution& run);

/// For each row, the first row that positive entries connect it to. The matrix is symmetric.
template <class T>
[[nodiscard]] std::vector<Index> first_connected(const SparseMatrix<T>& rows, const Execution& run);

}  // namespace codimap
