#include "diffusion/bandwidth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

double median_degree(const Kernel& kernel) {
  std::vector<double> degree(kernel.degree().begin(), kernel.degree().end());
  std::nth_element(degree.begin(), degree.begin() + degree.size() / 2, degree.end());
  return degree[degree.size() / 2];
}

TEST(Epsilon, GivesATypicalPointThirtyNeighboursWhateverTheScaleAndDimension) {
  for (const Index dimensions : {1, 3, 20})
    for (const double scale : {1e-6, 1.0, 1e6}) {
      Matrix<double> points = random_points(1500, dimensions);
      for (Index e = 0; e < points.size(); ++e) points.data()[e] *= scale;
      const auto kernel = point_kernel(points, {.kind = KernelKind::gaussian, .neighbors = dense});
      EXPECT_NEAR(median_degree(*kernel), 30, 4) << dimensions << ' ' << scale;
      EXPECT_DOUBLE_EQ(kernel->epsilon(), choose_epsilon(points));
    }
}

TEST(Epsilon, ScalesWithTheSquareOfTheData) {
  Matrix<double> points = random_points(400, 3);
  const double epsilon = choose_epsilon(points);
  for (Index e = 0; e < points.size(); ++e) points.data()[e] *= 8;
  EXPECT_NEAR(choose_epsilon(points), 64 * epsilon, 1e-6 * 64 * epsilon);
}

TEST(Epsilon, OfANeighbourGraphGivesATypicalPointHalfOfItsNeighbours) {
  const auto kernel = point_kernel(random_points(2000, 5), {.kind = KernelKind::gaussian, .neighbors = 21});
  const Matrix<double> full = matrix_of(*kernel);
  std::vector<double> own;  // the 21 largest entries of a row are at least those of its own list
  for (Index i = 0; i < full.rows(); ++i) {
    std::vector<double> row(full.row(i).begin(), full.row(i).end());
    std::partial_sort(row.begin(), row.begin() + 21, row.end(), std::greater<>());
    own.push_back(std::accumulate(row.begin(), row.begin() + 21, 0.0));
  }
  std::nth_element(own.begin(), own.begin() + 1000, own.end());
  EXPECT_NEAR(own[1000], 11, 0.7);
}

TEST(Epsilon, IsFiniteForCopiesOfOnePointAndForTwoPoints) {
  Matrix<double> points(20, 2);
  EXPECT_EQ(choose_epsilon(points), 1);
  points(3, 0) = 1e-3;
  EXPECT_GT(choose_epsilon(points), 0);
  EXPECT_TRUE(std::isfinite(choose_epsilon(random_points(2, 3))));
}

TEST(AdaptiveBandwidth, IsTheDistanceToTheOtherDistinctPointOfTheNumberAskedFor) {
  Matrix<double> line(40, 1);
  for (Index i = 0; i < 40; ++i) line(i, 0) = static_cast<double>(std::min<Index>(i, 30));  // 10 copies of the last
  // s(0) = J, and s(30) = J too, its nine copies aside; s(15) = ⌈J/2⌉ with as many on one side as on the other.
  for (const Index number : {7, 3}) {
    const Matrix<double> full = matrix_of(*point_kernel(line, {.bandwidth_neighbor = number, .neighbors = dense}));
    const double scale = static_cast<double>(number);
    const double middle = static_cast<double>((number + 1) / 2);
    EXPECT_NEAR(full(0, 30), 2 * std::exp(-900 / (scale * scale)), 1e-15);
    EXPECT_NEAR(full(0, 15), std::exp(-225 / (scale * scale)) + std::exp(-225 / (middle * middle)), 1e-15);
    EXPECT_EQ(full(31, 39), 2);
  }
}

}  // namespace
}  // namespace codimap
