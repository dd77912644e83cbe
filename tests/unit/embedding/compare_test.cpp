#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "codimap/map.hpp"
#include "linalg/dense.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

TEST(Compare, SeesNoDifferenceInSignsOrderAndScalesOfColumns) {
  const Matrix<double> exact = random_points(50, 4);
  const std::vector<Index> order{2, 0, 3, 1};
  Matrix<double> shuffled(50, 4);
  for (Index i = 0; i < 50; ++i)
    for (Index c = 0; c < 4; ++c) shuffled(i, c) = (c % 2 ? -3.0 : 0.1) * exact(i, order[c]);
  const Comparison comparison = compare(exact, shuffled);
  EXPECT_LT(comparison.sse, 1e-28);
  EXPECT_LT(comparison.subspace_error, 1e-28);
  EXPECT_EQ(comparison.matching, (std::vector<Index>{1, 3, 0, 2}));
}

TEST(Compare, MatchesByTheBestAssignmentNotTheGreedyOne) {
  // Column 0 of the first resembles both columns of the second, but only column 0 will do for column 1.
  Matrix<double> exact(3, 2), approximation(3, 2);
  exact(0, 0) = 1, exact(1, 0) = 0.9;
  exact(0, 1) = 1, exact(2, 1) = 0.9;
  approximation(0, 0) = 1;
  approximation(0, 1) = 1, approximation(1, 1) = 1, approximation(2, 1) = -0.4;
  EXPECT_EQ(compare(exact, approximation).matching, (std::vector<Index>{1, 0}));
}

TEST(Compare, FindsTheBestOfAllAssignments) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    const Matrix<double> u = orthonormal_basis(random_points(6, 5, seed));
    const Matrix<double> v = orthonormal_basis(random_points(6, 5, seed + 100));
    const Matrix<double> correlation = transposed_product(u, v);
    std::vector<Index> order(5);
    std::iota(order.begin(), order.end(), Index{0});
    double best = 0;
    do {
      double total = 0;
      for (Index c = 0; c < 5; ++c) total += std::abs(correlation(c, order[c]));
      best = std::max(best, total);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(compare(u, v).sse, 2 * (5 - best), 1e-12);
  }
}

TEST(Compare, ReportsRotationInsideTheSpanAsErrorOfColumnsButNotOfTheSubspace) {
  const Matrix<double> exact = orthonormal_basis(random_points(40, 2));
  Matrix<double> rotated(40, 2);
  for (Index i = 0; i < 40; ++i) {
    rotated(i, 0) = std::sqrt(0.5) * (exact(i, 0) + exact(i, 1));
    rotated(i, 1) = std::sqrt(0.5) * (exact(i, 0) - exact(i, 1));
  }
  const Comparison comparison = compare(exact, rotated);
  EXPECT_NEAR(comparison.sse, 2 * (2 - std::sqrt(2.0)), 1e-12);
  EXPECT_LT(comparison.subspace_error, 1e-25);
}

TEST(Compare, OfUnrelatedSpansCountsRightAngles) {
  Matrix<double> a(4, 2), b(4, 2);
  a(0, 0) = a(1, 1) = b(2, 0) = b(3, 1) = 1;
  EXPECT_DOUBLE_EQ(compare(a, b).subspace_error, 2);
  EXPECT_DOUBLE_EQ(compare(a, b).sse, 4);
}

TEST(Compare, RefusesEmbeddingsOfDifferentShapes) {
  expect_error(ErrorKind::bad_data, "5 × 2 and 5 × 3", [] { (void)compare(random_points(5, 2), random_points(5, 3)); });
}

}  // namespace
}  // namespace codimap
