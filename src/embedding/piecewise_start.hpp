// A start for refinement where the walk all but falls apart.
#pragma once

#include <cstdint>
#include <optional>

#include "embedding/correct.hpp"
#include "embedding/point_map.hpp"

namespace codimap {

struct PiecewiseStart {
  RefineStart start;
  Correction correction;
  /// How many of the start's first pairs are of pieces that are all but cut off. What regions know of the others is
  /// little, and the correction does little for them.
  Index cut_off = 0;
};

/// Outlying points, alone or a few together, that the walk hardly ever leaves have eigenvectors of their own, which are
/// 1 there and nearly constant elsewhere; where there are more of them than components are wanted, they are the map.
/// So they are split off from the regions of `coarse`, and what is constant on each region is a space that holds those
/// vectors but for a share of how often the walk leaves over how fast it mixes elsewhere. The same space, in which
/// 1 − A has an inverse, corrects the residuals of what comes of it.
///
/// None where nothing is all but cut off, by what `coarse` and the coherence of the points tell, or so much that to
/// factor the regions' walk takes too long.
[[nodiscard]] std::optional<PiecewiseStart> piecewise_start(const DiffusionAffinity& affinity,
                                                            const RefineOperator& walk, const PointMap& coarse,
                                                            Index components, Index columns, std::uint64_t seed,
                                                            const Execution& run);

}  // namespace codimap
