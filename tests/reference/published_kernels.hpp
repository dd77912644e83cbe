// Kernels of other packages, as their authors published them, over the rows of X. Points are distinct. N_k(x) are the k
// nearest other points of x, the lower index first among equally near ones.
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// graphtools: a(x,y) = exp(−(d/σ_x)^decay) for y in N_k(x), σ_x the distance to the other point of number J, 0 where
/// it is below 1e-4; a(x,x) = 1; a + aᵀ.
MatrixXd alpha_decay_kernel(const MatrixXd& X, Index J, double decay, Index k);

/// UMAP: a(x,y) = exp(−max(d − ρ_x, 0)/σ_x) for y in N_k(x), ρ_x the distance to the nearest other point, σ_x such that
/// Σ_y a(x,y) = log₂(k + 1); a + aᵀ − a∘aᵀ, nothing on the diagonal.
MatrixXd umap_kernel(const MatrixXd& X, Index k);

/// destiny: √(2σ_xσ_y/(σ_x²+σ_y²))·exp(−d²/(σ_x²+σ_y²)) where y is in N_k(x) or x in N_k(y), σ half of the mean
/// distance to the other points of numbers J − 2 to J; nothing on the diagonal.
MatrixXd local_gaussian_kernel(const MatrixXd& X, Index J, Index k);

/// Berry and Harlim with pyDiffMap's constants: exp(−d²/(4ε·b_x·b_y)) where y is in N_k(x) or x in N_k(y), 1 on the
/// diagonal. b is the density to the power −1/(dimension + 2); the density comes from the kernel with the root mean
/// square distance to the J nearest others as bandwidth. Fills in b.
MatrixXd variable_bandwidth_kernel(const MatrixXd& X, Index J, Index k, VectorXd& b);

/// Berry, Giannakis and Harlim: the power of two ε below which S(ε) = Σ exp(−z/4ε) grows fastest, and twice its slope.
struct Bgh {
  double epsilon;
  double dimension;
};
Bgh bgh(const std::vector<double>& squared_distances);

}  // namespace codimap::reference
