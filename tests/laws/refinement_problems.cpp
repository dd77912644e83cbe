#include "laws/refinement_problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "codimap/shapes.hpp"
#include "laws/conversions.hpp"
#include "reference/symmetric_eigen.hpp"
#include "refinement/estimate.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

Index between(Random& random, Index low, Index high) {
  return low + static_cast<Index>(random() % static_cast<std::uint64_t>(high - low + 1));
}

double uniform(Random& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }

/// Weights of a graph that grows edge by edge.
class Builder {
 public:
  explicit Builder(Index nodes) : weights_(MatrixXd::Zero(nodes, nodes)) {}
  void join(Index i, Index j, double weight = 1) { weights_(i, j) = weights_(j, i) = weight; }
  void clique(Index first, Index size, double weight = 1) {
    for (Index i = first; i < first + size; ++i)
      for (Index j = first; j < i; ++j) join(i, j, weight);
  }
  [[nodiscard]] std::shared_ptr<const Kernel> kernel() const { return graph_kernel(to_graph(weights_)); }

 private:
  MatrixXd weights_;
};

/// Cliques in a ring, each with a path that leads nowhere.
std::shared_ptr<const Kernel> lollipops(Random& random, Index n) {
  const Index head = between(random, 6, 14);
  const Index stick = between(random, 4, 20);
  const Index count = n / (head + stick);
  Builder graph(count * (head + stick));
  for (Index l = 0; l < count; ++l) {
    const Index first = l * (head + stick);
    graph.clique(first, head);
    for (Index s = 0; s < stick; ++s) graph.join(first + (s == 0 ? 0 : head + s - 1), first + head + s);
    graph.join(first + 1, (l + 1) % count * (head + stick) + 2, std::pow(10, -2 * uniform(random)));
  }
  return graph.kernel();
}

/// Cliques joined to a tree by edges of weights over several powers of ten.
std::shared_ptr<const Kernel> tree_of_cliques(Random& random, Index n) {
  const Index size = between(random, 4, 12);
  const Index count = n / size;
  const double spread = 6 * uniform(random);
  Builder graph(count * size);
  for (Index c = 0; c < count; ++c) {
    graph.clique(c * size, size);
    if (c > 0) graph.join(c * size, between(random, 0, c * size - 1), std::pow(10, -spread * uniform(random)));
  }
  return graph.kernel();
}

std::shared_ptr<const Kernel> attachment_with_tendrils(Random& random, Index n) {
  const Index core = n * 2 / 3;
  Builder graph(n);
  std::vector<Index> ends{0, 1};
  graph.join(0, 1);
  for (Index i = 2; i < core; ++i)
    for (int e = 0; e < 3; ++e) {
      const Index other = ends[static_cast<std::size_t>(between(random, 0, std::ssize(ends) - 1))];
      if (other == i) continue;
      graph.join(i, other);
      ends.insert(ends.end(), {i, other});
    }
  const Index longest = between(random, 5, 40);
  for (Index i = core, left = 0; i < n; ++i, --left) {
    graph.join(i, left > 0 ? i - 1 : between(random, 0, core - 1));
    if (left <= 0) left = between(random, 1, longest);
  }
  return graph.kernel();
}

std::shared_ptr<const Kernel> nearest(const MatrixXd& points) {
  return point_kernel(to_matrix(points), {.neighbors = 12});
}

std::shared_ptr<const Kernel> cloud(Random& random, Index n) {
  return nearest(reference::random_points(random, n, between(random, 2, 12)));
}

std::shared_ptr<const Kernel> heavy_tails(Random& random, Index n) {
  MatrixXd points = reference::random_points(random, n, between(random, 2, 6));
  for (Index i = 0; i < n; ++i) points.row(i) /= std::pow(uniform(random), 0.5);
  return nearest(points);
}

std::shared_ptr<const Kernel> roll(Random& random, Index n) {
  return nearest(to_eigen(generate(Shape::swiss_roll, {.points = n, .seed = random()})));
}

std::shared_ptr<const Kernel> weighted_grid(Random& random, Index n) {
  const Index rows = between(random, 3, 20);
  const Index cols = n / rows;
  const double spread = 3 * uniform(random);
  Builder graph(rows * cols);
  for (Index i = 0; i < rows * cols; ++i) {
    if (i % cols + 1 < cols) graph.join(i, i + 1, std::pow(10, -spread * uniform(random)));
    if (i + cols < rows * cols) graph.join(i, i + cols, std::pow(10, -spread * uniform(random)));
  }
  return graph.kernel();
}

std::shared_ptr<const Kernel> random_tree(Random& random, Index n) {
  Builder graph(n);
  for (Index i = 1; i < n; ++i)
    graph.join(i, between(random, std::max<Index>(0, i - 20), i - 1), std::pow(10, -2 * uniform(random)));
  return graph.kernel();
}

std::shared_ptr<const Kernel> cycle(Random&, Index n) {
  Builder graph(n);
  for (Index i = 0; i < n; ++i) graph.join(i, (i + 1) % n);
  return graph.kernel();
}

