// The spectrum of the compressed walk against that of the points, and the two ways back to the points.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/comparison.hpp"
#include "reference/compression.hpp"
#include "reference/map.hpp"
#include "reference/partition.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

VectorXd spectrum(const MatrixXd& G, const Indices& region_of, Index n) {
  return diffusion_map(compressed_kernel(G, region_of, n)).eigenvalues;
}

/// How many leading σ are large enough to divide by without losing the digits that the laws ask for.
Index well_above_zero(const VectorXd& sigma) {
  return std::count_if(sigma.begin(), sigma.end(), [](double value) { return value > 1e-2; });
}

TEST(CompressedSpectrum, LiesBetweenZeroAndTheSquaresOfThePointwiseOne) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const VectorXd compressed = spectrum(problem.G, random_partition(random, problem.G.rows(), n), n);
    VectorXd squares = diffusion_map(problem.G).eigenvalues.cwiseAbs2();
    std::sort(squares.begin(), squares.end(), std::greater<>());
    EXPECT_LE((compressed - squares.head(n)).maxCoeff(), 1e-13);
    EXPECT_GE(compressed.minCoeff(), -1e-13);
    EXPECT_NEAR(compressed(0), 1, 1e-13);
  });
}

TEST(CompressedSpectrum, NeverRisesWhenRegionsAreMerged) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const Index m = random_region_count(random, n);
    const Indices fine = random_partition(random, problem.G.rows(), n);
    const Indices coarse = merged(fine, random_partition(random, n, m));
    EXPECT_LE((spectrum(problem.G, coarse, m) - spectrum(problem.G, fine, n).head(m)).maxCoeff(), 1e-13);
  });
}

TEST(CompressedMap, HoldsEigenvectorsOfTheCompressedWalkInPointwiseUnits) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const MatrixXd KS = compressed_kernel(problem.G, random_partition(random, problem.G.rows(), n), n);
    const auto [sigma, phi] = compressed_map(KS);
    EXPECT_LT(relative_error(compressed_transition(KS) * phi, phi * sigma.cwiseAbs2().asDiagonal()), 1e-11);
    const VectorXd pi = region_degree(KS) / KS.sum();
    EXPECT_LT(relative_error(phi.transpose() * pi.asDiagonal() * phi, MatrixXd::Identity(n, n)), 1e-13);
  });
}

TEST(PointToRegionInterpolation, GivesTheLeftSingularVectorsOfTheWalkToRegions) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const Indices region_of = random_partition(random, problem.G.rows(), n);
    const auto [sigma, phi] = compressed_map(compressed_kernel(problem.G, region_of, n));
    const Index rank = well_above_zero(sigma);
    const MatrixXd points = interpolate_point_to_region(problem.G, region_of, phi.leftCols(rank), sigma.head(rank));
    const VectorXd pi = degree(problem.G) / problem.G.sum();
    EXPECT_LT(relative_error(points.transpose() * pi.asDiagonal() * points, MatrixXd::Identity(rank, rank)), 1e-10);
    // And back again: Pr[S ⇝ x] takes σ times the left vectors to the right ones.
    const MatrixXd regions = region_to_point(problem.G, region_of, n) * points;
    EXPECT_LT(relative_error(regions, phi.leftCols(rank) * sigma.head(rank).asDiagonal()), 1e-10);
  });
}

TEST(PointToRegionInterpolation, OfSingletonsIsTheExactMap) {
  for_all_kernels([](const Problem& problem, Random& random) {
    if (!problem.positive_semidefinite) return;  // σ is |λ|: with negative λ the order differs
    const Index N = problem.G.rows();
    const Indices region_of = random_partition(random, N, N);
    const auto [sigma, phi] = compressed_map(compressed_kernel(problem.G, region_of, N));
    const DiffusionMap exact = diffusion_map(problem.G);
    EXPECT_LT(relative_error(sigma.cwiseAbs2(), exact.eigenvalues.cwiseAbs2()), 1e-13);
    const Index rank = well_above_zero(sigma);
    const MatrixXd points = interpolate_point_to_region(problem.G, region_of, phi.leftCols(rank), sigma.head(rank));
    const MatrixXd applied = transition(problem.G) * points;
    EXPECT_LT(relative_error(applied, points * sigma.head(rank).asDiagonal()), 1e-10);
    EXPECT_LT(subspace_error(exact.vectors.leftCols(rank), points), 1e-10);
  });
}

TEST(PointToRegionInterpolation, LeavesTheTrivialVectorConstant) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const MatrixXd one = MatrixXd::Ones(n, 1);
    const MatrixXd points =
        interpolate_point_to_region(problem.G, random_partition(random, problem.G.rows(), n), one, VectorXd::Ones(1));
    EXPECT_LT(relative_error(points, MatrixXd::Ones(problem.G.rows(), 1)), 1e-13);
  });
}

// The paper's weights: each coordinate comes out multiplied by what the weights of the point sum to.
TEST(RegionToPointInterpolation, TurnsAConstantIntoItsColumnSums) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const Index n = random_region_count(random, problem.G.rows());
    const Indices region_of = random_partition(random, problem.G.rows(), n);
    const MatrixXd B = point_region_affinity(problem.G, region_of, n);
    const VectorXd expected = B * B.colwise().sum().transpose().cwiseInverse();
    const MatrixXd points = interpolate_region_to_point(problem.G, region_of, MatrixXd::Ones(n, 1));
    EXPECT_LT(relative_error(points, expected), 1e-13);
  });
}

}  // namespace
}  // namespace codimap::laws
