#include "linalg/stress.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

Matrix<double> distances_of(const Matrix<double>& points) {
  Matrix<double> distances(points.rows(), points.rows());
  for (Index i = 0; i < points.rows(); ++i)
    for (Index j = 0; j < points.rows(); ++j) {
      double square = 0;
      for (Index c = 0; c < points.cols(); ++c) square += std::pow(points(i, c) - points(j, c), 2);
      distances(i, j) = std::sqrt(square);
    }
  return distances;
}

double stress(const Matrix<double>& wanted, const Matrix<double>& positions) {
  const Matrix<double> found = distances_of(positions);
  double sum = 0;
  for (Index i = 0; i < wanted.rows(); ++i)
    for (Index j = 0; j < i; ++j) sum += std::pow(wanted(i, j) - found(i, j), 2) / wanted(i, j);
  return sum;
}

TEST(Stress, FindsPlanarPointsAgain) {
  const Matrix<double> wanted = distances_of(random_points(60, 2));
  EXPECT_LT(largest_difference(distances_of(positions_by_stress(wanted, 2)), wanted), 1e-3);
}

TEST(Stress, IsNearAMinimumWhereDistancesHaveNoPlaceInThePlane) {
  const Matrix<double> wanted = distances_of(random_points(80, 5));
  const Matrix<double> positions = positions_by_stress(wanted, 2);
  const double least = stress(wanted, positions);
  for (std::uint64_t seed = 2; seed < 12; ++seed) {
    Matrix<double> moved = random_points(80, 2, seed);
    for (Index e = 0; e < moved.size(); ++e) moved.data()[e] = positions.data()[e] + 0.05 * moved.data()[e];
    EXPECT_LT(least, stress(wanted, moved));
  }
  Matrix<double> plane(80, 2);  // two of the five coordinates
  const Matrix<double> points = random_points(80, 5);
  for (Index i = 0; i < 80; ++i) std::copy_n(points.row(i).data(), 2, plane.row(i).data());
  EXPECT_LT(least, 0.5 * stress(wanted, plane));
}

TEST(Stress, LeavesPointsWithoutDistancesWhereTheyAre) {
  EXPECT_EQ(largest_difference(positions_by_stress(Matrix<double>(4, 4), 2), Matrix<double>(4, 2)), 0);
  EXPECT_EQ(largest_difference(positions_by_stress(Matrix<double>(1, 1), 3), Matrix<double>(1, 3)), 0);
}

TEST(Stress, HasRoomForTwoPointsInThreeDimensions) {
  Matrix<double> wanted(2, 2);
  wanted(0, 1) = wanted(1, 0) = 3;
  EXPECT_NEAR(distances_of(positions_by_stress(wanted, 3))(0, 1), 3, 1e-3);
}

}  // namespace
}  // namespace codimap
