// Sec. II and III of the paper, one loop for each integral.
#include "reference/kernel.hpp"

#include <algorithm>
#include <cmath>

namespace codimap::reference {

namespace {

/// The first row of each set of equal rows, ascending.
Indices distinct_points(const MatrixXd& D2) {
  Indices distinct;
  for (Index x = 0; x < D2.rows(); ++x) {
    const bool seen = std::any_of(distinct.begin(), distinct.end(), [&](Index y) { return D2(x, y) == 0; });
    if (!seen) distinct.push_back(x);
  }
  return distinct;
}

/// The distinct points, nearest to x first.
Indices by_distance(const MatrixXd& D2, Indices distinct, Index x) {
  std::stable_sort(distinct.begin(), distinct.end(), [&](Index y, Index z) { return D2(x, y) < D2(x, z); });
  return distinct;
}

}  // namespace

MatrixXd squared_distances(const MatrixXd& X) {
  MatrixXd D2 = MatrixXd::Zero(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y) {
      for (Index i = 0; i < X.cols(); ++i) D2(x, y) += (X(x, i) - X(y, i)) * (X(x, i) - X(y, i));
    }
  }
  return D2;
}

MatrixXd gaussian_kernel(const MatrixXd& X, double epsilon) { return (-squared_distances(X).array() / epsilon).exp(); }

VectorXd local_scales(const MatrixXd& X, Index number) {
  const MatrixXd D2 = squared_distances(X);
  const Indices distinct = distinct_points(D2);
  const std::size_t place = std::min(static_cast<std::size_t>(number), distinct.size() - 1);  // x itself is at 0
  VectorXd s(X.rows());
  for (Index x = 0; x < X.rows(); ++x) s(x) = std::sqrt(D2(x, by_distance(D2, distinct, x)[place]));
  return s;
}

MatrixXd adaptive_kernel(const MatrixXd& X, Index number) {
  const MatrixXd D2 = squared_distances(X);
  const VectorXd s = local_scales(X, number);
  MatrixXd G(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y)
      G(x, y) = D2(x, y) == 0 ? 2 : std::exp(-D2(x, y) / (s(x) * s(x))) + std::exp(-D2(x, y) / (s(y) * s(y)));
  }
  return G;
}

MatrixXd keep_nearest(const MatrixXd& G, const MatrixXd& X, Index k) {
  const MatrixXd D2 = squared_distances(X);
  const Indices distinct = distinct_points(D2);
  const std::size_t kept = std::min(static_cast<std::size_t>(k), distinct.size());
  Eigen::MatrixX<bool> near = Eigen::MatrixX<bool>::Constant(X.rows(), X.rows(), false);
  for (Index x = 0; x < X.rows(); ++x) {
    const Indices nearest = by_distance(D2, distinct, x);
    for (Index y = 0; y < X.rows(); ++y) {
      for (std::size_t i = 0; i < kept; ++i) near(x, y) = near(x, y) || D2(y, nearest[i]) == 0;
    }
  }
  MatrixXd result = MatrixXd::Zero(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y) result(x, y) = near(x, y) || near(y, x) ? G(x, y) : 0;
  }
  return result;
}

MatrixXd normalize_density(const MatrixXd& G, double alpha) {
  const VectorXd weight = degree(G).array().pow(-alpha);
  return weight.asDiagonal() * G * weight.asDiagonal();
}

MatrixXd graph_kernel(const MatrixXd& weights) {
  MatrixXd G = weights;
  for (Index x = 0; x < G.rows(); ++x) {
    if (weights.row(x).sum() == 0) G(x, x) = 1;
  }
  return G;
}

VectorXd degree(const MatrixXd& G) { return G.rowwise().sum(); }

MatrixXd transition(const MatrixXd& G) { return degree(G).cwiseInverse().asDiagonal() * G; }

MatrixXd mgc_kernel(const MatrixXd& G, const VectorXd& mu) {
  MatrixXd K = MatrixXd::Zero(G.rows(), G.rows());
  for (Index x = 0; x < G.rows(); ++x) {
    for (Index y = 0; y < G.rows(); ++y) {
      for (Index r = 0; r < G.rows(); ++r) K(x, y) += G(x, r) * G(y, r) * mu(r);
    }
  }
  return K;
}

MatrixXd inverse_density_kernel(const MatrixXd& G) { return mgc_kernel(G, degree(G).cwiseInverse()); }

}  // namespace codimap::reference
