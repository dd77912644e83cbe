// The same kernels twice: from the library and from the oracle.
#include "laws/library_kernels.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "laws/conversions.hpp"

namespace codimap::laws {

using reference::MatrixXd;
using reference::Random;

namespace {

double laplace(std::span<const double> x, std::span<const double> y) {
  double distance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) distance += std::abs(x[i] - y[i]);
  return std::exp(-distance);
}

MatrixXd laplace_kernel(const MatrixXd& X) {
  MatrixXd G(X.rows(), X.rows());
  for (Index x = 0; x < X.rows(); ++x) {
    for (Index y = 0; y < X.rows(); ++y) G(x, y) = std::exp(-(X.row(x) - X.row(y)).cwiseAbs().sum());
  }
  return G;
}

/// ε near the mean squared distance of normal points, times `width`.
KernelOptions gaussian(const MatrixXd& X, double width) {
  return {.kind = KernelKind::gaussian, .epsilon = width * static_cast<double>(X.cols())};
}

/// The oracle's G for the options, which name ε and k.
MatrixXd oracle_kernel(const MatrixXd& X, const KernelOptions& options) {
  MatrixXd G;
  if (options.kind == KernelKind::gaussian) G = reference::gaussian_kernel(X, *options.epsilon);
  if (options.kind == KernelKind::adaptive) G = reference::adaptive_kernel(X, options.bandwidth_neighbor);
  if (options.kind == KernelKind::function) G = laplace_kernel(X);
  if (*options.neighbors != dense) G = reference::keep_nearest(G, X, *options.neighbors);
  // What the dense kernel takes for 0: a whole row of it is less than 2^-40 of the smallest degree.
  else if (options.kind != KernelKind::function)
    G = (G.array() < 0x1p-40 * G.rowwise().sum().minCoeff() / static_cast<double>(X.rows())).select(0, G);
  return reference::normalize_density(G, options.density_normalization);
}

std::string describe(const MatrixXd& X, const KernelOptions& options, std::uint64_t seed) {
  const std::map<KernelKind, std::string> kinds{
      {KernelKind::adaptive, "adaptive"}, {KernelKind::gaussian, "gaussian"}, {KernelKind::function, "function"}};
  return kinds.at(options.kind) + ", neighbors " + std::to_string(*options.neighbors) +
         ", alpha " + std::to_string(options.density_normalization) + ", " + std::to_string(X.rows()) + " x " +
         std::to_string(X.cols()) + ", seed " + std::to_string(seed);
}

std::vector<MatrixXd> point_sets(std::uint64_t seed) {
  Random random(seed);
  std::vector<MatrixXd> sets{reference::random_points(random, 1, 2),
                             reference::random_points(random, 2, 1),
                             reference::random_points(random, 9, 3),
                             reference::with_copies(random, reference::random_points(random, 40, 2), 25),
                             reference::random_points(random, 50, 11),
                             reference::with_copies(random, reference::clustered_points(random, 70, 5, 3), 20)};
  // More points than a tile of the dense kernel has columns; once, since the oracle is slow.
  if (seed == 0) sets.push_back(reference::random_points(random, 280, 2));
  return sets;
}

/// Neighbours kept and α.
std::vector<std::pair<Index, double>> truncations_and_densities(Index points) {
  if (points > 100) return {{dense, 0.5}, {12, 1}};
  std::vector<std::pair<Index, double>> pairs;
  for (const Index neighbors : {dense, Index{2}, Index{5}, Index{12}}) {
    for (const double alpha : {0.0, 0.5, 1.0}) {
      if (neighbors <= points) pairs.emplace_back(neighbors, alpha);
    }
  }
  return pairs;
}

}  // namespace

std::vector<PointCase> point_cases(std::uint64_t seed) {
  std::vector<PointCase> cases;
  for (const MatrixXd& X : point_sets(seed)) {
    for (KernelOptions options : {gaussian(X, 0.5), gaussian(X, 8), KernelOptions{.kind = KernelKind::adaptive},
                                  KernelOptions{.kind = KernelKind::function, .function = laplace}}) {
      for (const auto& [neighbors, alpha] : truncations_and_densities(X.rows())) {
        options.neighbors = neighbors;
        options.density_normalization = alpha;
        cases.push_back({describe(X, options, seed), X, options, oracle_kernel(X, options)});
      }
    }
  }
  return cases;
}

std::vector<LibraryKernel> library_kernels(std::uint64_t seed) {
  std::vector<LibraryKernel> kernels;
  for (const PointCase& known : point_cases(seed)) {
    kernels.push_back({known.name, point_kernel(to_matrix(known.points), known.options), known.G});
  }
  Random random(seed);
  for (const double density : {0.03, 0.2, 0.9}) {
    for (const double alpha : {0.0, 1.0}) {
      const MatrixXd weights = reference::random_graph(random, 60, density);
      const MatrixXd G = reference::normalize_density(reference::graph_kernel(weights), alpha);
      kernels.push_back({"graph of density " + std::to_string(density) + ", alpha " + std::to_string(alpha),
                         graph_kernel(to_graph(weights), alpha), G});
    }
  }
  return kernels;
}

}  // namespace codimap::laws
