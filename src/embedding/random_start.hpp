// A start for refinement out of nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "embedding/refine.hpp"

namespace codimap {

/// Random columns, filtered once. None where eigenvalues then crowd so that the filters of refinement would be long: a
/// compressed start is worth its time there.
[[nodiscard]] std::optional<RefineStart> random_start(const RefineOperator& walk, MatrixView<double> trivial,
                                                      Index components, Index columns, std::uint64_t seed,
                                                      const Execution& run);

}  // namespace codimap
