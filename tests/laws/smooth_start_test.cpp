// The start that refinement takes where eigenvalues crowd to 1: Rayleigh and Ritz on what interpolation can give.
#include "embedding/smooth_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "codimap/model.hpp"
#include "laws/conversions.hpp"
#include "linalg/pencil.hpp"
#include "reference/kernel.hpp"
#include "reference/problems.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::VectorXd;

/// A lattice of nodes with edges to those at most `reach` apart: flat, so that eigenvalues crowd to 1.
Graph lattice(Index rows, Index cols, Index reach) {
  Graph graph{.cols = rows * cols, .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) {
      for (Index u = std::max<Index>(0, i - reach); u <= std::min(rows - 1, i + reach); ++u)
        for (Index v = std::max<Index>(0, j - reach); v <= std::min(cols - 1, j + reach); ++v) {
          graph.columns.push_back(static_cast<std::int32_t>(u * cols + v));
          graph.values.push_back(std::exp(-static_cast<double>((u - i) * (u - i) + (v - j) * (v - j)) / 4));
        }
      graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
    }
  return graph;
}

TEST(Pencil, HasTheEigenvaluesOfTheDenseOne) {
  const Graph graph = lattice(6, 50, 2);
  const MatrixXd G = to_eigen(*graph_kernel(graph));
  const VectorXd q = G.rowwise().sum();
  MatrixXd C = MatrixXd::Zero(300, 150);
  for (Index i = 0; i < 300; ++i) C(i, i / 2) = 1;
  const MatrixXd P = q.cwiseInverse().asDiagonal() * G * C;
  const MatrixXd b = P.transpose() * q.asDiagonal() * P;
  const MatrixXd a = P.transpose() * G * P;
  const auto found = largest_pencil_pairs(to_graph(a), to_graph(b), 12, {.shift = 0.01, .tolerance = 1e-10}, {});
  ASSERT_TRUE(found);
  const auto [lengths, axes] = reference::symmetric_eigen_lapack(b);
  const MatrixXd half = axes * lengths.cwiseSqrt().cwiseInverse().asDiagonal();
  const VectorXd exact = reference::symmetric_eigen_lapack(half.transpose() * a * half).values;
  const MatrixXd y = to_eigen(found->vectors);
  for (Index i = 0; i < 12; ++i) {
    EXPECT_NEAR(found->values[i], exact(i + 1), 1e-9) << "pair " << i;
    EXPECT_LT((a * y.col(i) - found->values[i] * b * y.col(i)).norm(), 1e-7 * (b * y.col(i)).norm()) << "pair " << i;
  }
}

TEST(Pencil, IsRefusedWhereItIsSingular) {
  const SparseRows ones{.cols = 2, .offsets = {0, 2, 4}, .columns = {0, 1, 0, 1}, .values = {1, 1, 1, 1}};
  EXPECT_FALSE(largest_pencil_pairs(ones, ones, 1, {}, {}));
}

TEST(SmoothStart, ComesNearToTheEigenvectorsAndNeverAboveAnEigenvalue) {
  const auto kernel = graph_kernel(lattice(24, 60, 3));
  const DiffusionAffinity affinity(*kernel);
  const std::vector<double> guess(16, 0.95);
  const auto start = smooth_start(affinity, guess, 10, 16, 1, {});
  ASSERT_TRUE(start);
  const MatrixXd G = to_eigen(*kernel);
  const VectorXd root = G.rowwise().sum().cwiseSqrt();
  const auto exact =
      reference::symmetric_eigen_lapack(root.cwiseInverse().asDiagonal() * G * root.cwiseInverse().asDiagonal());
  const MatrixXd psi = (root.asDiagonal() * to_eigen(start->vectors)).colwise().normalized();
  for (Index i = 0; i < 10; ++i) {
    EXPECT_LE(start->eigenvalues[i], exact.values(i + 1) + 1e-9) << "component " << i;
    EXPECT_GT(start->eigenvalues[i], exact.values(i + 1) - 0.1 * (1 - exact.values(i + 1))) << "component " << i;
  }
  // As a space: a lattice has eigenvalues that are nearly double.
  const MatrixXd cosines = psi.leftCols(10).transpose() * exact.vectors.middleCols(1, 10);
  EXPECT_GT(reference::symmetric_eigen_lapack(cosines.transpose() * cosines).values.minCoeff(), 0.9);
}

