// Def. 2 and the probabilities of Theorem 2, one loop for each integral.
#include "reference/compression.hpp"

namespace codimap::reference {

namespace {

Index region(const Indices& region_of, Index x) { return region_of[x]; }

}  // namespace

MatrixXd point_region_affinity(const MatrixXd& G, const Indices& region_of, Index n) {
  MatrixXd B = MatrixXd::Zero(G.rows(), n);
  for (Index x = 0; x < G.rows(); ++x) {
    for (Index y = 0; y < G.rows(); ++y) B(x, region(region_of, y)) += G(x, y);
  }
  return B;
}

MatrixXd compressed_kernel(const MatrixXd& G, const Indices& region_of, Index n) {
  const MatrixXd K = inverse_density_kernel(G);
  MatrixXd KS = MatrixXd::Zero(n, n);
  for (Index x = 0; x < G.rows(); ++x) {
    for (Index y = 0; y < G.rows(); ++y) KS(region(region_of, x), region(region_of, y)) += K(x, y);
  }
  return KS;
}

VectorXd region_degree(const MatrixXd& KS) { return KS.rowwise().sum(); }

MatrixXd compressed_transition(const MatrixXd& KS) { return region_degree(KS).cwiseInverse().asDiagonal() * KS; }

MatrixXd region_to_point(const MatrixXd& G, const Indices& region_of, Index n) {
  const MatrixXd P = transition(G);
  const VectorXd q = degree(G);
  const VectorXd dS = region_degree(compressed_kernel(G, region_of, n));
  MatrixXd probability = MatrixXd::Zero(n, G.rows());
  for (Index x = 0; x < G.rows(); ++x) {
    const Index S = region(region_of, x);
    for (Index r = 0; r < G.rows(); ++r) probability(S, r) += P(x, r) * q(x) / dS(S);
  }
  return probability;
}

MatrixXd point_to_region(const MatrixXd& G, const Indices& region_of, Index n) {
  const MatrixXd P = transition(G);
  MatrixXd probability = MatrixXd::Zero(G.rows(), n);
  for (Index r = 0; r < G.rows(); ++r) {
    for (Index y = 0; y < G.rows(); ++y) probability(r, region(region_of, y)) += P(r, y);
  }
  return probability;
}

}  // namespace codimap::reference
