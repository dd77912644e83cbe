// What the paper compares with, and its nearest relatives, each from landmarks, centroids or regions that are given.
#pragma once

#include "reference/kernel.hpp"
#include "reference/map.hpp"

namespace codimap::reference {

/// L-dMaps, the volume-weighted Nyström extension. K: landmarks × landmarks, k: points × landmarks, c: points that each
/// landmark stands for.
struct NystromMap {
  VectorXd eigenvalues;  // of M = D⁻¹K·diag(c), descending, the trivial one included
  MatrixXd landmarks;    // ψ, with Σ_i c_i ψ_i² = 1
  MatrixXd points;       // ψ_k(x) = λ_k⁻¹ Σ_j k(x,j) c_j ψ_k(j) / Σ_j k(x,j) c_j
};
NystromMap nystrom_map(const MatrixXd& K, const MatrixXd& k, const VectorXd& c);

/// ROSELAND. W: points × landmarks; D = diag(WWᵀ1), D^-½W = UΣVᵀ.
struct RoselandMap {
  VectorXd eigenvalues;  // Σ², descending, the trivial one included
  MatrixXd points;       // D^-½U
};
RoselandMap roseland_map(const MatrixXd& W);

/// Linear interpolation between cluster centroids: `vectors` at the centroids averaged with the weights
/// k(x,j)/Σ_j k(x,j), k: points × centroids.
MatrixXd interpolate_centroids(const MatrixXd& k, const MatrixXd& vectors);

/// graphtools' landmark operator, pmn·pnm with pmn = rownorm(CᵀG) and pnm = rownorm(GC).
struct LandmarkOperator {
  MatrixXd pmn;  // regions × points
  MatrixXd pnm;  // points × regions
};
LandmarkOperator landmark_operator(const MatrixXd& G, const Indices& region_of, Index n);

}  // namespace codimap::reference
