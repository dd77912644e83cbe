// Theorem 2: the compressed kernel and walk beside those of the points.
#include <gtest/gtest.h>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/baselines.hpp"
#include "reference/compression.hpp"
#include "reference/partition.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

/// law(G, region_of, n) on random partitions of random kernels.
template <class Law>
void for_all_partitions(const Law& law) {
  for_all_kernels([&](const Problem& problem, Random& random) {
    const Index N = problem.G.rows();
    const Index n = random_region_count(random, N);
    law(problem.G, random_partition(random, N, n), n);
  });
}

double spectral_norm(const MatrixXd& symmetric) {
  return symmetric_eigen_lapack(symmetric).values.cwiseAbs().maxCoeff();
}

TEST(CompressedKernel, IsTheGramMatrixOfTheAffinitiesToRegions) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const MatrixXd B = point_region_affinity(G, region_of, n);
    const MatrixXd gram = B.transpose() * degree(G).cwiseInverse().asDiagonal() * B;
    EXPECT_LT(relative_error(compressed_kernel(G, region_of, n), gram), 1e-13);
    EXPECT_LT(relative_error(B, G * indicator(region_of, n)), 1e-14);
  });
}

// Theorem 2.1 with the constant of its proof, and the sharper one of a partition: ‖C‖² is the size of the largest
// region.
TEST(CompressedKernel, HasANormBoundedByThatOfG) {
  for_all_kernels([](const Problem& problem, Random& random) {
    if (!problem.positive_semidefinite) return;
    const Index N = problem.G.rows();
    const Index n = random_region_count(random, N);
    const Indices region_of = random_partition(random, N, n);
    const double norm = spectral_norm(compressed_kernel(problem.G, region_of, n));
    const double norm_of_g = spectral_norm(problem.G) * (1 + 1e-12);
    EXPECT_LE(norm, std::pow(static_cast<double>(N), 1.5) * norm_of_g);
    EXPECT_LE(norm, indicator(region_of, n).colwise().sum().maxCoeff() * norm_of_g);
  });
}

TEST(CompressedKernel, HasTheSummedDegreesOfItsPoints) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const VectorXd expected = indicator(region_of, n).transpose() * degree(G);
    const VectorXd column_sums = point_region_affinity(G, region_of, n).colwise().sum().transpose();
    EXPECT_LT(relative_error(region_degree(compressed_kernel(G, region_of, n)), expected), 1e-13);
    EXPECT_LT(relative_error(column_sums, expected), 1e-13);
  });
}

TEST(CompressedWalk, GoesToAPointAndOnToARegion) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const MatrixXd through_points = region_to_point(G, region_of, n) * point_to_region(G, region_of, n);
    EXPECT_LT(relative_error(compressed_transition(compressed_kernel(G, region_of, n)), through_points), 1e-13);
  });
}

TEST(CompressedWalk, HasProbabilitiesThatSumToOne) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    for (const MatrixXd& walk : {compressed_transition(compressed_kernel(G, region_of, n)),
                                 region_to_point(G, region_of, n), point_to_region(G, region_of, n)}) {
      EXPECT_LT(relative_error(walk.rowwise().sum(), VectorXd::Ones(walk.rows())), 1e-13);
      EXPECT_GE(walk.minCoeff(), 0);
    }
  });
}

TEST(CompressedWalk, HasTransitionsThatAreAffinitiesNormalised) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const MatrixXd B = point_region_affinity(G, region_of, n);
    const VectorXd dS = B.colwise().sum().transpose();
    EXPECT_LT(relative_error(point_to_region(G, region_of, n), degree(G).cwiseInverse().asDiagonal() * B), 1e-13);
    EXPECT_LT(relative_error(region_to_point(G, region_of, n), dS.cwiseInverse().asDiagonal() * B.transpose()), 1e-13);
  });
}

// Bayes' rule and reversibility: the weights of one interpolation are those of the other times π(S)/π(x).
TEST(CompressedWalk, LeadsBackFromAPointToWhereItCameFrom) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const VectorXd q = degree(G);
    const VectorXd dS = indicator(region_of, n).transpose() * q;
    const MatrixXd posterior =
        q.cwiseInverse().asDiagonal() * region_to_point(G, region_of, n).transpose() * dS.asDiagonal();
    EXPECT_LT(relative_error(posterior, point_to_region(G, region_of, n)), 1e-13);
  });
}

TEST(CompressedWalk, OfSingletonsIsTwoStepsOfThePointwiseWalk) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index N = problem.G.rows();
    const Indices region_of = random_partition(random, N, N);
    const MatrixXd C = indicator(region_of, N);
    const MatrixXd P = transition(problem.G);
    const MatrixXd expected = C.transpose() * P * P * C;
    EXPECT_LT(relative_error(compressed_transition(compressed_kernel(problem.G, region_of, N)), expected), 1e-13);
  });
}

TEST(CompressedWalk, OfOneRegionStaysThere) {
  for_all_kernels([](const Problem& problem, Random&) {
    const Indices region_of(problem.G.rows(), 0);
    const MatrixXd PS = compressed_transition(compressed_kernel(problem.G, region_of, 1));
    EXPECT_EQ(PS.size(), 1);
    EXPECT_NEAR(PS(0, 0), 1, 1e-15);
  });
}

TEST(CompressedWalk, IsGraphtoolsLandmarkOperator) {
  for_all_partitions([](const MatrixXd& G, const Indices& region_of, Index n) {
    const auto [pmn, pnm] = landmark_operator(G, region_of, n);
    EXPECT_LT(relative_error(pmn * pnm, compressed_transition(compressed_kernel(G, region_of, n))), 1e-13);
    EXPECT_LT(relative_error(pnm, point_to_region(G, region_of, n)), 1e-13);
  });
}

}  // namespace
}  // namespace codimap::laws
