#include "linalg/stress.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/parallel.hpp"
#include "linalg/block_lanczos.hpp"
#include "linalg/dense.hpp"
#include "linalg/eigen_map.hpp"

namespace codimap {
namespace {

constexpr Index most_steps = 150;
constexpr double still = 1e-4;  // a step that moves positions by less of their size is the last
/// How far beyond the minimum of its bound a step goes. Twice as far would still not raise the stress; this takes a
/// third of the steps.
constexpr double further = 0.7;

double mean_distance(const Matrix<double>& distances) {
  const double n = static_cast<double>(distances.rows());
  return std::accumulate(distances.data(), distances.data() + distances.size(), 0.0) / (n * (n - 1));
}

/// −½·J·D²·J with J the centring: the inner products of points with these distances, where there are such.
Matrix<double> inner_products(const Matrix<double>& distances) {
  const Index n = distances.rows();
  Matrix<double> products(n, n);
  std::vector<double> means(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) products(i, j) = -0.5 * distances(i, j) * distances(i, j);
    means[i] = std::accumulate(products.row(i).begin(), products.row(i).end(), 0.0) / static_cast<double>(n);
  }
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) products(i, j) += mean - means[i] - means[j];
  return products;
}

/// Classical scaling: the leading eigenvectors of the inner products, times the roots of their eigenvalues.
Matrix<double> classical_positions(const Matrix<double>& distances, Index dimensions, const Execution& run) {
  const Index n = distances.rows();
  Matrix<double> products = inner_products(distances);
  const double norm = map_of(products).norm();
  map_of(products) /= norm;  // the eigensolver's tolerance is for a norm of about 1
  const auto multiply = [&](MatrixView<double> block) { return product(products, block, run); };
  const LanczosOptions options{.tolerance = 1e-4, .search_again = false, .dense_size = 64};
  const Index count = std::min(dimensions, n - 1);
  const EigenPairs leading = largest_eigenpairs(multiply, n, count, Matrix<double>(n, 0), options, run);
  Matrix<double> positions(n, dimensions);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < count; ++c)
      positions(i, c) = leading.vectors(i, c) * std::sqrt(norm * std::max(leading.values[c], 0.0));
  return positions;
}

/// The quadratic form that bounds the stress from above, factored: L of the weights 1/D, made regular by a constant in
/// the direction that nothing depends on.
Eigen::LLT<Eigen::MatrixXd> factored_bound(const Matrix<double>& distances, double least) {
  const Index n = distances.rows();
  Eigen::MatrixXd form(n, n);
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j < n; ++j) {
      const double weight = i == j ? 0 : 1 / std::max(distances(i, j), least);
      form(i, j) = -weight;
      sum += weight;
    }
    form(i, i) = sum;
  }
  form.array() += form.diagonal().mean() / static_cast<double>(n);
  return Eigen::LLT<Eigen::MatrixXd>(form);
}

/// Σ_i (x_j − x_i)/‖x_j − x_i‖ for each j: the other side of the bound's equations, where weight times distance is 1.
/// Coordinates lie one after another, so that each j is a lane of its own and sums run over i. It takes less than a
/// millisecond, which is too little to share out among threads.
Eigen::MatrixXd directions(const Eigen::MatrixXd& x) {
  const Index dimensions = x.cols();
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(x.rows(), dimensions);
  std::vector<double> weight(static_cast<std::size_t>(x.rows()));
  for (Index i = 0; i < x.rows(); ++i) {
    std::ranges::fill(weight, 1e-300);  // of two at one place neither has a direction
    for (Index c = 0; c < dimensions; ++c) {
      const double* column = x.col(c).data();
      const double at = x(i, c);
      for (std::size_t j = 0; j < weight.size(); ++j) weight[j] += (column[j] - at) * (column[j] - at);
    }
    for (double& value : weight) value = 1 / std::sqrt(value);
    for (Index c = 0; c < dimensions; ++c) {
      const double* column = x.col(c).data();
      double* sum = sums.col(c).data();
      const double at = x(i, c);
      for (std::size_t j = 0; j < weight.size(); ++j) sum[j] += weight[j] * (column[j] - at);
    }
  }
  return sums;
}

}  // namespace

Matrix<double> positions_by_stress(const Matrix<double>& distances, Index dimensions, const Execution& run) {
  const Index n = distances.rows();
  const double mean = n > 1 ? mean_distance(distances) : 0;
  if (!(mean > 0)) return {n, dimensions};
  Matrix<double> positions = classical_positions(distances, dimensions, run);
  const Eigen::LLT<Eigen::MatrixXd> bound = factored_bound(distances, 1e-3 * mean);
  Eigen::MatrixXd x = map_of(positions);
  for (Index step = 0; step < most_steps; ++step) {
    stop_if_cancelled(run);
    const Eigen::MatrixXd move = bound.solve(directions(x)) - x;
    x += (1 + further) * move;
    if (move.norm() < still * x.norm()) break;
  }
  map_of(positions) = x;
  return positions;
}

}  // namespace codimap
