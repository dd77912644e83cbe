// How far a Ritz vector is from the exact one, by what residuals and filters tell: estimates, not bounds.
#pragma once

#include "linalg/chebyshev.hpp"
#include "linalg/rayleigh_ritz.hpp"

namespace codimap {

/// Eigenvalues no further apart than this have a space in common that float64 can tell, and no vectors of their own.
inline constexpr double inseparable = 1e-12;

/// The eigenvalue of which a filter leaves half as much as of `value`.
[[nodiscard]] double half_damped(double value, Interval below, Index degree);

/// Behind a smooth start and a filter that leaves half at `distance` below: an error at an eigenvalue θ − d shows in
/// the residual as d times its size.
[[nodiscard]] double angle_behind_smoothing(double residual, double distance);

/// What errors at θ − d or below, which residuals show as d times their size, do to vectors of eigenvalues that lie
/// much closer to 1 than that: they turn into one another by r·r/d over how far apart they are.
[[nodiscard]] double angle_to_others(const RitzBlock& pairs, std::size_t pair, double d);

}  // namespace codimap
