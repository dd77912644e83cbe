// The kernel g, its degree q, the walk p and the MGC kernels (Sec. II and III of the paper), as matrices over the N
// rows of X. Integrals over the manifold are sums over its points.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace codimap::reference {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Index = Eigen::Index;
using Indices = std::vector<Index>;

/// ‖x − y‖².
MatrixXd squared_distances(const MatrixXd& X);

/// g(x,y) = exp(−‖x−y‖²/ε) (Sec. II-A).
MatrixXd gaussian_kernel(const MatrixXd& X, double epsilon);

/// s(x), the distance from x to its nearest other point of this number, copies counted once; to the farthest where
/// there are fewer, and 0 where there is none.
VectorXd local_scales(const MatrixXd& X, Index number = 7);

/// g(x,y) = exp(−‖x−y‖²/s(x)²) + exp(−‖x−y‖²/s(y)²); 2 between copies, whatever their scale.
MatrixXd adaptive_kernel(const MatrixXd& X, Index number = 7);

/// g(x,y) where y is among the k nearest distinct points of x or x among those of y, 0 elsewhere. A point is its own
/// first neighbour, the lower index comes first among equally near ones, and copies of a point share its row.
MatrixXd keep_nearest(const MatrixXd& G, const MatrixXd& X, Index k);

/// Q^-α G Q^-α.
MatrixXd normalize_density(const MatrixXd& G, double alpha);

/// The weights of a graph as a kernel: a node without an edge gets a loop of weight 1.
MatrixXd graph_kernel(const MatrixXd& weights);

/// q(x) = ‖g(x,·)‖₁ (Sec. II-A).
VectorXd degree(const MatrixXd& G);

/// p(x,y) = g(x,y)/q(x) (Sec. II-B).
MatrixXd transition(const MatrixXd& G);

/// k_μ(x,y) = ∫ g(x,r) g(y,r) dμ(r) (Sec. II-A), μ as the weight of each point.
MatrixXd mgc_kernel(const MatrixXd& G, const VectorXd& mu);

/// k(x,y) = ∫ g(x,r) g(r,y)/q(r) dr (Def. 1).
MatrixXd inverse_density_kernel(const MatrixXd& G);

}  // namespace codimap::reference
