// Refinement against LAPACK, where eigenvalues are multiple, crowd to 1, or are missing from the start.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/conversions.hpp"
#include "laws/refinement_problems.hpp"
#include "reference/comparison.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

MatrixXd cycle(Index N) {
  MatrixXd G = MatrixXd::Zero(N, N);
  for (Index i = 0; i < N; ++i) G(i, (i + 1) % N) = G((i + 1) % N, i) = 1;
  return G;
}

/// Until every residual is at most this.
auto to_residual(double residual, Index components) {
  return [=](const RefinedPairs& now) {
    const auto& found = now.pairs.residuals;
    return *std::max_element(found.begin(), found.begin() + components) / residual;
  };
}

void expect_all_copies(const SmallProblem& problem, Index components, std::uint64_t seed) {
  Random random(seed);
  const RefinedPairs found =
      refined(problem, random_region_start(problem, random, components + 4), components, to_residual(1e-9, components));
  for (Index i = 0; i < components; ++i)
    EXPECT_NEAR(found.pairs.values[i], problem.eigenvalues(i), 1e-9) << "component " << i << ", seed " << seed;
}

TEST(Refinement, FindsBothCopiesOfEachEigenvalueOfACycle) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) expect_all_copies(solved(cycle(20)), 7, seed);
}

TEST(Refinement, FindsTheOneEigenvalueOfACompleteGraphAsOftenAsItIsAskedFor) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    expect_all_copies(solved(MatrixXd::Ones(40, 40) - MatrixXd::Identity(40, 40)), 9, seed);
}

TEST(Refinement, FindsEveryCopyOfTheSpectrumOfFiveDisconnectedParts) {
  MatrixXd G = MatrixXd::Zero(5 * 24, 5 * 24);
  for (Index part = 0; part < 5; ++part) G.block(24 * part, 24 * part, 24, 24) = cycle(24);
  for (std::uint64_t seed = 0; seed < 5; ++seed) expect_all_copies(solved(G), 20, seed);
}

// The start has nothing of the first three eigenvectors: only random vectors can bring them in.
TEST(Refinement, FindsWhatTheStartHasNothingOf) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SmallProblem problem = small_problem(seed);
    const Index components = 4;
    const MatrixXd others = problem.vectors.middleCols(3, 8);
    RefineStart start{.values = {}, .vectors = to_matrix(others)};
    for (Index c = 0; c < 8; ++c) start.values.push_back(problem.eigenvalues(3 + c));
    const RefinedPairs found = refined(problem, std::move(start), components, to_residual(1e-6, components));
    for (Index i = 0; i < components; ++i)
      EXPECT_NEAR(found.pairs.values[i], problem.eigenvalues(i), 1e-9) << problem.name << ", component " << i;
  }
}

TEST(Refinement, NeedsNoSpareColumnsInItsStart) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const SmallProblem problem = small_problem(seed);
    Random random(seed);
    const RefinedPairs found = refined(problem, random_region_start(problem, random, 5), 5, to_residual(1e-7, 5));
    for (Index i = 0; i < 5; ++i) EXPECT_NEAR(found.pairs.values[i], problem.eigenvalues(i), 1e-9) << problem.name;
  }
}

TEST(Refinement, EstimatesHowFarItIsFromTheExactVectors) {
  int judged = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const SmallProblem problem = small_problem(seed);
    const Index components = 4;
    // Vectors of close eigenvalues have no angle of their own.
    const VectorXd gaps = problem.eigenvalues.head(components) - problem.eigenvalues.segment(1, components);
    if (gaps.minCoeff() < 1e-3) continue;
    Random random(seed);
    const RefinedPairs found =
        refined(problem, random_region_start(problem, random, components + 6), components,
                [](const RefinedPairs& now) { return std::ranges::max(now.estimated_angles) / 0.03; });
    const MatrixXd vectors = to_eigen(found.pairs.vectors).leftCols(components);
    const double sse = reference::sum_of_squared_errors(problem.vectors.leftCols(components), vectors);
    EXPECT_LT(sse, 4 * 0.05 * 0.05) << problem.name;
    ++judged;
  }
  EXPECT_GT(judged, 10);
}

}  // namespace
}  // namespace codimap::laws
