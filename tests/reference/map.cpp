// Eigenvectors of walks, and their interpolation.
#include "reference/map.hpp"

#include <cmath>

#include "reference/coherence.hpp"
#include "reference/compression.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::reference {

DiffusionMap diffusion_map(const MatrixXd& G) {
  const VectorXd q = degree(G);
  const auto [lambda, psi] = symmetric_eigen_lapack(affinity(G));
  const VectorXd pi = q / q.sum();
  return {lambda, pi.cwiseSqrt().cwiseInverse().asDiagonal() * psi};
}

DiffusionMap compressed_map(const MatrixXd& KS) {
  DiffusionMap map = diffusion_map(KS);
  // P_S has no negative eigenvalue, but a zero one may be rounded to just below.
  map.eigenvalues = map.eigenvalues.cwiseMax(0).cwiseSqrt();
  return map;
}

MatrixXd interpolate_region_to_point(const MatrixXd& G, const Indices& region_of, const MatrixXd& phi) {
  return region_to_point(G, region_of, phi.rows()).transpose() * phi;
}

MatrixXd interpolate_point_to_region(const MatrixXd& G, const Indices& region_of, const MatrixXd& phi,
                                     const VectorXd& sigma) {
  return point_to_region(G, region_of, phi.rows()) * phi * sigma.cwiseInverse().asDiagonal();
}

MatrixXd diffusion_coordinates(const DiffusionMap& map, Index delta, double t) {
  const VectorXd scale = map.eigenvalues.segment(1, delta).array().pow(t);
  return map.vectors.middleCols(1, delta) * scale.asDiagonal();
}

}  // namespace codimap::reference
