// When a point counts as far from all others.
#pragma once

#include <cstdint>
#include <vector>

namespace codimap {

/// Whether a scale is more than 5 times the median of those of its neighbours, which are put into another order.
[[nodiscard]] bool is_far(double scale, std::vector<double>& of_neighbors);

/// 1 for each point whose affinity to others is less than 1/1000 of the median one.
[[nodiscard]] std::vector<std::uint8_t> hardly_joined(const std::vector<double>& affinity_to_others);

}  // namespace codimap
