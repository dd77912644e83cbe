// Kernels and graphs whose spectrum is known, through the oracle.
#include "laws/closed_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "laws/relative_error.hpp"
#include "reference/compression.hpp"
#include "reference/map.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(ClosedForms, OfGraphsAreFoundWithTheirMultiplicities) {
  for (const KnownGraph& known : known_graphs()) {
    SCOPED_TRACE(known.name);
    EXPECT_LT(relative_error(diffusion_map(known.weights).eigenvalues, known.eigenvalues), 1e-12);
  }
}

TEST(ClosedForms, OfPointsAreFoundWithTheirMultiplicities) {
  for (const KnownPoints& known : known_points()) {
    SCOPED_TRACE(known.name);
    const MatrixXd G = gaussian_kernel(known.points, known.epsilon);
    EXPECT_LT(relative_error(diffusion_map(G).eigenvalues, known.eigenvalues), 1e-12);
  }
}

// Two steps of the walk on a cycle move by ±2 with probability 1/4 each; of the m points of an arc two leave it on
// either side.
TEST(ClosedForms, OfACycleCompressedToArcsIsALazyCycle) {
  for (const Index m : {2, 3, 5}) {
    for (const Index n : {3, 4, 7}) {
      SCOPED_TRACE(testing::Message() << n << " arcs of " << m);
      Indices region_of;
      for (Index x = 0; x < n * m; ++x) region_of.push_back(x / m);
      const MatrixXd PS = compressed_transition(compressed_kernel(cycle_weights(n * m), region_of, n));
      const double leave = 1 / (2 * static_cast<double>(m));
      const MatrixXd expected = MatrixXd::Identity(n, n) * (1 - 2 * leave) + cycle_weights(n) * leave;
      EXPECT_LT(relative_error(PS, expected), 1e-14);
    }
  }
}

/// Points of a spiral that covers the unit sphere evenly.
MatrixXd even_sphere(Index N) {
  MatrixXd X(N, 3);
  for (Index i = 0; i < N; ++i) {
    const double height = 1 - (2 * static_cast<double>(i) + 1) / static_cast<double>(N);
    const double turn = 2 * std::numbers::pi * static_cast<double>(i) / std::numbers::phi;
    const double radius = std::sqrt(1 - height * height);
    X.row(i) << radius * std::cos(turn), radius * std::sin(turn), height;
  }
  return X;
}

// By Funk and Hecke's formula the Gaussian on the sphere has the spherical harmonics of degree l, 2l + 1 of them, for
// the eigenvalue i_l(2/ε)/i_0(2/ε), modified spherical Bessel functions; −log of it tends to l(l+1)·ε/4.
TEST(ClosedForms, OfTheSphereAreApproachedAsPointsGetDenser) {
  const double z = 5;
  std::vector<double> lambda{1, 1 / std::tanh(z) - 1 / z};
  for (const double l : {1, 2}) lambda.push_back(lambda[lambda.size() - 2] - (2 * l + 1) / z * lambda.back());
  double error = 1;
  for (const Index N : {100, 400}) {
    const VectorXd found = diffusion_map(gaussian_kernel(even_sphere(N), 2 / z)).eigenvalues;
    double worst = 0;
    for (Index j = 0; j < 16; ++j) {
      const auto degree = static_cast<Index>(std::sqrt(static_cast<double>(j)));
      worst = std::max(worst, std::abs(found(j) - lambda[degree]));
    }
    EXPECT_LT(worst, error / 4);
    error = worst;
  }
  EXPECT_LT(error, 1e-3);
  EXPECT_NEAR(std::log(lambda[2]) / std::log(lambda[1]), 3, 0.2);
}

TEST(ClosedForms, OfTheIntervalAreApproachedAsPointsGetDenser) {
  double error = 1;
  for (const Index N : {50, 200, 600}) {
    const double epsilon = 12 / std::pow(static_cast<double>(N), 1.75);
    const VectorXd lambda = diffusion_map(gaussian_kernel(VectorXd::LinSpaced(N, 0, 1), epsilon)).eigenvalues;
    double worst = 0;
    for (Index k = 2; k < 6; ++k) {
      const double ratio = (1 - lambda(k)) / (1 - lambda(1));
      worst = std::max(worst, std::abs(ratio / static_cast<double>(k * k) - 1));
    }
    EXPECT_LT(worst, error / 2);
    error = worst;
  }
  EXPECT_LT(error, 0.01);
}

}  // namespace
}  // namespace codimap::laws
