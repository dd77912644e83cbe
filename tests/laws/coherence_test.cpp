// Prop. 4: the diffusion coherence estimates the coherence of order ℓ.
#include "reference/coherence.hpp"

#include <gtest/gtest.h>

#include "laws/for_all_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(Coherence, IsTheDiagonalOfAnEvenPowerOfTheAffinity) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    for (const int t : {1, 2, 3}) EXPECT_LT(relative_error(coherence(A, t), power(A, 2 * t).diagonal()), 1e-13);
  });
}

TEST(Coherence, OfOneStepIsOnePassOverTheKernel) {
  for_all_kernels([](const Problem& problem, Random&) {
    const VectorXd q = degree(problem.G);
    const VectorXd row_squares = problem.G.cwiseAbs2() * q.cwiseInverse();
    EXPECT_LT(relative_error(coherence(affinity(problem.G), 1), row_squares.cwiseQuotient(q)), 1e-13);
  });
}

TEST(Coherence, SumsToTheEvenMomentsOfTheSpectrum) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    const VectorXd lambda = symmetric_eigen_lapack(A).values;
    for (const int t : {1, 2, 3, 7}) {
      const double moment = lambda.array().pow(2 * t).sum();
      EXPECT_NEAR(coherence(A, t).sum(), moment, 1e-12 * moment);
    }
  });
}

TEST(Coherence, DiffersFromTheOrderCoherenceAsProposition4Says) {
  for_all_kernels([](const Problem& problem, Random& random) {
    const MatrixXd A = affinity(problem.G);
    const VectorXd lambda = symmetric_eigen_lapack(A).values;
    const Index l = random_region_count(random, A.rows());
    for (const int t : {1, 2, 3}) {
      const double difference = std::abs((order_coherence(A, l) - coherence(A, t)).sum());
      const double expected = std::abs(static_cast<double>(l) - lambda.array().pow(2 * t).sum());
      EXPECT_NEAR(difference, expected, 1e-12 * static_cast<double>(A.rows()));
    }
  });
}

TEST(Coherence, NeverGrowsWithTime) {
  for_all_kernels([](const Problem& problem, Random&) {
    const MatrixXd A = affinity(problem.G);
    for (const int t : {1, 2, 3}) {
      EXPECT_LE((coherence(A, t + 1) - coherence(A, t)).maxCoeff(), 1e-14);
      EXPECT_LE(coherence(A, t).maxCoeff(), 1 + 1e-14);
    }
  });
}

TEST(OrderCoherence, OfEveryVectorIsOneEverywhere) {
  for_all_kernels([](const Problem& problem, Random&) {
    const Index N = problem.G.rows();
    EXPECT_LT(relative_error(order_coherence(affinity(problem.G), N), VectorXd::Ones(N)), 1e-13);
  });
}

}  // namespace
}  // namespace codimap::laws
