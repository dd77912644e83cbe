#include "reference/published_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace codimap::reference {
namespace {

/// All points, nearest to x first, x itself before them.
Indices nearest_first(const MatrixXd& D2, Index x) {
  Indices order(static_cast<std::size_t>(D2.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index y, Index z) { return D2(x, y) < D2(x, z); });
  return order;
}

/// 1 where y is in N_k(x) or y = x.
MatrixXd lists(const MatrixXd& D2, Index k) {
  MatrixXd listed = MatrixXd::Zero(D2.rows(), D2.rows());
  for (Index x = 0; x < D2.rows(); ++x) {
    const Indices order = nearest_first(D2, x);
    for (Index j = 0; j <= k; ++j) listed(x, order[j]) = 1;
  }
  return listed;
}

/// The distance from x to its other point of this number.
double distance_to(const MatrixXd& D2, Index x, Index number) { return std::sqrt(D2(x, nearest_first(D2, x)[number])); }

}  // namespace

MatrixXd alpha_decay_kernel(const MatrixXd& X, Index J, double decay, Index k) {
  const MatrixXd D2 = squared_distances(X);
  MatrixXd a = lists(D2, k);
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y) {
      a(x, y) *= std::exp(-std::pow(std::sqrt(D2(x, y)) / distance_to(D2, x, J), decay));
      if (a(x, y) < 1e-4) a(x, y) = 0;
    }
  }
  return a + a.transpose();
}

MatrixXd umap_kernel(const MatrixXd& X, Index k) {
  const MatrixXd D2 = squared_distances(X);
  MatrixXd a = lists(D2, k);
  a.diagonal().setZero();
  for (Index x = 0; x < X.rows(); ++x) {
    const double rho = distance_to(D2, x, 1);
    const auto membership = [&](Index y, double sigma) {
      return std::exp(-std::max(std::sqrt(D2(x, y)) - rho, 0.0) / sigma);
    };
    double low = 0, high = 1e6;
    while (high - low > 1e-12 * high) {
      const double middle = (low + high) / 2;
      double sum = 0;
      for (Index y = 0; y < X.rows(); ++y) sum += a(x, y) > 0 ? membership(y, middle) : 0;
      (sum > std::log2(static_cast<double>(k + 1)) ? high : low) = middle;
    }
    for (Index y = 0; y < X.rows(); ++y) a(x, y) *= membership(y, high);
  }
  return a + a.transpose() - a.cwiseProduct(a.transpose());
}

MatrixXd local_gaussian_kernel(const MatrixXd& X, Index J, Index k) {
  const MatrixXd D2 = squared_distances(X);
  const MatrixXd listed = lists(D2, k);
  VectorXd sigma(X.rows());
  for (Index x = 0; x < X.rows(); ++x)
    sigma(x) = (distance_to(D2, x, J) + distance_to(D2, x, J - 1) + distance_to(D2, x, J - 2)) / 6;
  MatrixXd G = MatrixXd::Zero(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y) {
      if (x == y || listed(x, y) + listed(y, x) == 0) continue;
      const double squares = sigma(x) * sigma(x) + sigma(y) * sigma(y);
      G(x, y) = std::sqrt(2 * sigma(x) * sigma(y) / squares) * std::exp(-D2(x, y) / squares);
    }
  }
  return G;
}

Bgh bgh(const std::vector<double>& squared_distances) {
  const auto log_sum = [&](int power) {
    double sum = 0;
    for (const double z : squared_distances) sum += std::exp(-z / (4 * std::pow(2.0, power)));
    return std::log(sum);
  };
  Bgh best{1, 0};
  for (int power = -40; power < 40; ++power) {
    const double slope = (log_sum(power + 1) - log_sum(power)) / std::numbers::ln2;
    if (2 * slope > best.dimension) best = {std::pow(2.0, power), 2 * slope};
  }
  return best;
}

MatrixXd variable_bandwidth_kernel(const MatrixXd& X, Index J, Index k, VectorXd& b) {
  const MatrixXd D2 = squared_distances(X);
  const MatrixXd listed = lists(D2, k);
  VectorXd rho(X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    double sum = 0;
    for (Index j = 1; j <= J; ++j) sum += std::pow(distance_to(D2, x, j), 2);
    rho(x) = std::sqrt(sum / static_cast<double>(J));
  }
  const auto scaled = [&](const VectorXd& width) {
    std::vector<double> z;
    for (Index x = 0; x < X.rows(); ++x)
      for (Index y = 0; y < X.rows(); ++y)
        if (listed(x, y) > 0) z.push_back(D2(x, y) / (width(x) * width(y)));
    return z;
  };
  const Bgh of_density = bgh(scaled(rho));
  const double dimension = std::round(of_density.dimension);
  b.resize(X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    double density = 0;
    for (Index y = 0; y < X.rows(); ++y)
      if (listed(x, y) > 0) density += std::exp(-D2(x, y) / (4 * of_density.epsilon * rho(x) * rho(y)));
    density /= static_cast<double>(X.rows()) * std::pow(rho(x), dimension) *
               std::pow(4 * std::numbers::pi * of_density.epsilon, dimension / 2);
    b(x) = std::pow(density, -1 / (dimension + 2));
  }
  const double epsilon = bgh(scaled(b)).epsilon;
  MatrixXd G = MatrixXd::Zero(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x)
    for (Index y = 0; y < X.rows(); ++y)
      if (listed(x, y) + listed(y, x) > 0) G(x, y) = std::exp(-D2(x, y) / (4 * epsilon * b(x) * b(y)));
  return G;
}

}  // namespace codimap::reference
