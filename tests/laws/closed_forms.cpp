// Spectra by formula.
#include "laws/closed_forms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>

namespace codimap::laws {

using reference::Index;
using reference::MatrixXd;
using reference::VectorXd;
using std::numbers::pi;

namespace {

VectorXd descending(Index count, const std::function<double(Index)>& eigenvalue) {
  VectorXd values = VectorXd::NullaryExpr(count, eigenvalue);
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

MatrixXd weights(Index nodes, const std::function<bool(Index, Index)>& joined) {
  return MatrixXd::NullaryExpr(nodes, nodes, [&](Index x, Index y) { return joined(x, y) ? 1.0 : 0.0; });
}

double angle(Index k, Index n) { return 2 * pi * static_cast<double>(k) / static_cast<double>(n); }

KnownGraph cycle(Index n) {
  return {"cycle of " + std::to_string(n), cycle_weights(n),
          descending(n, [n](Index k) { return std::cos(angle(k, n)); })};
}

KnownGraph cycle_with_loops(Index n, double loop) {
  return {"cycle of " + std::to_string(n) + " with loops", cycle_weights(n) + loop * MatrixXd::Identity(n, n),
          descending(n, [=](Index k) { return (loop + 2 * std::cos(angle(k, n))) / (loop + 2); })};
}

KnownGraph path(Index n) {
  return {"path of " + std::to_string(n), weights(n, [](Index x, Index y) { return std::abs(x - y) == 1; }),
          descending(n, [n](Index k) { return std::cos(angle(k, 2 * (n - 1))); })};
}

KnownGraph complete(Index n) {
  return {"complete graph of " + std::to_string(n), weights(n, [](Index x, Index y) { return x != y; }),
          descending(n, [n](Index k) { return k == 0 ? 1 : -1 / static_cast<double>(n - 1); })};
}

KnownGraph star(Index n) {
  return {"star of " + std::to_string(n), weights(n, [](Index x, Index y) { return (x == 0) != (y == 0); }),
          descending(n, [](Index k) { return k == 0   ? 1
                                             : k == 1 ? -1
                                                      : 0; })};
}

int ones(Index x) { return std::popcount(static_cast<std::uint64_t>(x)); }

KnownGraph hypercube(Index dimension) {
  return {
      "hypercube of dimension " + std::to_string(dimension),
      weights(Index{1} << dimension, [](Index x, Index y) { return ones(x ^ y) == 1; }),
      descending(Index{1} << dimension, [=](Index k) { return 1 - 2.0 * ones(k) / static_cast<double>(dimension); })};
}

/// n points on a circle of the given radius.
MatrixXd circle(Index n, double radius) {
  MatrixXd points(n, 2);
  for (Index x = 0; x < n; ++x) points.row(x) << radius * std::cos(angle(x, n)), radius * std::sin(angle(x, n));
  return points;
}

/// Eigenvalues k = 0 … n − 1 of the walk on it: the Fourier transform of a row, over its sum.
VectorXd circle_eigenvalues(Index n, double radius, double epsilon) {
  VectorXd transform = VectorXd::Zero(n);
  for (Index k = 0; k < n; ++k) {
    for (Index m = 0; m < n; ++m) {
      const double chord = 2 * radius * std::sin(angle(m, 2 * n));
      transform(k) += std::exp(-chord * chord / epsilon) * std::cos(angle(k * m % n, n));
    }
  }
  return transform / transform(0);
}

KnownPoints known_circle(Index n, double radius, double epsilon) {
  const VectorXd lambda = circle_eigenvalues(n, radius, epsilon);
  return {"circle of " + std::to_string(n), circle(n, radius), epsilon,
          descending(n, [&](Index k) { return lambda(k); })};
}

KnownPoints known_torus(Index n, Index m, double radius, double epsilon) {
  const MatrixXd major = circle(n, 1);
  const MatrixXd minor = circle(m, radius);
  MatrixXd points(n * m, 4);
  for (Index x = 0; x < n * m; ++x) points.row(x) << major.row(x / m), minor.row(x % m);
  const VectorXd of_major = circle_eigenvalues(n, 1, epsilon);
  const VectorXd of_minor = circle_eigenvalues(m, radius, epsilon);
  return {"torus of " + std::to_string(n) + " by " + std::to_string(m), points, epsilon,
          descending(n * m, [&](Index k) { return of_major(k / m) * of_minor(k % m); })};
}

}  // namespace

MatrixXd cycle_weights(Index nodes) {
  return weights(nodes, [nodes](Index x, Index y) { return (x + 1) % nodes == y || (y + 1) % nodes == x; });
}

std::vector<KnownGraph> known_graphs() {
  return {cycle(3),
          cycle(20),
          cycle(101),
          cycle_with_loops(12, 1),
          cycle_with_loops(20, 3),
          path(2),
          path(3),
          path(50),
          complete(2),
          complete(30),
          star(10),
          hypercube(1),
          hypercube(3),
          hypercube(7)};
}

std::vector<KnownPoints> known_points() {
  return {known_circle(12, 1, 0.5), known_circle(64, 1, 0.05), known_circle(101, 2, 0.3), known_torus(12, 9, 0.5, 0.4),
          known_torus(10, 10, 1, 0.3)};
}

}  // namespace codimap::laws
