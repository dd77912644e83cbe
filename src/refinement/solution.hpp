// From the last step of the solver to eigenvectors at the points.
#pragma once

#include "refinement/solve.hpp"

namespace codimap {

/// Rayleigh and Ritz once more, in float64, so that vectors are orthonormal and values exact to rounding. `x` spans the
/// vectors on the finest level; of a dense kernel `kx` is K·x.
[[nodiscard]] Solution solution_of(const Levels& levels, Matrix<double> x, Matrix<double> kx, Index components,
                                   Convergence reached, const Execution& run);

}  // namespace codimap
