#include "codimap/pseudotime.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Distances by the formula, from coordinates λᵗφ of one component.
std::vector<double> reference(const Matrix<double>& embedding, const std::vector<double>& eigenvalues, double time,
                              Index root) {
  std::vector<double> distances;
  double largest = 0;
  for (Index i = 0; i < embedding.rows(); ++i) {
    double square = 0;
    for (Index c = 0; c < embedding.cols(); ++c) {
      const double phi = (embedding(i, c) - embedding(root, c)) / std::pow(eigenvalues[c], time);
      square += std::pow(phi * eigenvalues[c] / (1 - eigenvalues[c]), 2);
    }
    distances.push_back(std::sqrt(square));
    largest = std::max(largest, distances.back());
  }
  for (double& distance : distances) distance /= largest;
  return distances;
}

TEST(Pseudotime, IsTheScaledDistanceInMultiscaleCoordinatesWhateverTheTime) {
  const Matrix<double> points = random_points(300, 3);
  for (const double time : {0.0, 1.0, 3.0}) {
    const Model model = fit(points, {.map = {.components = 6, .time = time}});
    const Result& result = model.result();
    ASSERT_EQ(result.component_sizes.size(), 1U);
    const std::vector<double> wanted = reference(result.embedding, result.eigenvalues, time, 17);
    const Index root[] = {17};
    const std::vector<double> found = pseudotime(model, root);
    for (Index i = 0; i < 300; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12);
    const std::vector<double> again = pseudotime(model, root, model.place(points));
    for (Index i = 0; i < 300; ++i) EXPECT_NEAR(again[i], wanted[i], 1e-9);
  }
}

TEST(Pseudotime, OfSymmetricVectorsIsTheSameForTrainingPointsThatComeAgain) {
  const Matrix<double> points = random_points(300, 3);
  Options options = preset_options(Preset::scanpy);
  options.map.components = 6;
  const Model model = fit(points, options);
  const Index root[] = {4};
  const std::vector<double> first = pseudotime(model, root), again = pseudotime(model, root, model.place(points));
  EXPECT_EQ(first[4], 0);
  for (Index i = 0; i < 300; ++i) EXPECT_NEAR(again[i], first[i], 1e-6);
}

TEST(Pseudotime, IsNotANumberWhereNoWalkLeadsTo) {
  Matrix<double> points = stacked(random_points(200, 3), random_points(100, 3, 2));
  for (Index i = 200; i < 300; ++i) points(i, 0) += 1000;
  const Model model = fit(points, {.map = {.components = 3}});
  const Index one[] = {3}, both[] = {3, 250};
  const std::vector<double> reached = pseudotime(model, one), all = pseudotime(model, both);
  const std::vector<double> again = pseudotime(model, one, model.place(points));
  for (Index i = 0; i < 300; ++i) {
    EXPECT_EQ(std::isnan(reached[i]), i >= 200);
    EXPECT_EQ(std::isnan(again[i]), i >= 200);
    EXPECT_FALSE(std::isnan(all[i]));
  }
  EXPECT_EQ(all[3], 0);
  EXPECT_EQ(all[250], 0);
}

TEST(Pseudotime, TakesTheNearestOfSeveralRoots) {
  const Model model = fit(random_points(200, 3), {.map = {.components = 5}});
  const Index first[] = {3}, second[] = {90}, both[] = {3, 90};
  const std::vector<double> a = pseudotime(model, first), b = pseudotime(model, second), c = pseudotime(model, both);
  // Each has a scale of its own: the point that is 1 by one root tells the ratio.
  const double scale_a = a[90], scale_b = b[3];
  double largest = 0;
  std::vector<double> nearest;
  for (Index i = 0; i < 200; ++i) nearest.push_back(std::min(a[i] / scale_a, b[i] / scale_b));
  for (const double value : nearest) largest = std::max(largest, value);
  for (Index i = 0; i < 200; ++i) EXPECT_NEAR(c[i], nearest[i] / largest, 1e-12);
}

TEST(Pseudotime, RefusesRootsThatAreNone) {
  const Model model = fit(random_points(100, 3), {.map = {.components = 3}});
  expect_error(ErrorKind::bad_option, "pseudotime needs a root", [&] { (void)pseudotime(model, {}); });
  const Index beyond[] = {100};
  expect_error(ErrorKind::bad_option, "a root must be a row between 0 and 99; got 100",
               [&] { (void)pseudotime(model, beyond); });
}

}  // namespace
}  // namespace codimap
