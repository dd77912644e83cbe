// Theorem 1: the inverse-density MGC kernel beside the kernel g and the walk p.
#include <gtest/gtest.h>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/kernel.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

double spectral_norm(const MatrixXd& symmetric) {
  return symmetric_eigen_lapack(symmetric).values.cwiseAbs().maxCoeff();
}

TEST(InverseDensityKernel, HasTheDegreesOfG) {
  for_all_kernels([](const Problem& problem, Random&) {
    EXPECT_LT(relative_error(degree(inverse_density_kernel(problem.G)), degree(problem.G)), 1e-13);
  });
}

TEST(InverseDensityKernel, NormalisedByRowsIsTwoStepsOfTheWalk) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd P = transition(problem.G);
    EXPECT_LT(relative_error(transition(inverse_density_kernel(problem.G)), P * P), 1e-13);
  });
}

TEST(InverseDensityKernel, IsGTimesInverseDegreeTimesG) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd product = problem.G * degree(problem.G).cwiseInverse().asDiagonal() * problem.G;
    EXPECT_LT(relative_error(inverse_density_kernel(problem.G), product), 1e-13);
  });
}

TEST(InverseDensityKernel, HasAnOperatorNormNoLargerThanG) {
  for_all_kernels([](const Problem& problem, Random&) {
    if (!problem.positive_semidefinite) return;
    EXPECT_LE(spectral_norm(inverse_density_kernel(problem.G)), spectral_norm(problem.G) * (1 + 1e-12));
  });
}

TEST(InverseDensityKernel, HasTheRowSumNormOfG) {
  for_all_kernels([](const Problem& problem, Random&) {
    const double norm = problem.G.cwiseAbs().rowwise().sum().maxCoeff();
    EXPECT_NEAR(inverse_density_kernel(problem.G).cwiseAbs().rowwise().sum().maxCoeff(), norm, 1e-13 * norm);
  });
}

// The proof takes ‖P‖ = 1, which for the Euclidean norm needs g to be a positive semidefinite kernel: on a star with m
// leaves and no loops ‖G‖ = √m and ‖K‖ = m.
TEST(InverseDensityKernel, MayHaveALargerEuclideanNormWhereGIsIndefinite) {
  MatrixXd star = MatrixXd::Zero(10, 10);
  star.row(0).tail(9).setOnes();
  star.col(0).tail(9).setOnes();
  EXPECT_NEAR(spectral_norm(star), 3, 1e-13);
  EXPECT_NEAR(spectral_norm(inverse_density_kernel(star)), 9, 1e-13);
}

TEST(MgcKernel, IsSymmetricAndPositiveSemidefiniteForEveryMeasure) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd K = mgc_kernel(problem.G, random_uniforms(random, problem.G.rows()));
    EXPECT_LT(relative_error(K, K.transpose()), 1e-15);
    const VectorXd eigenvalues = symmetric_eigen_lapack(K).values;
    EXPECT_GE(eigenvalues.minCoeff(), -1e-13 * eigenvalues.maxCoeff());
  });
}

TEST(MgcKernel, IsTheInverseDensityKernelForTheInverseDegree) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd mu = degree(problem.G).cwiseInverse();
    EXPECT_EQ(mgc_kernel(problem.G, mu), inverse_density_kernel(problem.G));
    EXPECT_LT(relative_error(mgc_kernel(problem.G, 3 * mu), 3 * inverse_density_kernel(problem.G)), 1e-14);
  });
}

}  // namespace
}  // namespace codimap::laws
