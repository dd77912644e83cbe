#include "embedding/choose_time.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "unit/errors.hpp"

namespace codimap {
namespace {

/// The formula as it stands: −Σ p·log p with p = |λ|ᵗ/Σ|λ|ᵗ, the trivial eigenvalue included.
double reference_entropy(const std::vector<double>& eigenvalues, double t) {
  double total = 1;
  for (const double eigenvalue : eigenvalues) total += std::pow(std::abs(eigenvalue), t);
  double entropy = -(1 / total) * std::log(1 / total);
  for (const double eigenvalue : eigenvalues) {
    const double p = std::pow(std::abs(eigenvalue), t) / total;
    if (p > 0) entropy -= p * std::log(p);
  }
  return entropy;
}

/// Σ (y − a − b·x)² for the least-squares a, b, by the normal equations.
double reference_error(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    n += 1;
    sx += x[i];
    sy += y[i];
    sxx += x[i] * x[i];
    sxy += x[i] * y[i];
  }
  const double b = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  const double a = (sy - b * sx) / n;
  double error = 0;
  for (std::size_t i = 0; i < x.size(); ++i) error += std::pow(y[i] - a - b * x[i], 2);
  return error;
}

Index reference_knee(const std::vector<double>& eigenvalues) {
  Index knee = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index at = 2; at <= 99; ++at) {
    std::vector<double> x_before, y_before, x_after, y_after;
    for (Index t = 1; t <= 100; ++t) {
      const auto x = static_cast<double>(t);
      if (t <= at) x_before.push_back(x), y_before.push_back(reference_entropy(eigenvalues, x));
      if (t >= at) x_after.push_back(x), y_after.push_back(reference_entropy(eigenvalues, x));
    }
    const double error = reference_error(x_before, y_before) + reference_error(x_after, y_after);
    if (error < least) least = error, knee = at;
  }
  return knee;
}

/// 1/(1 + rate·j): slow ones first, then ever faster ones.
std::vector<double> decaying(std::size_t count, double rate) {
  std::vector<double> eigenvalues;
  for (std::size_t j = 1; j <= count; ++j) eigenvalues.push_back(1 / (1 + rate * static_cast<double>(j)));
  return eigenvalues;
}

TEST(ChooseTime, EntropyIsVonNeumanns) {
  const std::vector<double> eigenvalues{0.99, 0.9, -0.5, 0.1, 0.0};
  const std::vector<double> entropy = spectral_entropy(eigenvalues, 100);
  ASSERT_EQ(entropy.size(), 100U);
  for (std::size_t t = 1; t <= entropy.size(); ++t)
    EXPECT_NEAR(entropy[t - 1], reference_entropy(eigenvalues, static_cast<double>(t)), 1e-12) << t;
}

TEST(ChooseTime, IsTheKneeOfTwoFittedLines) {
  for (const double rate : {0.001, 0.01, 0.03, 0.1, 1.0})
    EXPECT_EQ(choose_time(decaying(30, rate)), reference_knee(decaying(30, rate))) << rate;
}

TEST(ChooseTime, IsLongerWhereTheSpectrumDecaysMoreSlowly) {
  EXPECT_GT(choose_time(decaying(30, 0.01)), choose_time(decaying(30, 0.1)));
}

TEST(ChooseTime, IsOneStepWhereNothingDecays) {
  EXPECT_EQ(choose_time(std::vector{1.0, 1.0, 1.0}), 1);
  EXPECT_EQ(choose_time({}), 1);
}

TEST(MultiscaleWeights, AreTheSumOfAllPowers) {
  const std::vector<double> eigenvalues{0.9, 0.5, 0.0, -0.6};
  const std::vector<double> weights = multiscale_weights(eigenvalues);
  ASSERT_EQ(weights.size(), eigenvalues.size());
  for (std::size_t c = 0; c < weights.size(); ++c) {
    double sum = 0;
    for (int t = 1; t <= 1000; ++t) sum += std::pow(eigenvalues[c], t);
    EXPECT_NEAR(weights[c], sum, 1e-12) << c;
  }
}

TEST(MultiscaleWeights, RefuseAnEigenvalueOfOne) {
  expect_error(ErrorKind::bad_data, "component 2 has the eigenvalue 1", [] {
    (void)multiscale_weights(std::vector{1 - 1e-9, 1.0, 0.5});
  });
}

}  // namespace
}  // namespace codimap
