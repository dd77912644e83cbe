// What a certificate says against what is so, by LAPACK.
#include "embedding/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "laws/conversions.hpp"
#include "laws/refinement_problems.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

struct Refined {
  WalkProblem problem;
  Solution found;
  MatrixXd walked;  // Q^½Pφ/λ
  Index components = 0;
  Certificate certificate;
};

/// Refined by so many steps as the seed says, whether that is enough or not.
Refined some_refinement(std::uint64_t seed) {
  Refined result;
  result.problem = random_problem(seed, 140);
  Random random(seed + 1000000);
  result.components = 1 + static_cast<Index>(random() % 8);
  SolveOptions options = to_residual(result.components, 1e-300);
  options.max_steps = static_cast<Index>(2 + random() % 4);
  result.found = solved_by_levels(*result.problem.kernel, options);
  result.walked =
      to_eigen(result.problem.kernel->degree()).cwiseSqrt().asDiagonal() * to_eigen(result.found.walked);
  VectorXd residuals(result.components);
  for (Index i = 0; i < result.components; ++i)
    residuals(i) = (result.problem.A * result.walked.col(i) - result.found.values[i] * result.walked.col(i)).norm();
  result.certificate = certify(result.found.values, result.found.residuals, to_span(residuals),
                               result.problem.eigenvalues.size(), result.found.searched_above);
  return result;
}

/// The largest angle between the exact vectors [first, last) and these ones, walked one step.
double true_angle(const Refined& refined, Index first, Index last) {
  const MatrixXd walked = refined.walked.middleCols(first, last - first);
  const Eigen::HouseholderQR<MatrixXd> qr(walked);
  const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(walked.rows(), walked.cols());
  const MatrixXd exact = refined.problem.vectors.middleCols(first, last - first);
  const double sine = (exact - basis * (basis.transpose() * exact)).jacobiSvd().singularValues()(0);
  return std::asin(std::min(1.0, sine));
}

/// Bound divided by truth, of each group that something is proven of and where the truth is more than rounding.
std::vector<double> expect_true(const Refined& refined) {
  std::vector<double> looseness;
  const Certificate& certificate = refined.certificate;
  const VectorXd& exact = refined.problem.eigenvalues;
  const Solution& ritz = refined.found;
  for (Index i = 0; i < refined.components; ++i) {
    const double nearest = (exact.array() - ritz.values[i]).abs().minCoeff();
    EXPECT_LE(nearest, ritz.residuals[i] + 1e-12) << "component " << i;
    if (certificate.eigenvalue_errors[i] == 2) continue;
    EXPECT_GE(exact(i) - ritz.values[i], -1e-12) << "component " << i;
    EXPECT_LE(exact(i) - ritz.values[i], certificate.eigenvalue_errors[i] + 1e-12) << "component " << i;
  }
  for (Index i = 0; i < refined.components;) {
    Index last = i + 1;
    while (last < refined.components && certificate.group_of[last] == i) ++last;
    const double angle = certificate.angles[i];
    if (angle < std::numbers::pi / 2) {
      const double truth = true_angle(refined, i, last);
      EXPECT_LE(truth, angle + 1e-7) << "components " << i << " to " << last - 1;
      if (truth > 1e-6) looseness.push_back(angle / truth);
    }
    i = last;
  }
  return looseness;
}

TEST(Certificate, IsNeverWrongAndNotLoose) {
  std::vector<double> looseness;
  int proven = 0;
  const int problems = problems_to_solve(200);
  for (int seed = 0; seed < problems && !HasFailure(); ++seed) {
    const Refined refined = some_refinement(static_cast<std::uint64_t>(seed));
    SCOPED_TRACE(refined.problem.name);
    const std::vector<double> loose = expect_true(refined);
    looseness.insert(looseness.end(), loose.begin(), loose.end());
    proven += refined.certificate.angles[0] < std::numbers::pi / 2 ? 1 : 0;
  }
  EXPECT_GT(proven, problems / 5);
  ASSERT_GT(looseness.size(), 20U);
  std::ranges::nth_element(looseness, looseness.begin() + std::ssize(looseness) / 2);
  const double median = looseness[looseness.size() / 2];
  EXPECT_LT(median, 10);
  RecordProperty("median_looseness", std::to_string(median));
  std::printf("%d problems, something proven of %d; bound / truth %.2f in the median of %zu\n", problems, proven,
              median, looseness.size());
}

TEST(Certificate, ProvesNothingWhereTheNextEigenvalueMayBeTheSame) {
  const std::vector<double> values{0.9, 0.8, 0.8};
  const std::vector<double> residuals{1e-3, 1e-3, 1e-3};
  const Certificate certificate = certify(values, residuals, std::span(residuals).first(2), 100, 0);
  EXPECT_EQ(certificate.angles[1], std::numbers::pi / 2);
}

TEST(Certificate, KnowsAPairOfCloseEigenvaluesAsAPair) {
  const std::vector<double> values{0.9, 0.8, 0.8 - 1e-9, 0.5, 0.4};
  const std::vector<double> residuals{1e-4, 1e-4, 1e-4, 1e-3, 1e-2};
  const Certificate certificate = certify(values, residuals, std::span(residuals).first(3), 100, 0);
  EXPECT_EQ(certificate.group_of, (std::vector<Index>{0, 1, 1}));
  EXPECT_LT(certificate.angles[0], 1e-3);
  EXPECT_LT(certificate.angles[1], 3e-3);
  EXPECT_EQ(certificate.angles[1], certificate.angles[2]);
}

}  // namespace
}  // namespace codimap::laws
