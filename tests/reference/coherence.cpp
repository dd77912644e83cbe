// Def. 3 to 5 and Prop. 4 of the paper.
#include "reference/coherence.hpp"

#include <cmath>

#include "reference/symmetric_eigen.hpp"

namespace codimap::reference {

MatrixXd affinity(const MatrixXd& G) {
  const VectorXd q = degree(G);
  MatrixXd A(G.rows(), G.rows());
  for (Index x = 0; x < G.rows(); ++x) {
    for (Index y = 0; y < G.rows(); ++y) A(x, y) = G(x, y) / std::sqrt(q(x) * q(y));
  }
  return A;
}

MatrixXd power(const MatrixXd& A, int t) {
  MatrixXd result = A;
  for (int step = 1; step < t; ++step) result = (result * A).eval();
  return result;
}

VectorXd coherence(const MatrixXd& A, int t) { return power(A, t).rowwise().squaredNorm(); }

VectorXd order_coherence(const MatrixXd& A, Index l) {
  return symmetric_eigen_lapack(A).vectors.leftCols(l).rowwise().squaredNorm();
}

MatrixXd squared_diffusion_distance(const MatrixXd& A, int t) {
  const MatrixXd At = power(A, t);
  MatrixXd D2(A.rows(), A.rows());
  for (Index x = 0; x < A.rows(); ++x) {
    for (Index y = 0; y < A.rows(); ++y) D2(x, y) = (At.row(x) - At.row(y)).squaredNorm();
  }
  return D2;
}

MatrixXd squared_diffusion_distance_spectral(const MatrixXd& A, int t) {
  const auto [lambda, psi] = symmetric_eigen_lapack(A);
  MatrixXd D2 = MatrixXd::Zero(A.rows(), A.rows());
  for (Index x = 0; x < A.rows(); ++x) {
    for (Index y = 0; y < A.rows(); ++y) {
      for (Index j = 0; j < A.rows(); ++j) {
        D2(x, y) += std::pow(lambda(j), 2 * t) * (psi(x, j) - psi(y, j)) * (psi(x, j) - psi(y, j));
      }
    }
  }
  return D2;
}

MatrixXd diffusion_cosine(const MatrixXd& A, int t) {
  const MatrixXd A2t = power(A, 2 * t);  // = Σ_j λ_j^2t ψ_j(x)ψ_j(y), by the spectral theorem
  const VectorXd rho = coherence(A, t);
  MatrixXd cosine(A.rows(), A.rows());
  for (Index x = 0; x < A.rows(); ++x) {
    for (Index y = 0; y < A.rows(); ++y) cosine(x, y) = A2t(x, y) / std::sqrt(rho(x) * rho(y));
  }
  return cosine.cwiseMin(1).cwiseMax(0);
}

MatrixXd angular_diffusion_distance(const MatrixXd& A, int t) { return diffusion_cosine(A, t).array().acos(); }

}  // namespace codimap::reference
