// Prop. 3 and 5: regions that are local in the diffusion geometry, and the angular diffusion distance.
#include <gtest/gtest.h>

#include <numbers>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/coherence.hpp"
#include "reference/partition.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

/// ‖aᵗ(x,·)/√ρ_t(x) − aᵗ(y,·)/√ρ_t(y)‖².
MatrixXd squared_distance_of_directions(const MatrixXd& A, int t) {
  const MatrixXd rows = power(A, t).rowwise().normalized();
  MatrixXd D2(A.rows(), A.rows());
  for (Index x = 0; x < A.rows(); ++x) {
    for (Index y = 0; y < A.rows(); ++y) D2(x, y) = (rows.row(x) - rows.row(y)).squaredNorm();
  }
  return D2;
}

TEST(AngularDistance, LiesInAQuarterTurnAndIsZeroToItself) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd Dc = angular_diffusion_distance(affinity(problem.G), 2);
    EXPECT_TRUE(Dc.allFinite());
    EXPECT_GE(Dc.minCoeff(), 0);
    EXPECT_LE(Dc.maxCoeff(), std::numbers::pi / 2);
    EXPECT_LT(Dc.diagonal().maxCoeff(), 1e-7);  // the arc cosine of 1 − δ is √(2δ)
  });
}

TEST(AngularDistance, HasTheCosineOfTheSpectralSum) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    const auto [lambda, psi] = symmetric_eigen_lapack(A);
    for (const int t : {1, 3}) {
      const VectorXd side = coherence(A, t).cwiseSqrt().cwiseInverse();
      const VectorXd powers = lambda.array().pow(2 * t);
      const MatrixXd spectral = side.asDiagonal() * (psi * powers.asDiagonal() * psi.transpose()) * side.asDiagonal();
      EXPECT_LT(relative_error(diffusion_cosine(A, t), spectral), 1e-10);
    }
  });
}

TEST(AngularDistance, GivesTheSquaredDistanceOfDirectionsByItsCosine) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    for (const int t : {1, 2, 3}) {
      const MatrixXd cosine = 1 - squared_distance_of_directions(A, t).array() / 2;
      EXPECT_LT(relative_error(cosine, diffusion_cosine(A, t)), 1e-14);
    }
  });
}

// Proposition 5. Of equally near points the three may pick different ones, so it is their cosines that must agree.
TEST(AngularDistance, IsSmallestWhereTheCosineIsLargestAndTheDirectionsAreNearest) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd A = affinity(problem.G);
    const Indices L = random_subset(random, A.rows(), random_region_count(random, A.rows()));
    for (const int t : {1, 2}) {
      const MatrixXd cosine = diffusion_cosine(A, t)(Eigen::all, L);
      const MatrixXd angle = angular_diffusion_distance(A, t)(Eigen::all, L);
      const MatrixXd apart = squared_distance_of_directions(A, t)(Eigen::all, L);
      for (Index x = 0; x < A.rows(); ++x) {
        Index by_angle = 0;
        Index by_directions = 0;
        angle.row(x).minCoeff(&by_angle);
        apart.row(x).minCoeff(&by_directions);
        EXPECT_NEAR(cosine(x, by_angle), cosine.row(x).maxCoeff(), 1e-14);
        EXPECT_NEAR(cosine(x, by_directions), cosine.row(x).maxCoeff(), 1e-14);
      }
    }
  });
}

TEST(AngularDistance, NeedsNoCoherenceOfThePointToFindItsCentroid) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd A = affinity(problem.G);
    const Indices L = random_subset(random, A.rows(), random_region_count(random, A.rows()));
    const MatrixXd cosine = diffusion_cosine(A, 1)(Eigen::all, L);
    const VectorXd side = coherence(A, 1).cwiseSqrt().cwiseInverse();
    const MatrixXd one_sided = (power(A, 2) * side.asDiagonal())(Eigen::all, L);
    for (Index x = 0; x < A.rows(); ++x) {
      Index best = 0;
      one_sided.row(x).maxCoeff(&best);
      EXPECT_NEAR(cosine(x, best), cosine.row(x).maxCoeff(), 1e-14);
    }
  });
}

TEST(Partition, PutsACentroidInItsOwnRegionUnlessAnotherIsParallel) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd A = affinity(problem.G);
    const Indices L = random_subset(random, A.rows(), random_region_count(random, A.rows()));
    const Indices region_of = nearest_centroid(A, L, 1);
    const MatrixXd cosine = diffusion_cosine(A, 1);
    for (std::size_t j = 0; j < L.size(); ++j) {
      const Index found = region_of[L[j]];
      EXPECT_NEAR(cosine(L[j], L[found]), 1, 1e-14);
    }
  });
}

// Proposition 3 with its constant: D¹(x,y) ≤ 2ξ√vol, the volume of N points being N.
TEST(Partition, WhoseAffinitiesVaryLittleIsLocalInDiffusionDistance) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd A = affinity(problem.G);
    const Index n = random_region_count(random, A.rows());
    const MatrixXd C = indicator(random_partition(random, A.rows(), n), n);
    const MatrixXd mean = C.colwise().sum().cwiseInverse().asDiagonal() * (C.transpose() * A);
    const VectorXd xi = (A - C * mean).cwiseAbs().rowwise().maxCoeff();
    const MatrixXd D2 = squared_diffusion_distance(A, 1);
    for (Index j = 0; j < n; ++j) {
      const double xi_of_region = xi.cwiseProduct(C.col(j)).maxCoeff();
      const MatrixXd inside = (C.col(j) * C.col(j).transpose()).cwiseProduct(D2);
      EXPECT_LE(std::sqrt(inside.maxCoeff()), 2 * xi_of_region * std::sqrt(static_cast<double>(A.rows())) + 1e-15);
    }
  });
}

}  // namespace
}  // namespace codimap::laws