TEST(SmoothStart, IsTakenOnlyWhereItPays) {
  const std::vector<double> crowded(16, 0.95);
  std::vector<double> apart(16, 0.2);
  std::fill_n(apart.begin(), 10, 0.9);
  const auto flat = graph_kernel(lattice(24, 60, 3));
  EXPECT_FALSE(smooth_start(DiffusionAffinity(*flat), apart, 10, 16, 1, {})) << "a filter is quick there";
  const auto small = graph_kernel(lattice(10, 60, 3));
  EXPECT_FALSE(smooth_start(DiffusionAffinity(*small), crowded, 10, 16, 1, {})) << "too few regions";
  reference::Random random(1);
  const Matrix<double> points = to_matrix(reference::random_points(random, 2000, 12));
  const auto noise = point_kernel(points, {.neighbors = 20});
  EXPECT_FALSE(smooth_start(DiffusionAffinity(*noise), crowded, 10, 16, 1, {})) << "two steps lead everywhere";
  const auto full = point_kernel(points, {.neighbors = dense});
  EXPECT_FALSE(smooth_start(DiffusionAffinity(*full), crowded, 10, 16, 1, {})) << "nothing is sparse";
}

TEST(SmoothStart, LeadsToTheExactMapWithTheSameBytesForAnyNumberOfThreads) {
  const Graph graph = lattice(24, 60, 3);
  const Options options{.map = {.components = 10}};
  const Result exact = fit(graph, {.method = Method::exact, .map = {.components = 10}}).result();
  const Result one = fit(graph, options, {.threads = 1}).result();
  EXPECT_LT(compare(exact.embedding, one.embedding).sse, 0.05 * 10 / 32);
  for (const int threads : {2, 8}) {
    const Result many = fit(graph, options, {.threads = threads}).result();
    EXPECT_EQ(many.eigenvalues, one.eigenvalues);
    EXPECT_TRUE(std::equal(many.embedding.data(), many.embedding.data() + many.embedding.size(), one.embedding.data()));
  }
}

/// The graph and pairs of nodes that are tied to each other and, weakly, to one of its nodes.
Graph with_pairs(const Graph& graph, Index pairs, double weak) {
  MatrixXd G = MatrixXd::Zero(graph.rows() + 2 * pairs, graph.rows() + 2 * pairs);
  for (Index i = 0; i < graph.rows(); ++i)
    for (Index e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e) G(i, graph.columns[e]) = graph.values[e];
  for (Index p = 0; p < pairs; ++p) {
    const Index a = graph.rows() + 2 * p;
    const Index near = p * graph.rows() / pairs;
    G(a, a) = G(a + 1, a + 1) = G(a, a + 1) = G(a + 1, a) = 1;
    G(a, near) = G(near, a) = G(a + 1, near) = G(near, a + 1) = weak;
  }
  return to_graph(G);
}

TEST(SmoothStart, HasWhatLivesOnTwoPointsThatARegionHasWithOthers) {
  const Graph graph = with_pairs(lattice(24, 60, 3), 6, 0.003);
  const auto kernel = graph_kernel(graph);
  const std::vector<double> guess(20, 0.95);
  const MatrixXd G = to_eigen(*kernel);
  const VectorXd root = G.rowwise().sum().cwiseSqrt();
  const auto exact =
      reference::symmetric_eigen_lapack(root.cwiseInverse().asDiagonal() * G * root.cwiseInverse().asDiagonal());
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto start = smooth_start(DiffusionAffinity(*kernel), guess, 12, 20, seed, {});
    ASSERT_TRUE(start);
    const MatrixXd psi = (root.asDiagonal() * to_eigen(start->vectors)).colwise().normalized();
    EXPECT_GT((psi.transpose() * exact.vectors.middleCols(1, 12)).jacobiSvd().singularValues().minCoeff(), 0.9)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace codimap::laws
