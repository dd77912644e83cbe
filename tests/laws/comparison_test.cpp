// The oracle's measures of closeness.
#include "reference/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

double best_by_trying_all(const MatrixXd& gain) {
  Indices order(gain.rows());
  std::iota(order.begin(), order.end(), Index{0});
  double best = -1e300;
  do {
    double sum = 0;
    for (Index i = 0; i < gain.rows(); ++i) sum += gain(i, order[i]);
    best = std::max(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(Assignment, IsTheBestOfAll) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + trial % 7;
    MatrixXd gain = random_points(random, n, n);
    if (trial % 2 == 0) gain = gain.array().round();  // ties
    const Indices match = best_assignment(gain);
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += gain(i, match[i]);
    EXPECT_NEAR(sum, best_by_trying_all(gain), 1e-12);
    EXPECT_EQ(*std::max_element(match.begin(), match.end()), n - 1);
  }
}

TEST(SumOfSquaredErrors, IgnoresSignsScalesAndTheOrderOfColumns) {
  Random random(4);
  const MatrixXd U = random_points(random, 50, 4);
  MatrixXd V(50, 4);
  V << -U.col(2), 3 * U.col(0), U.col(3), -0.1 * U.col(1);
  EXPECT_NEAR(sum_of_squared_errors(U, V), 0, 1e-28);
}

TEST(SumOfSquaredErrors, OfOrthogonalColumnsIsTwoEach) {
  const MatrixXd basis = MatrixXd::Identity(6, 6);
  EXPECT_NEAR(sum_of_squared_errors(basis.leftCols(3), basis.rightCols(3)), 6, 1e-15);
}

TEST(SubspaceError, IgnoresRotationsWithinTheSpan) {
  Random random(5);
  const MatrixXd U = random_points(random, 40, 3);
  EXPECT_NEAR(subspace_error(U, U * random_rotation(random, 3)), 0, 1e-28);
}

TEST(SubspaceError, IsTheSquaredSineOfTheAngle) {
  MatrixXd U = MatrixXd::Zero(3, 1);
  MatrixXd V = MatrixXd::Zero(3, 1);
  U(0) = 1;
  V << std::cos(0.3), std::sin(0.3), 0;
  EXPECT_NEAR(subspace_error(U, V), std::sin(0.3) * std::sin(0.3), 1e-15);
}

}  // namespace
}  // namespace codimap::laws
