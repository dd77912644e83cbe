// What residuals prove of eigenpairs.
#pragma once

#include <span>

#include "codimap/map.hpp"

namespace codimap {

/// A component whose angle is not known to be smaller is joined with those close to it.
inline constexpr double useful_angle = 0.1;

/// Of the leading ones of some Ritz pairs: descending values, and the norm of each residual, with vectors that are
/// orthonormal and an operator that is diagonal among them. The map has the leading vectors walked one more step,
/// A·ψ/λ, and `walked_residuals` are theirs, one for each component; where it has them as they are, their residuals
/// again. The pairs behind the components are guards, which say where the rest of the spectrum begins. `dimension` is
/// that of the space the operator acts on: where there are as many pairs, there is no rest. No eigenvalue above
/// `searched_above` is missing among the pairs.
///
/// Write A in the basis of the first k Ritz vectors V and of their complement as [Θ Eᵀ; E C], with ‖E·e_j‖ = r_j, and
/// let μ bound the spectrum of C from above. An eigenvector with eigenvalue λ > μ has parts a in V and b in the
/// complement, b = (λ − C)⁻¹E·a, so that with T = Σ r_j|a_j|
///   ‖b‖ ≤ T/(λ − μ)  and  |a_j| ≤ r_j·T/((λ − μ)·|λ − θ_j|).
/// and T ≤ r_i + κT for the i-th, κ = Σ_{j≠i} r_j²/((λ − μ)·|λ − θ_j|): so much do the other Ritz vectors have of it.
/// The i-th eigenvalue lies between θ_i and the λ with Σ_{j≥i} r_j²/((λ − μ)(λ − θ_j)) = 1. What the vectors have of
/// eigenvectors that are not known is bounded by residual over gap (Davis and Kahan), and for the walked ones by their
/// own, smaller residuals. Where gaps between neighbours are wide, that alone may be the better bound. μ follows from
/// the one thing that residuals cannot tell, that the eigenvalues behind the k-th are not above `searched_above` or not
/// far above the next guard.
[[nodiscard]] Certificate certify(std::span<const double> values, std::span<const double> residuals,
                                  std::span<const double> walked_residuals, Index dimension, double searched_above);

}  // namespace codimap
