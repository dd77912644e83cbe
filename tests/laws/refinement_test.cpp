// The multilevel solver against LAPACK.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "codimap/model.hpp"
#include "laws/conversions.hpp"
#include "laws/refinement_problems.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;

double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

TEST(Refinement, FindsEveryVectorAndEstimatesHowFarItIsFromIt) {
  double least_ratio = 1e9;
  double largest_truth = 0;
  for (int seed = 0; seed < problems_to_solve(50); ++seed) {
    const WalkProblem problem = random_problem(static_cast<std::uint64_t>(seed), 200);
    const Index components = seed % 4 == 0 ? 32 : 10;
    SCOPED_TRACE(problem.name + ", " + std::to_string(components) + " components");
    const Solution found = solved_by_levels(*problem.kernel, to_estimate(components));
    const double truth =
        root_mean_square(true_angles(problem, symmetric_vectors(*problem.kernel, found.vectors)));
    const double told = root_mean_square(found.estimated_angles);
    EXPECT_LT(truth, 0.05);
    EXPECT_GE(told + 1e-6, truth / 3);  // LAPACK rounds as well
    for (Index c = 0; c < components; ++c) EXPECT_NEAR(found.values[c], problem.eigenvalues(c), 1e-3);
    if (truth > 1e-5) least_ratio = std::min(least_ratio, told / truth);
    largest_truth = std::max(largest_truth, truth);
  }
  std::printf("least estimate / truth %.2f, largest truth %.4f\n", least_ratio, largest_truth);
}

TEST(Refinement, ReachesTheResidualItIsAskedFor) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const WalkProblem problem = random_problem(seed, 200);
    SCOPED_TRACE(problem.name);
    const Solution found = solved_by_levels(*problem.kernel, to_residual(10, 1e-9));
    EXPECT_LE(found.steps, 15);
    for (Index c = 0; c < 10; ++c) {
      EXPECT_LE(found.residuals[c], 1e-9) << "component " << c;
      EXPECT_NEAR(found.values[c], problem.eigenvalues(c), 1e-11) << "component " << c;
    }
  }
}

std::shared_ptr<const Kernel> hypercube(Index dimension) {
  const Index n = Index{1} << dimension;
  Graph graph{.cols = n, .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> others;
    for (Index b = 0; b < dimension; ++b) others.push_back(i ^ (Index{1} << b));
    std::ranges::sort(others);
    for (const Index j : others) {
      graph.columns.push_back(static_cast<std::int32_t>(j));
      graph.values.push_back(1);
    }
    graph.offsets.push_back(std::ssize(graph.columns));
  }
  return graph_kernel(graph);
}

// 0.8 ten times, 0.6 forty-five times: thirteen components end among equals.
TEST(Refinement, FindsEveryCopyOfAnEigenvalueOfAHypercube) {
  const Solution found = solved_by_levels(*hypercube(10), to_residual(13, 1e-9));
  for (Index c = 0; c < 13; ++c) EXPECT_NEAR(found.values[c], c < 10 ? 0.8 : 0.6, 1e-10) << "component " << c;
}

TEST(Refinement, DoesNotMindTheUnitOfAffinities) {
  const WalkProblem problem = random_problem(6, 200);
  const MatrixXd G = to_eigen(*problem.kernel);
  const Solution found = solved_by_levels(*problem.kernel, to_estimate(10));
  for (const double unit : {1e-120, 1e-12, 1e120}) {
    const auto kernel = graph_kernel(to_graph(unit * G));
    const Solution scaled = solved_by_levels(*kernel, to_estimate(10));
    EXPECT_EQ(scaled.steps, found.steps);
    for (Index c = 0; c < 10; ++c) EXPECT_NEAR(scaled.values[c], found.values[c], 1e-5);
  }
}

TEST(Refinement, GivesTheSameBytesForAnyNumberOfThreads) {
  for (const std::uint64_t seed : {2, 5, 9}) {
    const auto kernel = random_kernel(seed, 1500);
    const Solution one = solved_by_levels(*kernel, to_estimate(10), {.threads = 1});
    for (const int threads : {2, 8}) {
      const Solution many = solved_by_levels(*kernel, to_estimate(10), {.threads = threads});
      EXPECT_EQ(many.values, one.values) << "seed " << seed;
      EXPECT_TRUE(std::equal(one.vectors.data(), one.vectors.data() + one.vectors.size(), many.vectors.data()));
    }
  }
}

// Copies of a point share one node.
TEST(Refinement, TakesCopiesOfPointsForOneNode) {
  reference::Random random(3);
  const MatrixXd points = reference::with_copies(random, reference::random_points(random, 700, 3), 300);
  const WalkProblem problem = solved("copies", point_kernel(to_matrix(points), {.neighbors = 12}));
  const Solution found = solved_by_levels(*problem.kernel, to_residual(8, 1e-8));
  for (Index c = 0; c < 8; ++c) EXPECT_NEAR(found.values[c], problem.eigenvalues(c), 1e-9);
  EXPECT_LT(root_mean_square(true_angles(problem, symmetric_vectors(*problem.kernel, found.vectors))), 1e-4);
}

// A hub that all others hang on leaves one node for all: there are no levels to speak of.
TEST(Refinement, TakesAGraphThatHasNoLevels) {
  constexpr Index leaves = 3000;
  const auto loop = [](Index leaf) { return leaf > 3 ? 0.5 : std::pow(10, static_cast<double>(leaf)); };
  Graph graph{.cols = leaves + 1, .offsets = {0}, .columns = {}, .values = {}};
  for (Index other = 1; other <= leaves; ++other) graph.columns.push_back(static_cast<std::int32_t>(other));
  graph.values.assign(graph.columns.size(), 1);
  graph.offsets.push_back(leaves);
  for (Index leaf = 1; leaf <= leaves; ++leaf) {
    graph.columns.insert(graph.columns.end(), {0, static_cast<std::int32_t>(leaf)});
    graph.values.insert(graph.values.end(), {1, loop(leaf)});
    graph.offsets.push_back(std::ssize(graph.columns));
  }
  const Solution found = solved_by_levels(*graph_kernel(graph), to_estimate(3));
  for (Index c = 0; c < 3; ++c)
    EXPECT_NEAR(found.values[c], loop(3 - c) / (loop(3 - c) + 1), 1e-3 * found.values[c]) << "a leaf with a loop is seldom left";
}

}  // namespace
}  // namespace codimap::laws
