// The oracle's kernels: neighbours, scales, copies, and what moves no affinity.
#include "reference/kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

MatrixXd line(std::initializer_list<double> coordinates) {
  return Eigen::Map<const VectorXd>(coordinates.begin(), static_cast<Index>(coordinates.size()));
}

TEST(NearestKernel, KeepsAPairThatEitherSideWants) {
  const MatrixXd X = line({0, 1, 3});
  const MatrixXd G = keep_nearest(MatrixXd::Ones(3, 3), X, 2);
  EXPECT_EQ(G, (MatrixXd(3, 3) << 1, 1, 0, 1, 1, 1, 0, 1, 1).finished());
}

TEST(NearestKernel, PrefersTheLowerIndexAmongEquallyNear) {
  const MatrixXd X = line({0, 1, -1, 9, -9});
  const MatrixXd G = keep_nearest(MatrixXd::Ones(5, 5), X.topRows(3), 1);
  EXPECT_EQ(G, MatrixXd::Identity(3, 3));
  const MatrixXd ring = line({0, 2, -2, 2.5, -2.5});  // 3 and 4 want 1 and 2; 0 takes 1, not 2
  const MatrixXd kept = keep_nearest(MatrixXd::Ones(5, 5), ring, 2);
  EXPECT_EQ(kept(0, 1), 1);
  EXPECT_EQ(kept(0, 2), 0);
}

TEST(NearestKernel, GivesCopiesOneRow) {
  const MatrixXd X = line({0, 5, 0, 1, 5, 0});
  const MatrixXd G = keep_nearest(gaussian_kernel(X, 10), X, 2);
  EXPECT_EQ(G.row(0), G.row(2));
  EXPECT_EQ(G.row(0), G.row(5));
  EXPECT_EQ(G.row(1), G.row(4));
  EXPECT_EQ(G(0, 2), 1);
  EXPECT_GT(G(0, 3), 0);
  EXPECT_EQ(G(0, 1), 0);
}

TEST(LocalScale, IsTheDistanceToTheSeventhOtherPointCopiesCountedOnce) {
  const MatrixXd X = line({0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9});
  const VectorXd s = local_scales(X);
  EXPECT_EQ(s(0), 7);
  EXPECT_EQ(s(1), 7);
  EXPECT_EQ(s(12), 7);
}

TEST(LocalScale, IsTheFarthestThereIsAmongFewPoints) {
  const VectorXd s = local_scales(line({0, 1, 4}));
  EXPECT_EQ(s, (VectorXd(3) << 4, 3, 4).finished());
  EXPECT_EQ(adaptive_kernel(line({2, 2})), MatrixXd::Constant(2, 2, 2));
}

TEST(Kernel, IsTheSameForMovedAndScaledPoints) {
  Random random(8);
  for (const Index d : {1, 3, 20}) {
    const MatrixXd X = random_points(random, 30, d);
    const MatrixXd moved = (X * random_rotation(random, d)).rowwise() + random_points(random, 1, d).row(0);
    for (const double scale : {0.01, 1.0, 100.0}) {
      EXPECT_LT(relative_error(gaussian_kernel(scale * moved, scale * scale * 2), gaussian_kernel(X, 2)), 1e-12);
      EXPECT_LT(relative_error(adaptive_kernel(scale * moved), adaptive_kernel(X)), 1e-12);
    }
  }
}

TEST(DensityNormalisation, OfZeroChangesNothingAndOfOneDividesByBothDegrees) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd q = degree(problem.G);
    EXPECT_EQ(normalize_density(problem.G, 0), problem.G);
    const MatrixXd expected = problem.G.cwiseQuotient(q * q.transpose());
    EXPECT_LT(relative_error(normalize_density(problem.G, 1), expected), 1e-14);
  });
}

TEST(GraphKernel, GivesALonelyNodeALoop) {
  MatrixXd weights = MatrixXd::Zero(3, 3);
  weights(0, 1) = weights(1, 0) = 2;
  EXPECT_EQ(graph_kernel(weights), (MatrixXd(3, 3) << 0, 2, 0, 2, 0, 0, 0, 0, 1).finished());
}

}  // namespace
}  // namespace codimap::laws
