// Diffusion maps: the exact one (Sec. II-B of the paper), the one of regions, and the way back to points (Sec. V).
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// All eigenpairs of a walk, the trivial one included, in descending algebraic order.
struct DiffusionMap {
  VectorXd eigenvalues;
  MatrixXd vectors;  // φ, of unit norm under the stationary distribution, degree/Σ degree
};

/// λ and φ of P = Q⁻¹G, by way of the eigenvectors ψ = q^½φ of its symmetric conjugate (Def. 3). G is any symmetric
/// kernel: K_S gives the eigenpairs of P_S.
DiffusionMap diffusion_map(const MatrixXd& G);

/// Φ_S with eigenvalues in pointwise units: σ = √λ(P_S).
DiffusionMap compressed_map(const MatrixXd& KS);

/// Σ_j φ_S(S_j) Pr[S_j ⇝ x] (Sec. V): the paper's weights, which do not sum to 1.
MatrixXd interpolate_region_to_point(const MatrixXd& G, const Indices& region_of, const MatrixXd& phi);

/// Σ_j φ_S(S_j) Pr[x ⇝ S_j], each column divided by its σ: the left singular vectors of the walk from points to
/// regions.
MatrixXd interpolate_point_to_region(const MatrixXd& G, const Indices& region_of, const MatrixXd& phi,
                                     const VectorXd& sigma);

/// (λ_1ᵗφ_1, …, λ_δᵗφ_δ) (Sec. II-B).
MatrixXd diffusion_coordinates(const DiffusionMap& map, Index delta, double t);

}  // namespace codimap::reference
