// The centroids L and the regions S_i around them (Sec. V of the paper).
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// n points without replacement, each draw with probability ∝ ρ: those with the n smallest −log(u_i)/ρ_i, ascending,
/// for u_i independent and uniform in (0, 1).
Indices choose_centroids(const VectorXd& rho, const VectorXd& u, Index n);

/// S_i = {x : y_i = argmin_{y ∈ L} D_c^t(x,y)} as the region i of each x; the lower region where two are equally near.
Indices nearest_centroid(const MatrixXd& A, const Indices& L, int t);

/// C, the 0/1 indicator of regions 0 … n − 1: N × n.
MatrixXd indicator(const Indices& region_of, Index n);

}  // namespace codimap::reference
