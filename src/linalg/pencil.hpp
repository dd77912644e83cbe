// Small dense symmetric pencils: what Rayleigh and Ritz leave of a large problem.
#pragma once

#include <vector>

#include "linalg/eigen_pairs.hpp"

namespace codimap {

/// Pairs of h·c = g·c·θ, θ ascending and the c orthonormal under g, for a positive semidefinite g. Directions in which
/// the columns that g is the Gram matrix of are shorter than `noise` (squared, of unit columns) are left out.
[[nodiscard]] EigenPairs smallest_pencil_pairs(const Matrix<double>& h, const Matrix<double>& g, double noise);

/// What the columns of `chosen` have behind their first `rows` rows, orthonormal under g and orthogonal to `chosen`:
/// where a step from the span of the first rows leads to.
[[nodiscard]] Matrix<double> new_directions(const Matrix<double>& g, const Matrix<double>& chosen, Index rows);

}  // namespace codimap
