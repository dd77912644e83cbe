// Which points have a query among their neighbours: those that it lies within the radius of.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// For each query the points, ascending, from which it is no further than the point's own radius. Distances are
/// evaluated in T.
template <class T>
[[nodiscard]] std::vector<std::vector<std::int32_t>> within_radius(MatrixView<T> queries, MatrixView<T> points,
                                                                   std::span<const double> squared_radius,
                                                                   const Execution& run);

}  // namespace codimap
