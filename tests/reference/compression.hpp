// The kernel and the walk compressed to a partition (Sec. IV of the paper). region_of holds the region, 0 … n − 1, of
// each point; no region is empty.
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// B(x,j) = ∫_{S_j} g(x,y) dy.
MatrixXd point_region_affinity(const MatrixXd& G, const Indices& region_of, Index n);

/// k_S(S,T) = ∫_S ∫_T k(x,y) dx dy (Def. 2).
MatrixXd compressed_kernel(const MatrixXd& G, const Indices& region_of, Index n);

/// ‖k_S(S,·)‖₁.
VectorXd region_degree(const MatrixXd& KS);

/// p_S(S,T) = k_S(S,T)/‖k_S(S,·)‖₁ (Sec. IV). One step is two steps between points.
MatrixXd compressed_transition(const MatrixXd& KS);

/// Pr[S ⇝ r] = ∫_S p(x,r) Pr[x|S] dx with Pr[x|S] = ‖g(x,·)‖₁/‖k_S(S,·)‖₁ (Theorem 2.3): n × N.
MatrixXd region_to_point(const MatrixXd& G, const Indices& region_of, Index n);

/// Pr[r ⇝ T] = ∫_T p(r,y) dy (Theorem 2.3): N × n.
MatrixXd point_to_region(const MatrixXd& G, const Indices& region_of, Index n);

}  // namespace codimap::reference
