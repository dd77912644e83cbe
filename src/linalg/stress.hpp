// Points in a few dimensions whose distances come near given ones: metric multidimensional scaling.
#pragma once

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Positions x, one row each, at which the stress Σ (D_ij − ‖x_i − x_j‖)²/D_ij over pairs is small: from classical
/// scaling on by majorisation, for some hundred rows. `distances` is symmetric; those below 1/1000 of their mean count
/// as that.
[[nodiscard]] Matrix<double> positions_by_stress(const Matrix<double>& distances, Index dimensions,
                                                 const Execution& run = {});

}  // namespace codimap
