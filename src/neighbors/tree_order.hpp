// An order of points in which those near to each other in space are near to each other in memory.
#pragma once

#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// The order of the leaves of a k-d tree: points are halved along the direction in which they spread most, until at
/// most `leaf` are left. Halves are whole leaves, so that every run of `leaf` points from the first on is one.
[[nodiscard]] std::vector<Index> tree_order(Points points, Index leaf, const Execution& run);

}  // namespace codimap
