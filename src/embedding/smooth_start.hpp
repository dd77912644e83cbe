// A better start for refinement where the spectrum crowds to 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "embedding/point_map.hpp"

namespace codimap {

/// Whether a filter that raises the last of the components fourfold over the values behind them would have to be long.
/// No eigenvalue is below `floor`.
[[nodiscard]] bool crowds(std::span<const double> values, Index components, double floor);

/// Of many small regions, the best map among all that their interpolation can give: instead of interpolating the map
/// of regions, Rayleigh and Ritz on the space that P^s·C spans, C being the indicator of the regions and s so many
/// steps as it takes to cross one, small entries left out. The error is then second order in how much a
/// component changes across a region, and what is left of it changes from point to point, which a few steps of the
/// walk take away: the two levels of a multigrid. A few points that hold together and lead nowhere, as outlying ones
/// do, have an eigenvector of their own: they are split off into regions of their own.
///
/// `columns` pairs, of which the first are wanted and the others guard them, to a residual of `tolerance` in the
/// shifted inverse: this much is worth its time where short filters are to do the rest. None where this does not pay:
/// where `guess`, the eigenvalues of a coarser map, tells components apart well enough for a filter; where the kernel
/// is dense, or two steps of its walk lead to so many more points than one that the space would not stay sparse, as on
/// noisy data of many dimensions; where too many regions would have to be split.
[[nodiscard]] std::optional<PointMap> smooth_start(const DiffusionAffinity& affinity, std::span<const double> guess,
                                                   Index components, Index columns, std::uint64_t seed,
                                                   const Execution& run, double tolerance = 1e-3);

}  // namespace codimap
