// When a point counts as far from all others.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// Whether a scale is more than 5 times the median of those of its neighbours, which are put into another order.
[[nodiscard]] bool is_far(double scale, std::vector<double>& of_neighbors);

/// The points, ascending, whose affinity to others is less than 1/1000 of the median one.
[[nodiscard]] std::vector<Index> hardly_joined(std::span<const double> affinity, double to_itself);

}  // namespace codimap
