// How many neighbours a kernel keeps where the caller left it open.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "codimap/kernel.hpp"

namespace codimap {

/// destiny's find_dm_k for n = N − 1: all of up to 1,000 others, 100 of 10,000 and more, a cosine between.
[[nodiscard]] inline Index destiny_neighbors(Index points) {
  constexpr double few = 1'000;
  constexpr double many = 10'000;
  constexpr double least = 100;
  const auto n = static_cast<double>(points - 1);
  const double phase = std::clamp((n - few) / (many - few), 0., 1.) * std::numbers::pi;
  const double others = n <= few ? n : std::round(least + (std::cos(phase) + 1) / 2 * (n - least));
  return static_cast<Index>(others) + 1;  // and the point itself
}

[[nodiscard]] inline Index chosen_neighbors(const KernelOptions& options, Index points) {
  if (options.neighbors) return *options.neighbors;
  constexpr Index within_decay = 100;  // of which those within the radius where the kernel ends stay
  if (options.kind == KernelKind::local_gaussian) return destiny_neighbors(points);
  return std::min(options.kind == KernelKind::alpha_decay ? within_decay : default_neighbors, points);
}

}  // namespace codimap
