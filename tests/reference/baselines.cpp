// The formulas of the landmark methods.
#include "reference/baselines.hpp"

#include <cmath>

#include "reference/partition.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::reference {

namespace {

MatrixXd rownorm(const MatrixXd& matrix) { return matrix.rowwise().sum().cwiseInverse().asDiagonal() * matrix; }

}  // namespace

NystromMap nystrom_map(const MatrixXd& K, const MatrixXd& k, const VectorXd& c) {
  // M = D⁻¹KC has the symmetric conjugate C^½D^-½·K·D^-½C^½; ψ = (CD)^-½v then scales to Σ c ψ² = 1.
  const VectorXd D = K * c;
  const VectorXd side = (c.array() / D.array()).sqrt();
  const auto [lambda, v] = symmetric_eigen_lapack(side.asDiagonal() * K * side.asDiagonal());
  MatrixXd psi = (c.array() * D.array()).rsqrt().matrix().asDiagonal() * v;
  for (Index j = 0; j < psi.cols(); ++j) psi.col(j) /= std::sqrt((c.array() * psi.col(j).array().square()).sum());
  const MatrixXd weights = rownorm(k * c.asDiagonal());
  return {lambda, psi, weights * psi * lambda.cwiseInverse().asDiagonal()};
}

RoselandMap roseland_map(const MatrixXd& W) {
  const VectorXd D = W * (W.transpose() * VectorXd::Ones(W.rows()));
  const MatrixXd scaled = D.array().rsqrt().matrix().asDiagonal() * W;
  const Eigen::JacobiSVD<MatrixXd> svd(scaled, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.singularValues().array().square(), D.array().rsqrt().matrix().asDiagonal() * svd.matrixU()};
}

MatrixXd interpolate_centroids(const MatrixXd& k, const MatrixXd& vectors) { return rownorm(k) * vectors; }

LandmarkOperator landmark_operator(const MatrixXd& G, const Indices& region_of, Index n) {
  const MatrixXd C = indicator(region_of, n);
  return {rownorm(C.transpose() * G), rownorm(G * C)};
}

}  // namespace codimap::reference
