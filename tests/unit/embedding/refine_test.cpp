// Refinement on a walk whose spectrum is known: the cycle, where every eigenvalue but the ends is double.
#include "embedding/refine.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "codimap/kernel.hpp"
#include "unit/linalg/random_matrix.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

constexpr Index size = 600;
constexpr Index components = 6;

double exact_value(Index component) {
  return std::cos(2 * std::numbers::pi * static_cast<double>(component / 2 + 1) / static_cast<double>(size));
}

/// Refines exact vectors that noise was added to until every residual is at most `residual`.
RefinedPairs refined(double residual, bool with_floats, int threads, double weight = 1) {
  const Execution run = test::with_threads(threads);
  Graph cycle = chain(size, true);
  for (double& value : cycle.values) value *= weight;
  const auto kernel = graph_kernel(std::move(cycle));
  const DiffusionAffinity affinity(*kernel);
  Matrix<double> trivial(size, 1);
  for (Index i = 0; i < size; ++i) trivial(i, 0) = 1 / std::sqrt(static_cast<double>(size));
  RefineStart start{.values = {}, .vectors = test::random_matrix(size, 2 * components, 5)};
  for (Index c = 0; c < 2 * components; ++c) {
    start.values.push_back(exact_value(c));
    for (Index i = 0; i < size; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i * (c / 2 + 1)) / static_cast<double>(size);
      start.vectors(i, c) = (c % 2 == 0 ? std::cos(angle) : std::sin(angle)) + 0.01 * start.vectors(i, c);
      start.vectors(i, c) *= std::sqrt(2.0 / static_cast<double>(size));
    }
  }
  RefineOperator walk = products_of(affinity, run);
  if (!with_floats) walk.walk_float = {};
  const auto excess = [residual](const RefinedPairs& now) {
    return *std::max_element(now.pairs.residuals.begin(), now.pairs.residuals.begin() + components) / residual;
  };
  return refine(walk, trivial, std::move(start), {.components = components, .excess = excess}, run);
}

TEST(Refine, ReachesResidualsThatFloatsCanNotThoughItFiltersInFloats) {
  const RefinedPairs found = refined(1e-11, true, 1);
  EXPECT_LT(found.products, 1000);
  for (Index c = 0; c < components; ++c) {
    EXPECT_LE(found.pairs.residuals[static_cast<std::size_t>(c)], 1e-11);
    EXPECT_NEAR(found.pairs.values[static_cast<std::size_t>(c)], exact_value(c), 1e-12);
  }
}

TEST(Refine, TakesHardlyMoreProductsInFloatsThanInDoublesWhileRoundingDoesNotMatter) {
  // How long a filter is goes by residuals, in which rounding shows.
  EXPECT_LE(refined(1e-5, true, 1).products, 1.05 * static_cast<double>(refined(1e-5, false, 1).products));
}

TEST(Refine, DoesNotMindTheUnitOfAffinities) {
  const RefinedPairs found = refined(1e-6, true, 1);
  for (const double weight : {1e-120, 1e-12, 1e120}) {
    const RefinedPairs scaled = refined(1e-6, true, 1, weight);
    EXPECT_LE(std::abs(scaled.products - found.products), found.products / 20) << "but for rounding";
    for (std::size_t c = 0; c < components; ++c) EXPECT_NEAR(scaled.pairs.values[c], found.pairs.values[c], 1e-12);
  }
}

TEST(Refine, GivesTheSameBytesForAnyNumberOfThreads) {
  const RefinedPairs one = refined(1e-6, true, 1);
  for (const int threads : {2, 8})
    EXPECT_TRUE(test::same_bytes(refined(1e-6, true, threads).pairs.vectors, one.pairs.vectors));
}

}  // namespace
}  // namespace codimap
