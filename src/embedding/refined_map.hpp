// The compressed map, carried on to the exact one.
#pragma once

#include <cstdint>
#include <optional>

#include "embedding/point_map.hpp"

namespace codimap {

/// When a map is good enough: what is set counts, the first of these.
struct RefineGoal {
  /// Every angle is proven to be at most this, in radians.
  std::optional<double> proven_angle{};
  /// Every residual is at most this; anything else is ErrorKind::not_converged.
  std::optional<double> residual{};
  /// The angles are estimated to be this in the mean (of squares).
  double estimated_angle = 0.025;
};

/// `start` has the components that are wanted and, behind them, spare ones to guard them: see spare_components. The map
/// has a certificate, and every point is its own region.
[[nodiscard]] PointMap refined_map(const DiffusionAffinity& affinity, PointMap start, Index components,
                                   const RefineGoal& goal, std::uint64_t seed, const Execution& run);

/// Whether to compress takes as long as several filters.
[[nodiscard]] bool is_small_graph(const DiffusionAffinity& affinity, const Execution& run);

/// The same for small graphs without a start, to a residual. None where the spectrum crowds, so that a start is worth
/// its time. For angles it always is: regions hold what lives on few points, whose eigenvalues are hard to tell apart.
[[nodiscard]] std::optional<PointMap> refined_small_graph(const DiffusionAffinity& affinity, Index components,
                                                          double residual, std::uint64_t seed, const Execution& run);

/// How many a start should have beside the components that are wanted.
[[nodiscard]] Index spare_components(Index components);

/// Bytes that refinement needs at once for its vectors, which are fewer behind a smooth start.
[[nodiscard]] double refinement_bytes(double points, double components, bool smooth);

}  // namespace codimap
