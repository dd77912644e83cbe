#include "laws/refinement_problems.hpp"

#include <algorithm>
#include <cmath>

#include "laws/conversions.hpp"
#include "reference/coherence.hpp"
#include "reference/kernel.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

Index between(Random& random, Index low, Index high) {
  return low + static_cast<Index>(random() % static_cast<std::uint64_t>(high - low + 1));
}

MatrixXd cycle(Index N) {
  MatrixXd G = MatrixXd::Zero(N, N);
  for (Index i = 0; i < N; ++i) G(i, (i + 1) % N) = G((i + 1) % N, i) = 1;
  return G;
}

/// exp(−d²/ε) where either is among the k nearest of the other.
MatrixXd few_neighbors(const MatrixXd& X, double epsilon, Index k) {
  const MatrixXd D2 = reference::squared_distances(X);
  MatrixXd G = MatrixXd::Zero(X.rows(), X.rows());
  for (Index i = 0; i < X.rows(); ++i) {
    Indices order(static_cast<std::size_t>(X.rows()));
    for (Index j = 0; j < X.rows(); ++j) order[static_cast<std::size_t>(j)] = j;
    std::ranges::sort(order, {}, [&](Index j) { return D2(i, j); });
    for (Index n = 0; n < k; ++n) {
      const Index j = order[static_cast<std::size_t>(n)];
      G(i, j) = G(j, i) = std::exp(-D2(i, j) / epsilon);
    }
  }
  return G;
}

MatrixXd side_by_side(const MatrixXd& G, Index copies) {
  MatrixXd all = MatrixXd::Zero(G.rows() * copies, G.rows() * copies);
  for (Index c = 0; c < copies; ++c) all.block(c * G.rows(), c * G.rows(), G.rows(), G.rows()) = G;
  return all;
}

MatrixXd random_kernel(Random& random, std::string& name) {
  const Index N = between(random, 30, 90);
  const double epsilon = std::pow(10, -1 + 2 * static_cast<double>(random() % 1000) / 1000);
  switch (random() % 6) {
    case 0:
      name = "points in all pairs";
      return reference::gaussian_kernel(reference::random_points(random, N, 2), 1 + epsilon);
    case 1:
      name = "clusters in all pairs";
      return reference::gaussian_kernel(reference::clustered_points(random, N, 3, 4), 10 + 5 * epsilon);
    case 2:
      name = "few neighbours";
      return few_neighbors(reference::random_points(random, N, 2), epsilon, between(random, 4, 10));
    case 3:
      name = "few neighbours in clusters";
      return few_neighbors(reference::clustered_points(random, N, 5, 3), 5 + epsilon, between(random, 5, 12));
    case 4:
      name = "random graph";
      return reference::random_graph(random, N, 0.15);
    default:
      name = random() % 2 == 0 ? "cycle" : "complete graph";
      return name == "cycle" ? cycle(N) : MatrixXd(MatrixXd::Ones(N, N) - 0.9 * MatrixXd::Identity(N, N));
  }
}

/// Components by walking until nothing new is met.
Indices components_of(const MatrixXd& G) {
  Indices component(static_cast<std::size_t>(G.rows()), -1);
  Index count = 0;
  for (Index start = 0; start < G.rows(); ++start) {
    if (component[static_cast<std::size_t>(start)] >= 0) continue;
    Indices open{start};
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      if (component[static_cast<std::size_t>(i)] >= 0) continue;
      component[static_cast<std::size_t>(i)] = count;
      for (Index j = 0; j < G.rows(); ++j)
        if (G(i, j) > 0 && component[static_cast<std::size_t>(j)] < 0) open.push_back(j);
    }
    ++count;
  }
  return component;
}

}  // namespace

SmallProblem solved(const MatrixXd& G) {
  SmallProblem problem;
  const VectorXd q = reference::degree(G);
  problem.A = reference::affinity(G);
  const Indices component = components_of(G);
  problem.trivial = MatrixXd::Zero(G.rows(), *std::ranges::max_element(component) + 1);
  for (Index i = 0; i < G.rows(); ++i) problem.trivial(i, component[static_cast<std::size_t>(i)]) = std::sqrt(q(i));
  problem.trivial.colwise().normalize();
  // The eigenvalue 1 of the trivial vectors goes to −4, below all others.
  const auto pairs = reference::symmetric_eigen_lapack(problem.A - 5 * problem.trivial * problem.trivial.transpose());
  const Index rest = G.rows() - problem.trivial.cols();
  problem.eigenvalues = pairs.values.head(rest);
  problem.vectors = pairs.vectors.leftCols(rest);
  return problem;
}

SmallProblem small_problem(std::uint64_t seed) {
  Random random(seed);
  std::string name;
  MatrixXd G = random_kernel(random, name);
  for (Index i = 0; i < G.rows(); ++i)
    if (G.row(i).sum() <= 0) G(i, i) = 1;
  const Index copies = random() % 5 == 0 ? between(random, 2, 5) : 1;
  SmallProblem problem = solved(side_by_side(G, copies));
  problem.name = std::to_string(copies) + " times " + name + ", seed " + std::to_string(seed);
  return problem;
}

RefineStart random_region_start(const SmallProblem& problem, Random& random, Index columns) {
  const Index N = problem.A.rows();
  const Index regions = std::min(N, columns + static_cast<Index>(problem.trivial.cols()) + 5);
  const Indices region_of = reference::random_partition(random, N, regions);
  MatrixXd indicator = MatrixXd::Zero(N, regions);
  for (Index i = 0; i < N; ++i) indicator(i, region_of[static_cast<std::size_t>(i)]) = 1;
  MatrixXd block = problem.A * indicator;
  block -= problem.trivial * (problem.trivial.transpose() * block);
  const auto [squares, left] = reference::symmetric_eigen_lapack(block * block.transpose());
  RefineStart start;
  start.vectors = to_matrix(MatrixXd(left.leftCols(columns)));
  for (Index c = 0; c < columns; ++c)
    start.values.push_back(0.9 * std::sqrt(std::max(0.0, squares(c)) / std::max(1e-300, squares(0))));
  return start;
}

RefinedPairs refined(const SmallProblem& problem, RefineStart start, Index components,
                     const std::function<double(const RefinedPairs&)>& excess) {
  const auto multiply = [&](MatrixView<double> block, const std::function<void(Index, Index, double*)>& consume) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const RowMajor> columns(block.data(), block.rows(), block.cols());
    Matrix<double> image = to_matrix(MatrixXd(problem.A * columns));
    consume(0, image.rows(), image.data());
  };
  const Matrix<double> trivial = to_matrix(problem.trivial);
  return refine({.multiply = multiply}, trivial, std::move(start), {.components = components, .excess = excess}, {});
}

}  // namespace codimap::laws
