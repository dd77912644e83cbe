// Diffusion affinities, distances and coherence (Def. 3 to 5, Prop. 4). Every t counts steps between points.
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// a(x,y) = g(x,y)/√(q(x)q(y)), the symmetric conjugate of p (Def. 3).
MatrixXd affinity(const MatrixXd& G);

/// Aᵗ, by t − 1 products.
MatrixXd power(const MatrixXd& A, int t);

/// ρ_t(x) = ‖aᵗ(x,·)‖² (Prop. 4).
VectorXd coherence(const MatrixXd& A, int t);

/// μ_ℓ(x) = Σ_j |ψ_j(x)|² over the first ℓ eigenvectors of A (Prop. 4, with the ℓ of its proof).
VectorXd order_coherence(const MatrixXd& A, Index l);

/// D^t(x,y)² = ‖aᵗ(x,·) − aᵗ(y,·)‖² (Def. 4, the first line).
MatrixXd squared_diffusion_distance(const MatrixXd& A, int t);

/// Σ_j λ_j^2t (ψ_j(x) − ψ_j(y))² (Def. 4, the second line).
MatrixXd squared_diffusion_distance_spectral(const MatrixXd& A, int t);

/// Σ_j λ_j^2t ψ_j(x)ψ_j(y) / √(ρ_t(x)ρ_t(y)), rounded into [0, 1] where it belongs (Def. 5 and the proof of Prop. 5).
MatrixXd diffusion_cosine(const MatrixXd& A, int t);

/// D_c^t(x,y), the arc cosine of the above (Def. 5).
MatrixXd angular_diffusion_distance(const MatrixXd& A, int t);

}  // namespace codimap::reference
