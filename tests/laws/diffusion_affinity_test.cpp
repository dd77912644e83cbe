// Def. 3 and 4: the symmetric conjugate of the walk, its spectrum and the diffusion distance.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/coherence.hpp"
#include "reference/map.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(Walk, HasRowsThatSumToOne) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd P = transition(problem.G);
    EXPECT_LT(relative_error(P.rowwise().sum(), VectorXd::Ones(P.rows())), 1e-14);
  });
}

TEST(Walk, IsReversibleUnderTheStationaryDistribution) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd pi = degree(problem.G) / problem.G.sum();
    const MatrixXd flow = pi.asDiagonal() * transition(problem.G);
    EXPECT_LT(relative_error(flow, flow.transpose()), 1e-14);
  });
}

TEST(DiffusionMap, HoldsTheEigenvectorsOfTheWalk) {
  for_all_kernels([](const Problem& problem, Random&) {
    const auto [lambda, phi] = diffusion_map(problem.G);
    EXPECT_LT(relative_error(transition(problem.G) * phi, phi * lambda.asDiagonal()), 1e-10);
    EXPECT_NEAR(lambda(0), 1, 1e-13);
    EXPECT_TRUE(std::is_sorted(lambda.begin(), lambda.end(), std::greater<>()));
  });
}

TEST(DiffusionMap, IsOrthonormalUnderTheStationaryDistribution) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd pi = degree(problem.G) / problem.G.sum();
    const MatrixXd phi = diffusion_map(problem.G).vectors;
    const MatrixXd gram = phi.transpose() * pi.asDiagonal() * phi;
    EXPECT_LT(relative_error(gram, MatrixXd::Identity(gram.rows(), gram.cols())), 1e-13);
  });
}

TEST(DiffusionMap, HasTheSpectrumThatAnUnsymmetricSolverFinds) {
  for_all_kernels([](const Problem& problem, Random&) {
    VectorXd lambda = Eigen::EigenSolver<MatrixXd>(transition(problem.G), false).eigenvalues().real();
    std::sort(lambda.begin(), lambda.end(), std::greater<>());
    EXPECT_LT(relative_error(diffusion_map(problem.G).eigenvalues, lambda), 1e-10);
  });
}

TEST(DiffusionAffinity, IsTheSumOverTheSpectrumOfTheWalk) {
  for_all_kernels([](const Problem& problem, Random&) {
    const auto [lambda, phi] = diffusion_map(problem.G);
    const VectorXd pi = degree(problem.G) / problem.G.sum();
    const MatrixXd psi = pi.cwiseSqrt().asDiagonal() * phi;
    EXPECT_LT(relative_error(psi * lambda.asDiagonal() * psi.transpose(), affinity(problem.G)), 1e-12);
  });
}

TEST(DiffusionAffinity, IsTheConjugateOfTheWalkByTheRootOfTheDegree) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd root = degree(problem.G).cwiseSqrt();
    const MatrixXd conjugate = root.asDiagonal() * transition(problem.G) * root.cwiseInverse().asDiagonal();
    EXPECT_LT(relative_error(conjugate, affinity(problem.G)), 1e-13);
  });
}

TEST(DiffusionDistance, IsASumOverTheSpectrum) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    for (const int t : {1, 2, 5}) {
      EXPECT_LT(relative_error(squared_diffusion_distance(A, t), squared_diffusion_distance_spectral(A, t)), 1e-11);
    }
  });
}

TEST(SymmetricEigen, AgreesWithAnotherSolver) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    const Eigen::SelfAdjointEigenSolver<MatrixXd> other(A, Eigen::EigenvaluesOnly);
    const auto [values, vectors] = symmetric_eigen_lapack(A);
    EXPECT_LT(relative_error(values, other.eigenvalues().reverse()), 1e-13);
    EXPECT_LT(relative_error(A * vectors, vectors * values.asDiagonal()), 1e-13);
  });
}

}  // namespace
}  // namespace codimap::laws
