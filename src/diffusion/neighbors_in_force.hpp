// How many neighbours a kernel keeps where the caller left it open.
#pragma once

#include "codimap/kernel.hpp"

namespace codimap {

[[nodiscard]] inline Index neighbors_in_force(const KernelOptions& options, Index points) {
  constexpr Index largest_dense = 5'000;
  constexpr Index default_neighbors = 30;
  return options.neighbors.value_or(points <= largest_dense ? dense : default_neighbors);
}

}  // namespace codimap
