// Shapes are where they should be, and rows depend on nothing but their number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "codimap/error.hpp"
#include "codimap/shapes.hpp"

namespace codimap {
namespace {

constexpr Shape all_shapes[] = {Shape::swiss_roll, Shape::circle, Shape::sphere,
                                Shape::torus,      Shape::tree,   Shape::blobs};

ShapeOptions with_points(Index points) {
  ShapeOptions options;
  options.points = points;
  return options;
}

bool same_row(std::span<const double> a, std::span<const double> b) { return std::ranges::equal(a, b); }

double column_mean(MatrixView<double> points, Index column) {
  double sum = 0;
  for (Index i = 0; i < points.rows(); ++i) sum += points(i, column);
  return sum / static_cast<double>(points.rows());
}

void expect_bad_option(Shape shape, const ShapeOptions& options, const std::string& words) {
  try {
    (void)generate(shape, options);
    FAIL() << "expected: " << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_option);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Shapes, HaveTheirUsualDimensions) {
  const Index expected[] = {3, 2, 3, 3, 10, 10};
  for (std::size_t s = 0; s < std::size(all_shapes); ++s) {
    const auto points = generate(all_shapes[s], with_points(7));
    EXPECT_EQ(points.rows(), 7);
    EXPECT_EQ(points.cols(), expected[s]);
  }
}

TEST(Shapes, SwissRollIsAsWideAsItsAngle) {
  const auto points = generate(Shape::swiss_roll, with_points(2000));
  for (Index i = 0; i < points.rows(); ++i) {
    const double angle = std::hypot(points(i, 0), points(i, 2));
    EXPECT_GE(angle, 1.5 * std::numbers::pi);
    EXPECT_LE(angle, 4.5 * std::numbers::pi);
    EXPECT_NEAR(points(i, 0), angle * std::cos(angle), 1e-12);
    EXPECT_TRUE(points(i, 1) > 0 && points(i, 1) < 21);
  }
  EXPECT_NEAR(column_mean(points, 1), 10.5, 0.5);
}

TEST(Shapes, CircleIsEquispaced) {
  const auto points = generate(Shape::circle, with_points(8));
  for (Index i = 0; i < 8; ++i) {
    EXPECT_NEAR(points(i, 0), std::cos(static_cast<double>(i) * std::numbers::pi / 4), 1e-15);
    EXPECT_NEAR(points(i, 1), std::sin(static_cast<double>(i) * std::numbers::pi / 4), 1e-15);
  }
}

TEST(Shapes, SphereIsUniformOnTheUnitSphere) {
  const auto points = generate(Shape::sphere, with_points(20000));
  Matrix<double> squares(points.rows(), 3);
  for (Index i = 0; i < points.rows(); ++i) {
    EXPECT_NEAR(std::hypot(points(i, 0), points(i, 1), points(i, 2)), 1, 1e-14);
    for (Index c = 0; c < 3; ++c) squares(i, c) = points(i, c) * points(i, c);
  }
  for (Index c = 0; c < 3; ++c) {
    EXPECT_NEAR(column_mean(points, c), 0, 0.02);
    EXPECT_NEAR(column_mean(squares, c), 1.0 / 3, 0.01);
  }
}

TEST(Shapes, TorusIsUniformOnItsSurface) {
  const auto points = generate(Shape::torus, with_points(20000));
  double cosines = 0;
  for (Index i = 0; i < points.rows(); ++i) {
    const double from_axis = std::hypot(points(i, 0), points(i, 1)) - 2;
    EXPECT_NEAR(std::hypot(from_axis, points(i, 2)), 1, 1e-12);
    cosines += from_axis;
  }
  // The mean of cos v under the density (2 + cos v)/4π is 1/4; even angles would give 0.
  EXPECT_NEAR(cosines / static_cast<double>(points.rows()), 0.25, 0.02);
}

TEST(Shapes, TreeArmsStartWhereTheirParentEnds) {
  const auto points = generate(Shape::tree, with_points(7000));
  for (Index arm = 1; arm < 7; ++arm) {
    double nearest = 1e9;
    for (Index i = arm; i < points.rows(); i += 7)
      for (Index j = (arm - 1) / 2; j < points.rows(); j += 7) {
        double square = 0;
        for (Index c = 0; c < points.cols(); ++c) square += std::pow(points(i, c) - points(j, c), 2);
        nearest = std::min(nearest, square);
      }
    EXPECT_LT(std::sqrt(nearest), 0.5) << "arm " << arm;
  }
}

TEST(Shapes, BlobsScatterByOneAroundTheirCentres) {
  const auto points = generate(Shape::blobs, with_points(10000));
  for (Index blob = 0; blob < 5; ++blob)
    for (Index c = 0; c < points.cols(); ++c) {
      double sum = 0;
      double squares = 0;
      for (Index i = blob; i < points.rows(); i += 5) {
        sum += points(i, c);
        squares += points(i, c) * points(i, c);
      }
      EXPECT_NEAR(squares / 2000 - std::pow(sum / 2000, 2), 1, 0.15);
    }
}

TEST(Shapes, RowsDependOnTheSeedAndTheirNumberAlone) {
  for (const Shape shape : all_shapes) {
    const auto few = generate(shape, with_points(10));
    const auto many = generate(shape, with_points(5000));
    // A circle is laid out by the number of its points, which is an option.
    for (Index i = 0; i < 10 && shape != Shape::circle; ++i) EXPECT_TRUE(same_row(few.row(i), many.row(i)));
    auto other_seed = with_points(10);
    other_seed.seed = 1;
    EXPECT_EQ(same_row(few.row(1), generate(shape, other_seed).row(1)), shape == Shape::circle);
    std::set<std::vector<double>> distinct;
    for (Index i = 0; i < many.rows(); ++i) distinct.emplace(many.row(i).begin(), many.row(i).end());
    EXPECT_EQ(distinct.size(), 5000U);
  }
}

TEST(Shapes, FillFurtherDimensionsWithZerosAndNoise) {
  auto options = with_points(4000);
  options.dimensions = 6;
  const auto plain = generate(Shape::torus, options);
  options.noise = 0.3;
  const auto noisy = generate(Shape::torus, options);
  for (Index c = 0; c < 6; ++c) {
    double squares = 0;
    for (Index i = 0; i < 4000; ++i) {
      squares += std::pow(noisy(i, c) - plain(i, c), 2);
      if (c >= 3) {
        ASSERT_EQ(plain(i, c), 0);
      }
    }
    EXPECT_NEAR(std::sqrt(squares / 4000), 0.3, 0.015);
  }
}

TEST(Shapes, RefuseOptionsThatNoShapeHas) {
  expect_bad_option(Shape::circle, with_points(0), "points must be at least 1; got 0");
  auto options = with_points(10);
  options.dimensions = 2;
  expect_bad_option(Shape::torus, options, "dimensions must be at least 3 for the shape torus; got 2");
  options.dimensions = 0;
  expect_bad_option(Shape::blobs, options, "dimensions must be at least 1 for the shape blobs; got 0");
  options = with_points(10);
  options.noise = -0.5;
  expect_bad_option(Shape::sphere, options, "noise must be a standard deviation, finite and not negative; got -0.5");
  options.noise = std::nan("");
  expect_bad_option(Shape::sphere, options, "got nan");
}

TEST(Shapes, RefuseMoreThanMemoryHolds) {
  try {
    (void)generate(Shape::blobs, with_points(Index{1} << 61));
    FAIL() << "2^61 points fit nowhere";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::out_of_memory);
  }
}

}  // namespace
}  // namespace codimap
