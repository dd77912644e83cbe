// What residuals prove of eigenpairs.
#pragma once

#include <span>

#include "codimap/map.hpp"

namespace codimap {

/// Of the first `components` of some Ritz pairs: descending values, and the norm of each residual, with vectors that
/// are orthonormal and an operator that is diagonal among them. The pairs behind the components are guards, which say
/// where the rest of the spectrum begins. Vectors are taken to be walked one more step: A·ψ/λ.
///
/// Write A in the basis of the first k Ritz vectors V and of their complement as [Θ Eᵀ; E C], with ‖E·e_j‖ = r_j, and
/// let μ bound the spectrum of C from above. An eigenvector with eigenvalue λ > μ has parts a in V and b in the
/// complement, b = (λ − C)⁻¹E·a, so that with T = Σ r_j|a_j|
///   ‖b‖ ≤ T/(λ − μ)  and  |a_j| ≤ r_j·T/((λ − μ)·|λ − θ_j|).
/// For a group S of pairs T ≤ ‖r_S‖ + κT, κ = Σ_{j∉S} r_j²/((λ − μ)·|λ − θ_j|), which bounds all that an eigenvector of
/// the group has outside of it. The i-th eigenvalue lies between θ_i and the λ with Σ_{j≥i} r_j²/((λ − μ)(λ − θ_j))
/// = 1. μ follows from the one thing that residuals cannot tell, that the eigenvalues behind the k-th lie below the
/// interval of the next guard.
[[nodiscard]] Certificate certify(std::span<const double> values, std::span<const double> residuals, Index components);

}  // namespace codimap
