// From the walk to its eigenvectors, to a goal: beyond the paper.
#pragma once

#include <cstdint>
#include <optional>

#include "embedding/point_map.hpp"
#include "refinement/levels.hpp"

namespace codimap {

/// When a map is good enough: what is set counts, the first of these.
struct RefineGoal {
  /// Every angle has a bound of this, in radians.
  std::optional<double> bound{};
  /// Every residual is at most this; anything else is ErrorKind::not_converged.
  std::optional<double> residual{};
  /// The angles are estimated to be this in the mean (of squares).
  double estimated_angle = 0.025;
};

/// The map of a connected kernel, with a certificate; every point is its own region. The regions are the coarse level of
/// a kernel that stores no rows.
[[nodiscard]] PointMap refined_map(const Kernel& kernel, KnownRegions regions, Index components, const RefineGoal& goal,
                                   std::uint64_t seed, const Execution& run);

/// How many nodes a refined map would tell apart: points, copies counted once where the kernel knows them.
[[nodiscard]] Index distinct_points(const Kernel& kernel);

/// Bytes that refinement takes at once, levels included. No `entries` stand for a kernel that stores no rows; to a
/// residual or a proof all is float64.
[[nodiscard]] double refinement_bytes(double points, double components, double entries, bool in_double);

}  // namespace codimap
