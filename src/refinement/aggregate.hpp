// Groups of nodes that hold together: the regions of the next level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

struct Aggregates {
  std::vector<std::int32_t> region_of;  // of each node
  Index count = 0;
};

/// Every node joins the seed that it is tied to most, seeds being a maximal set of nodes without a strong edge between
/// them. A node that the walk hardly ever leaves stays alone. `leaving` are the weights that lead from a node to
/// others, `degree` its degree; entries on the diagonal are passed over.
template <class A>
[[nodiscard]] Aggregates aggregate(const SparseView<A>& a, std::span<const double> degree,
                                   std::span<const double> leaving, const Execution& run);

}  // namespace codimap
