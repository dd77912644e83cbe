// Random inputs of many sizes and dimensions.
#include "reference/problems.hpp"

#include <algorithm>
#include <numeric>

namespace codimap::reference {

namespace {

double uniform(Random& random) { return std::uniform_real_distribution<double>(1e-12, 1)(random); }

Index below(Random& random, Index bound) { return std::uniform_int_distribution<Index>(0, bound - 1)(random); }

}  // namespace

MatrixXd random_points(Random& random, Index count, Index dimensions) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(count, dimensions, [&] { return normal(random); });
}

MatrixXd clustered_points(Random& random, Index count, Index dimensions, Index clusters) {
  const MatrixXd centres = 5 * random_points(random, clusters, dimensions);
  MatrixXd X = random_points(random, count, dimensions);
  for (Index x = 0; x < count; ++x) X.row(x) += centres.row(below(random, clusters));
  return X;
}

MatrixXd with_copies(Random& random, MatrixXd X, Index copies) {
  for (Index i = 0; i < copies; ++i) {
    const Index from = below(random, X.rows());
    X.row(below(random, X.rows())) = X.row(from).eval();
  }
  return X;
}

MatrixXd random_graph(Random& random, Index nodes, double density) {
  MatrixXd weights = MatrixXd::Zero(nodes, nodes);
  for (Index x = 0; x < nodes; ++x) {
    for (Index y = 0; y <= x; ++y) {
      if (uniform(random) < density) weights(x, y) = weights(y, x) = uniform(random);
    }
  }
  return weights;
}

Indices random_partition(Random& random, Index points, Index n) {
  Indices region_of(points);
  for (Index x = 0; x < points; ++x) region_of[x] = x < n ? x : below(random, n);
  std::shuffle(region_of.begin(), region_of.end(), random);
  return region_of;
}

Indices merged(const Indices& region_of, const Indices& new_region) {
  Indices result;
  for (const Index region : region_of) result.push_back(new_region[region]);
  return result;
}

Indices random_subset(Random& random, Index points, Index n) {
  Indices all(points);
  std::iota(all.begin(), all.end(), Index{0});
  Indices chosen;
  std::sample(all.begin(), all.end(), std::back_inserter(chosen), n, random);
  return chosen;
}

VectorXd random_uniforms(Random& random, Index count) {
  return VectorXd::NullaryExpr(count, [&] { return uniform(random); });
}

MatrixXd random_rotation(Random& random, Index dimensions) {
  return random_points(random, dimensions, dimensions).householderQr().householderQ();
}

std::vector<Problem> random_kernels(std::uint64_t seed) {
  Random random(seed);
  std::vector<Problem> problems;
  const auto add = [&](const std::string& name, const MatrixXd& G, bool positive_semidefinite) {
    problems.push_back(
        {name + ", " + std::to_string(G.rows()) + " points, seed " + std::to_string(seed), G, positive_semidefinite});
  };
  const MatrixXd few = random_points(random, 2 + below(random, 4), 1);
  add("Gaussian on a line", gaussian_kernel(few, 0.5), true);
  const MatrixXd flat = random_points(random, 10 + below(random, 30), 2);
  add("Gaussian in the plane", gaussian_kernel(flat, 0.3), true);
  add("wide Gaussian", gaussian_kernel(flat, 20), true);
  add("Gaussian without density", normalize_density(gaussian_kernel(flat, 1), 1), true);
  add("adaptive", adaptive_kernel(flat), false);
  const MatrixXd copied = with_copies(random, random_points(random, 20 + below(random, 20), 5), 10);
  add("Gaussian with copies", gaussian_kernel(copied, 4), true);
  add("truncated with copies", keep_nearest(gaussian_kernel(copied, 4), copied, 4), false);
  add("adaptive with copies", normalize_density(adaptive_kernel(copied), 0.5), false);
  const MatrixXd clusters = clustered_points(random, 30 + below(random, 30), 10, 3);
  add("clusters", gaussian_kernel(clusters, 30), true);
  add("truncated adaptive clusters", keep_nearest(adaptive_kernel(clusters), clusters, 5), false);
  add("sparse graph", graph_kernel(random_graph(random, 20 + below(random, 20), 0.08)), false);
  add("dense graph", graph_kernel(random_graph(random, 10 + below(random, 30), 0.7)), false);
  return problems;
}

}  // namespace codimap::reference
