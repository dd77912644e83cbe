// Which points count as far from all others, and how far new points are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "codimap/model.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Points around the origin, and single ones and a group of `together` far from them and from each other.
Matrix<double> cloud_with_far_points(Index together) {
  constexpr Index near = 400;
  constexpr Index single = 3;
  Matrix<double> points = random_points(near + single + together, 3);
  for (Index i = 0; i < single; ++i) points(near + i, 0) += 100.0 * static_cast<double>(i + 1);
  for (Index i = 0; i < together; ++i) points(near + single + i, 1) += 1000;
  return points;
}

TEST(Outlying, PointsAreThoseWithAScaleFarBeyondThatOfTheirNeighbours) {
  const std::vector<Index> result = fit(cloud_with_far_points(2)).result().outlying;
  EXPECT_EQ(result, (std::vector<Index>{400, 401, 402, 403, 404}));
}

TEST(Outlying, PointsAreNoneOfAGroupOfMoreThanTheBandwidthNeighbour) {
  EXPECT_EQ(fit(cloud_with_far_points(12)).result().outlying, (std::vector<Index>{400, 401, 402}));
  EXPECT_EQ(fit(cloud_with_far_points(6)).result().outlying.size(), 9U);
}

TEST(Outlying, PointsOfAGaussianKernelAreThoseThatHardlyHaveAnAffinityToOthers) {
  for (const Index neighbors : {Index{10}, dense}) {
    const Options options{.kernel = {.kind = KernelKind::gaussian, .neighbors = neighbors}};
    const std::vector<Index> outlying = fit(cloud_with_far_points(0), options).result().outlying;
    for (const Index far : {400, 401, 402}) EXPECT_NE(std::ranges::find(outlying, far), outlying.end()) << neighbors;
    EXPECT_LT(outlying.size(), 20U);
  }
}

TEST(Distances, OfNewPointsAreInUnitsOfTheScaleThere) {
  const Matrix<double> points = random_points(300, 2);
  for (const Index neighbors : {Index{16}, dense}) {
    const Model model = fit(points, {.kernel = {.neighbors = neighbors}});
    for (const double distance : model.place(points).distances) EXPECT_EQ(distance, 0);
    Matrix<double> fresh(3, 2);
    fresh(1, 0) = 100;
    fresh(2, 0) = 1e100;
    const std::vector<double> distances = model.place(fresh).distances;
    EXPECT_LT(distances[0], 2);
    EXPECT_GT(distances[1], 20);
    // So far out every point is nearest, and the scale is that of any of them.
    EXPECT_NEAR(std::log10(distances[2] / distances[1]), 98, 1);
  }
  // √ε is the scale where one serves all.
  const Model model = fit(points, {.kernel = {.kind = KernelKind::gaussian, .epsilon = 4, .neighbors = 16}});
  Matrix<double> beside(1, 2);
  beside(0, 0) = points(7, 0) + 1e-6;
  beside(0, 1) = points(7, 1);
  EXPECT_NEAR(model.place(beside).distances[0], 0.5e-6, 1e-12);
}

}  // namespace
}  // namespace codimap
