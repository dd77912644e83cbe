#include "diffusion/dimension.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "codimap/shapes.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

double dimension_of(Shape shape, const ShapeOptions& options, const KernelOptions& kernel = {}) {
  return intrinsic_dimension(generate(shape, options), kernel, {}).value_or(-1);
}

TEST(LikeliestDimension, FollowsTheFormula) {
  const std::vector<double> squared{0.25, 1.0, 4.0, 1.0, 4.0, 9.0};  // two points, three neighbours each
  const double logarithms = std::log(2 / 0.5) + std::log(2.0 / 1) + std::log(3.0 / 1) + std::log(3.0 / 2);
  EXPECT_NEAR(likeliest_dimension(squared, 3).value(), 4 / logarithms, 1e-12);
}

TEST(LikeliestDimension, IsExactForDistancesAsTheyWouldLieInMean) {
  // N(r) ∝ r^m: the j-th of k neighbours lies at (j/k)^(1/m), and Σ log(k/j) is close to k − 1.
  constexpr Index k = 4000;
  std::vector<double> squared;
  for (Index j = 1; j <= k; ++j) squared.push_back(std::pow(static_cast<double>(j) / k, 2 / 3.5));
  EXPECT_NEAR(likeliest_dimension(squared, k).value(), 3.5, 0.01);
}

TEST(LikeliestDimension, IsUnsetWhereAllDistancesAreEqual) {
  EXPECT_FALSE(likeliest_dimension(std::vector<double>(8, 2.0), 4).has_value());
  EXPECT_FALSE(likeliest_dimension({}, 4).has_value());
}

TEST(IntrinsicDimension, IsThatOfKnownShapes) {
  for (const Index points : {1000, 4000}) {
    EXPECT_NEAR(dimension_of(Shape::swiss_roll, {.points = points}), 2, 0.2) << points;
    EXPECT_NEAR(dimension_of(Shape::sphere, {.points = points}), 2, 0.15) << points;
    EXPECT_NEAR(dimension_of(Shape::torus, {.points = points}), 2, 0.2) << points;
    // Equal spacing is not what the likelihood takes the points for.
    EXPECT_NEAR(dimension_of(Shape::circle, {.points = points}), 1, 0.15) << points;
    // Too low where the neighbours of a point are a good part of its blob: their density falls off on the way.
    EXPECT_NEAR(dimension_of(Shape::blobs, {.points = points, .dimensions = 5}), 5, 0.75) << points;
  }
}

TEST(IntrinsicDimension, DoesNotSeeDimensionsThatNothingVariesIn) {
  EXPECT_NEAR(dimension_of(Shape::sphere, {.points = 2000, .dimensions = 40}), 2, 0.15);
}

TEST(IntrinsicDimension, CountsNoiseThatIsAsLargeAsTheNeighbourhood) {
  EXPECT_NEAR(dimension_of(Shape::swiss_roll, {.points = 3000, .noise = 0.01}), 2, 0.2);
  EXPECT_GT(dimension_of(Shape::swiss_roll, {.points = 3000, .noise = 2}), 2.6);
}

TEST(IntrinsicDimension, FollowsTheMetric) {
  // Directions of the plane are a circle, whatever the lengths.
  EXPECT_NEAR(intrinsic_dimension(random_points(3000, 2), {.metric = Metric::cosine}, {}).value(), 1, 0.1);
  EXPECT_NEAR(intrinsic_dimension(random_points(3000, 2), {}, {}).value(), 2, 0.15);
}

TEST(IntrinsicDimension, PassesOverCopies) {
  const Matrix<double> sphere = generate(Shape::sphere, {.points = 1500});
  EXPECT_NEAR(intrinsic_dimension(stacked(sphere, sphere), {}, {}).value(), 2, 0.3);
  Matrix<double> all_alike(50, 3);
  EXPECT_FALSE(intrinsic_dimension(all_alike, {}, {}).has_value());
}

TEST(IntrinsicDimension, IsUnsetWhereItCannotBeKnown) {
  EXPECT_FALSE(intrinsic_dimension(random_points(6, 3), {}, {}).has_value());
  EXPECT_TRUE(intrinsic_dimension(random_points(7, 3), {}, {}).has_value());
  const auto function = [](std::span<const double>, std::span<const double>) { return 1.0; };
  EXPECT_FALSE(
      intrinsic_dimension(random_points(99, 3), {.kind = KernelKind::function, .function = function}, {}).has_value());
}

TEST(IntrinsicDimension, IsTheSameForAnyNumberOfThreadsAndNearlySoForFloats) {
  const Matrix<double> points = random_points(500, 4);
  const double one = intrinsic_dimension(points, {}, {.threads = 1}).value();
  EXPECT_EQ(one, intrinsic_dimension(points, {}, {.threads = 8}).value());
  EXPECT_NEAR(one, intrinsic_dimension(to_float(points), {}, {}).value(), 1e-4);
}

}  // namespace
}  // namespace codimap
