// The formulas of the landmark methods, checked where they meet the exact map.
#include "reference/baselines.hpp"

#include <gtest/gtest.h>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/map.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(Nystrom, FromEveryPointIsTheExactMap) {
  for_all_kernels([](const Problem& problem, Random&) {
    const Index N = problem.G.rows();
    const NystromMap map = nystrom_map(problem.G, problem.G, VectorXd::Ones(N));
    const DiffusionMap exact = diffusion_map(problem.G);
    EXPECT_LT(relative_error(map.eigenvalues, exact.eigenvalues), 1e-12);
    for (Index j = 0; j < N; ++j) {
      if (std::abs(map.eigenvalues(j)) < 1e-2) continue;
      const VectorXd psi = map.points.col(j);
      EXPECT_LT(relative_error(transition(problem.G) * psi, map.eigenvalues(j) * psi), 1e-10);
      EXPECT_LT(relative_error(psi, map.landmarks.col(j)), 1e-10);
      EXPECT_NEAR(psi.squaredNorm(), 1, 1e-10);
    }
  });
}

// A landmark of multiplicity c stands for c copies of itself.
TEST(Nystrom, WithMultiplicitiesIsTheExactMapOfCopies) {
  Random random(6);
  const MatrixXd landmarks = random_points(random, 12, 3);
  VectorXd c(12);
  for (Index i = 0; i < 12; ++i) c(i) = static_cast<double>(1 + i % 4);
  Indices row;
  for (Index i = 0; i < 12; ++i) row.insert(row.end(), static_cast<std::size_t>(c(i)), i);
  const MatrixXd copies = landmarks(row, Eigen::all);
  const MatrixXd K = gaussian_kernel(landmarks, 3);
  const NystromMap map = nystrom_map(K, gaussian_kernel(copies, 3)(Eigen::all, Eigen::seqN(0, 12)), c);
  const VectorXd exact = diffusion_map(gaussian_kernel(copies, 3)).eigenvalues;
  EXPECT_LT(relative_error(map.eigenvalues, exact.head(12)), 1e-12);
  EXPECT_NEAR((c.array() * map.landmarks.col(1).array().square()).sum(), 1, 1e-13);
}

TEST(Roseland, GivesTheEigenvectorsOfTheWalkThroughLandmarks) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index N = problem.G.rows();
    MatrixXd W = problem.G(Eigen::all, random_subset(random, N, random_region_count(random, N)));
    W.array() += 1e-3;  // no point without a landmark
    const RoselandMap map = roseland_map(W);
    const MatrixXd walk = transition(W * W.transpose());
    EXPECT_LT(relative_error(walk * map.points, map.points * map.eigenvalues.asDiagonal()), 1e-10);
    EXPECT_NEAR(map.eigenvalues(0), 1, 1e-12);
  });
}

TEST(CentroidInterpolation, AveragesWithWeightsThatSumToOne) {
  Random random(7);
  const MatrixXd k = random_uniforms(random, 40).reshaped(8, 5);
  EXPECT_LT(relative_error(interpolate_centroids(k, MatrixXd::Ones(5, 2)), MatrixXd::Ones(8, 2)), 1e-15);
  const MatrixXd at_one_centroid = interpolate_centroids(MatrixXd::Identity(5, 5), k.topRows(5));
  EXPECT_EQ(at_one_centroid, k.topRows(5));
}

}  // namespace
}  // namespace codimap::laws
