// Eigenpairs of sparse matrices: closed forms, the dense solver, residuals.
#include "linalg/sparse_eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"
#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

/// The lazy walk on a cycle: eigenvalues ½ + ½cos(2πj/n), all but the first and the last double.
SparseRows lazy_cycle(Index nodes) {
  SparseRows walk{.cols = nodes, .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < nodes; ++i) {
    std::vector<std::pair<std::int32_t, double>> row{{static_cast<std::int32_t>(i), 0.5}};
    for (const Index j : {(i + 1) % nodes, (i + nodes - 1) % nodes})
      row.emplace_back(static_cast<std::int32_t>(j), 0.25);
    std::sort(row.begin(), row.end());
    for (const auto& [column, value] : row) {
      walk.columns.push_back(column);
      walk.values.push_back(value);
    }
    walk.offsets.push_back(static_cast<Index>(walk.columns.size()));
  }
  return walk;
}

/// A random symmetric walk: G of `entries` neighbours a row, divided by the square roots of its degrees.
SparseRows random_walk(Index nodes, Index entries) {
  Matrix<double> affinity(nodes, nodes);
  for (Index i = 0; i < nodes; ++i) {
    affinity(i, i) = 2;
    for (Index e = 0; e < entries; ++e) {
      const auto j =
          static_cast<Index>(random_bits(3, RandomStream::sample, static_cast<std::uint64_t>(i * entries + e)) %
                             static_cast<std::uint64_t>(nodes));
      affinity(i, j) = affinity(j, i) = 1;
    }
  }
  std::vector<double> degree(static_cast<std::size_t>(nodes));
  for (Index i = 0; i < nodes; ++i)
    for (const double value : affinity.row(i)) degree[static_cast<std::size_t>(i)] += value;
  SparseRows walk{.cols = nodes, .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < nodes; ++i) {
    for (Index j = 0; j < nodes; ++j) {
      if (affinity(i, j) == 0) continue;
      walk.columns.push_back(static_cast<std::int32_t>(j));
      walk.values.push_back(affinity(i, j) /
                            std::sqrt(degree[static_cast<std::size_t>(i)] * degree[static_cast<std::size_t>(j)]));
    }
    walk.offsets.push_back(static_cast<Index>(walk.columns.size()));
  }
  return walk;
}

double largest_residual(const SparseRows& a, const EigenPairs& pairs) {
  Matrix<double> scaled = pairs.vectors;
  for (Index i = 0; i < scaled.rows(); ++i)
    for (Index c = 0; c < scaled.cols(); ++c) scaled(i, c) *= pairs.values[static_cast<std::size_t>(c)];
  return largest_difference(product(a, pairs.vectors), scaled);
}

TEST(SparseEigen, FindsCrowdedDoubleEigenvaluesOfALongCycle) {
  constexpr Index nodes = 5000;
  const SparseRows walk = lazy_cycle(nodes);
  Matrix<double> known(nodes, 1);
  for (Index i = 0; i < nodes; ++i) known(i, 0) = 1 / std::sqrt(static_cast<double>(nodes));
  const EigenPairs pairs = largest_eigenpairs(walk, 20, known, {.tolerance = 1e-12}, {});
  for (std::size_t c = 0; c < 20; ++c) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(c / 2 + 1) / static_cast<double>(nodes);
    EXPECT_NEAR(pairs.values[c], 0.5 + 0.5 * std::cos(angle), 1e-13);
  }
  EXPECT_LT(distance_from_orthonormal(pairs.vectors), 1e-12);
  EXPECT_LT(largest_residual(walk, pairs), 1e-11);
}

TEST(SparseEigen, AgreesWithTheDenseSolverAndIsTheSameForAnyNumberOfThreads) {
  const SparseRows walk = random_walk(400, 3);
  const EigenPairs all = symmetric_eigen(to_dense(walk));
  const auto found = largest_eigenpairs(walk, 12, Matrix<double>(400, 0), {.tolerance = 1e-12}, with_threads(1));
  for (std::size_t c = 0; c < 12; ++c) EXPECT_NEAR(found.values[c], all.values[c], 1e-12);
  EXPECT_LT(largest_residual(walk, found), 1e-10);
  for (const int threads : {2, 8}) {
    const auto again =
        largest_eigenpairs(walk, 12, Matrix<double>(400, 0), {.tolerance = 1e-12}, with_threads(threads));
    EXPECT_EQ(again.values, found.values);
    EXPECT_TRUE(same_bytes(again.vectors, found.vectors));
  }
}

TEST(SparseEigen, TakesTheMatrixAsItIsWhereFactoringWouldFillIt) {
  const SparseRows walk = random_walk(1400, 16);
  const auto found = largest_eigenpairs(walk, 6, Matrix<double>(1400, 0), {.tolerance = 1e-10}, {});
  EXPECT_NEAR(found.values.front(), 1, 1e-12);
  EXPECT_LT(largest_residual(walk, found), 1e-9);
  EXPECT_LT(distance_from_orthonormal(found.vectors), 1e-12);
}

}  // namespace
}  // namespace codimap::test
