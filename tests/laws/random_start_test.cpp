// Small graphs, refined from random vectors instead of a compressed map.
#include "embedding/random_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "codimap/model.hpp"
#include "embedding/refined_map.hpp"
#include "laws/conversions.hpp"
#include "reference/kernel.hpp"
#include "reference/problems.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::VectorXd;

/// Points of many dimensions, whose walk mixes soon: nothing crowds.
std::shared_ptr<const Kernel> mixing_graph() {
  reference::Random random(7);
  return point_kernel(to_matrix(reference::random_points(random, 1500, 8)), {.neighbors = 20});
}

/// Of the symmetric walk A.
reference::Eigenpairs exact_pairs(const Kernel& kernel) {
  const MatrixXd G = to_eigen(kernel);
  const VectorXd root = G.rowwise().sum().cwiseSqrt();
  return reference::symmetric_eigen_lapack(root.cwiseInverse().asDiagonal() * G * root.cwiseInverse().asDiagonal());
}

TEST(RandomStart, LeadsToTheLeadingPairs) {
  const auto kernel = mixing_graph();
  const DiffusionAffinity affinity(*kernel);
  ASSERT_TRUE(is_small_graph(affinity, {}));
  const auto map = refined_small_graph(affinity, 12, 1e-8, 1, {});
  ASSERT_TRUE(map);
  const reference::Eigenpairs exact = exact_pairs(*kernel);
  for (Index i = 0; i < 12; ++i) {
    EXPECT_NEAR(map->eigenvalues[i], exact.values(i + 1), 1e-9) << "component " << i;
    EXPECT_LE(map->residuals[i], 1e-8) << "component " << i;
  }
}

// Nothing above it is missing: as certain as with random vectors beside a start.
TEST(RandomStart, SaysDownToWhereNothingIsMissing) {
  const auto kernel = mixing_graph();
  const auto map = refined_small_graph(DiffusionAffinity(*kernel), 12, 1e-6, 1, {});
  ASSERT_TRUE(map);
  const double above = map->certificate.searched_above;
  EXPECT_LT(above, map->eigenvalues.back());
  EXPECT_GT(above, exact_pairs(*kernel).values(30)) << "no space of 26 columns knows that much";
}

/// Nodes in a row, each with an edge to itself.
std::shared_ptr<const Kernel> path_kernel(std::int32_t nodes, double loop) {
  Graph path{.cols = nodes, .offsets = {0}, .columns = {}, .values = {}};
  for (std::int32_t i = 0; i < nodes; ++i) {
    for (const std::int32_t other : {i - 1, i, i + 1})
      if (other >= 0 && other < nodes) {
        path.columns.push_back(other);
        path.values.push_back(other == i ? loop : 1);
      }
    path.offsets.push_back(static_cast<Index>(path.columns.size()));
  }
  return graph_kernel(path);
}

TEST(RandomStart, IsNoneWhereTheSpectrumCrowds) {
  EXPECT_FALSE(refined_small_graph(DiffusionAffinity(*path_kernel(1200, 1)), 12, 1e-4, 1, {}));
}

// A walk that mostly stays where it is: no eigenvalue is below 0.9, so that the first filter damps none.
TEST(RandomStart, TakesAWalkWithoutSmallEigenvalues) {
  const auto kernel = path_kernel(400, 40);
  const auto map = refined_small_graph(DiffusionAffinity(*kernel), 12, 1e-9, 1, {});
  ASSERT_TRUE(map);
  const reference::Eigenpairs exact = exact_pairs(*kernel);
  for (Index i = 0; i < 12; ++i) EXPECT_NEAR(map->eigenvalues[i], exact.values(i + 1), 1e-10) << "component " << i;
}

TEST(RandomStart, IsForGraphsAlone) {
  reference::Random random(7);
  const auto full = point_kernel(to_matrix(reference::random_points(random, 600, 8)), {.neighbors = dense});
  EXPECT_FALSE(is_small_graph(DiffusionAffinity(*full), {}));
}

// Twelve copies of the same points, far apart: eleven times 1 beside the trivial vector, then every value twelvefold.
TEST(RandomStart, FindsEveryCopyOfAnEigenvalue) {
  constexpr Index size = 60;
  constexpr Index copies = 12;
  reference::Random random(3);
  const MatrixXd one = reference::random_points(random, size, 6);
  Matrix<double> points(size * copies, 6);
  for (Index i = 0; i < points.rows(); ++i)
    for (Index c = 0; c < 6; ++c) points(i, c) = one(i % size, c) + (c == 0 ? 1000 * static_cast<double>(i / size) : 0);
  const auto kernel = point_kernel(points, {.kind = KernelKind::gaussian, .neighbors = 25});
  const auto map = refined_small_graph(DiffusionAffinity(*kernel), 23, 1e-7, 1, {});
  ASSERT_TRUE(map);
  const reference::Eigenpairs exact = exact_pairs(*kernel);
  for (Index i = 0; i < 23; ++i) EXPECT_NEAR(map->eigenvalues[i], exact.values(i + 1), 1e-9) << "component " << i;
  EXPECT_NEAR(map->eigenvalues[10], 1, 1e-12);
  EXPECT_NEAR(map->eigenvalues[11], map->eigenvalues[22], 1e-9);
  EXPECT_LT(map->eigenvalues[11], 0.99);
}

TEST(RandomStart, GivesTheSameBytesForAnyNumberOfThreads) {
  reference::Random random(7);
  const Matrix<double> points = to_matrix(reference::random_points(random, 1500, 8));
  const Options options{.kernel = {.neighbors = 20}, .map = {.components = 12, .refine = 1e-6}};
  const Matrix<double> one = fit(points, options, {.threads = 1}).result().embedding;
  for (const int threads : {2, 5}) {
    const Matrix<double> many = fit(points, options, {.threads = threads}).result().embedding;
    ASSERT_EQ(many.size(), one.size());
    EXPECT_TRUE(std::equal(one.data(), one.data() + one.size(), many.data())) << threads << " threads";
  }
}

}  // namespace
}  // namespace codimap::laws
