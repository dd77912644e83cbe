// What is found by going along the edges of a graph stored as sparse rows: regions that spread, connected components.
//
// Threads meet on shared marks here, and which of them is first depends on timing; what is found does not.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "codimap/kernel.hpp"
#include "diffusion/copies.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

/// The region of all points that a row has affinities to; no_region where there is none, and nothing where there are
/// several. Most rows lie within one region, and this is found without a branch.
template <class T>
[[nodiscard]] std::optional<Index> only_region(SparseRow<T> row, const Copies& copies,
                                               std::span<const Index> region_of) {
  Index highest = no_region;
  auto lowest = static_cast<std::uint64_t>(no_region);  // which is above any region
  for (Index e = 0; e < row.count; ++e)
    copies.for_each(row.columns[e], [&](Index y) {
      const Index region = row.values[e] > 0 ? region_of[y] : no_region;
      highest = std::max(highest, region);
      lowest = std::min(lowest, static_cast<std::uint64_t>(region));
    });
  return static_cast<std::uint64_t>(highest) == lowest ? std::optional(highest) : std::nullopt;
}

/// Adds the affinities of a row to the sums of the regions of its points.
template <class T>
void add_regions(SparseRow<T> row, const Copies& copies, std::span<const Index> region_of, RowSums& sums) {
  for (Index e = 0; e < row.count; ++e)
    copies.for_each(row.columns[e], [&](Index y) { sums.add(region_of[y], static_cast<double>(row.values[e])); });
}

/// Kernel::spread_regions on the affinities `rows` of distinct points: each edge is looked at when one of its ends has
/// been reached, and once more when the other is.
template <class T>
[[nodiscard]] Index spread_along_frontiers(const SparseView<T>& rows, const Copies& copies, std::span<Index> region_of,
                                           Index regions, const Execution& run);

/// For each row, the first row that entries connect it to for which joins(u, v, entry). The matrix is symmetric, and so
/// is `joins`.
template <class T>
[[nodiscard]] std::vector<Index> first_connected(const SparseView<T>& rows,
                                                 const std::function<bool(Index u, Index v, T entry)>& joins,
                                                 const Execution& run);

}  // namespace codimap
