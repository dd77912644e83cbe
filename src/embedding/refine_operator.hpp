// What refinement asks of a walk.
#pragma once

#include <vector>

#include "codimap/kernel.hpp"
#include "linalg/chebyshev.hpp"

namespace codimap {

/// A symmetric walk in both precisions.
struct RefineOperator {
  RowwiseOperator multiply;
  /// diag(scale)⁻¹·A·diag(scale), for filters while they need no more; none stands for doubles throughout.
  RowwiseOperatorOn<float> walk_float{};
  std::vector<double> scale{};
};

/// A and, in float32, P. The affinity and the execution stay the caller's.
[[nodiscard]] RefineOperator products_of(const DiffusionAffinity& affinity, const Execution& run);

}  // namespace codimap
