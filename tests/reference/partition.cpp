// Centroids by coherence, regions by angular diffusion distance.
#include "reference/partition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/coherence.hpp"

namespace codimap::reference {

Indices choose_centroids(const VectorXd& rho, const VectorXd& u, Index n) {
  const VectorXd key = -u.array().log() / rho.array();
  Indices order(rho.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index x, Index y) { return key(x) < key(y); });
  order.resize(n);
  std::sort(order.begin(), order.end());
  return order;
}

Indices nearest_centroid(const MatrixXd& A, const Indices& L, int t) {
  const MatrixXd Dc = angular_diffusion_distance(A, t);
  Indices region_of(A.rows());
  for (Index x = 0; x < A.rows(); ++x) {
    const auto nearest = std::min_element(L.begin(), L.end(), [&](Index y, Index z) { return Dc(x, y) < Dc(x, z); });
    region_of[x] = nearest - L.begin();
  }
  return region_of;
}

MatrixXd indicator(const Indices& region_of, Index n) {
  MatrixXd C = MatrixXd::Zero(static_cast<Index>(region_of.size()), n);
  for (std::size_t x = 0; x < region_of.size(); ++x) C(static_cast<Index>(x), region_of[x]) = 1;
  return C;
}

}  // namespace codimap::reference