std::shared_ptr<const Kernel> every_pair(Random& random, Index n) {
  return point_kernel(to_matrix(reference::random_points(random, n, 2)),
                      {.kind = KernelKind::gaussian, .epsilon = 0.25 + uniform(random), .neighbors = dense});
}

struct Family {
  const char* name;
  std::shared_ptr<const Kernel> (*make)(Random&, Index);
};

constexpr std::array<Family, 10> families{{{"lollipops", lollipops},
                                           {"tree of cliques", tree_of_cliques},
                                           {"attachment with tendrils", attachment_with_tendrils},
                                           {"cloud", cloud},
                                           {"heavy tails", heavy_tails},
                                           {"roll", roll},
                                           {"weighted grid", weighted_grid},
                                           {"tree", random_tree},
                                           {"cycle", cycle},
                                           {"every pair", every_pair}}};

/// The kernel of the largest connected component.
std::shared_ptr<const Kernel> largest_part(std::shared_ptr<const Kernel> kernel) {
  const Components parts = connected_components(*kernel);
  if (parts.sizes.size() == 1) return kernel;
  std::vector<Index> points;
  for (Index i = 0; i < kernel->size(); ++i)
    if (parts.component_of[static_cast<std::size_t>(i)] == 0) points.push_back(i);
  return kernel->restricted_to(points, {});
}

}  // namespace

WalkProblem solved(std::string name, std::shared_ptr<const Kernel> kernel) {
  WalkProblem problem{.name = std::move(name), .kernel = std::move(kernel), .A = {}, .eigenvalues = {}, .vectors = {}};
  const VectorXd root = to_eigen(problem.kernel->degree()).cwiseSqrt();
  const VectorXd inverse = root.cwiseInverse();
  problem.A = inverse.asDiagonal() * to_eigen(*problem.kernel) * inverse.asDiagonal();
  // The eigenvalue 1 of the trivial vector goes to −4, below all others.
  const VectorXd trivial = root.normalized();
  const auto pairs = reference::symmetric_eigen_lapack(problem.A - 5 * trivial * trivial.transpose());
  problem.eigenvalues = pairs.values.head(root.size() - 1);
  problem.vectors = pairs.vectors.leftCols(root.size() - 1);
  return problem;
}

std::shared_ptr<const Kernel> random_kernel(std::uint64_t seed, Index least) {
  Random random(seed);
  return largest_part(families[seed % families.size()].make(random, between(random, least, 2 * least)));
}

WalkProblem random_problem(std::uint64_t seed, Index least) {
  return solved(families[seed % families.size()].name + (", seed " + std::to_string(seed)), random_kernel(seed, least));
}

Solution solved_by_levels(const Kernel& kernel, const SolveOptions& options, const Execution& run) {
  std::vector<Index> region_of(static_cast<std::size_t>(kernel.size()));
  constexpr Index regions = 60;
  for (Index i = 0; i < kernel.size(); ++i) region_of[static_cast<std::size_t>(i)] = i * regions / kernel.size();
  KnownRegions known{.region_of = region_of, .count = regions, .affinity = {}};
  if (kernel.stored_rows().empty()) known.affinity = kernel.region_sums(region_of, regions, run);
  return solve(levels_of(kernel, known, block_columns(options.components), run), options, run);
}

SolveOptions to_estimate(Index components, std::uint64_t seed) {
  return {.components = components,
          .excess = [](const Convergence& now) { return estimate_excess(now.estimated_angles, 0.025); },
          .seed = seed};
}

SolveOptions to_residual(Index components, double residual) {
  return {.components = components,
          .excess =
              [=](const Convergence& now) {
                return *std::max_element(now.residuals.begin(), now.residuals.begin() + components) / residual;
              },
          .to_residual = true,
          .max_steps = 200};
}

MatrixXd symmetric_vectors(const Kernel& kernel, const Matrix<double>& phi) {
  return (to_eigen(kernel.degree()).cwiseSqrt().asDiagonal() * to_eigen(phi)).colwise().normalized();
}

std::vector<double> true_angles(const WalkProblem& problem, const MatrixXd& psi) {
  std::vector<double> angles;
  const MatrixXd overlap = problem.vectors.transpose() * psi;
  for (Index c = 0; c < psi.cols(); ++c) {
    const double value = 1 - problem.eigenvalues(c);
    double inside = 0;
    for (Index j = 0; j < problem.eigenvalues.size(); ++j)
      if (j == c || std::abs(1 - problem.eigenvalues(j) - value) < 1e-5 * value) inside += std::pow(overlap(j, c), 2);
    angles.push_back(std::acos(std::min(1.0, std::sqrt(inside))));
  }
  return angles;
}

int problems_to_solve(int otherwise) {
  const char* asked = std::getenv("CODIMAP_PROBLEMS");
  return asked != nullptr ? std::atoi(asked) : otherwise;
}

}  // namespace codimap::laws
