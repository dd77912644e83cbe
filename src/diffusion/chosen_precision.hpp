// In what a kernel of points evaluates its affinities where the caller left it open.
#pragma once

#include "codimap/kernel.hpp"

namespace codimap {

[[nodiscard]] inline Precision chosen_precision(Points points, const KernelOptions& options) {
  if (options.kind == KernelKind::function) return Precision::float64;  // a function of the caller's takes doubles
  const bool come_as_float = points.visit([](const auto& view) { return sizeof(view(0, 0)) == sizeof(float); });
  return options.precision.value_or(come_as_float ? Precision::float32 : Precision::float64);
}

}  // namespace codimap
