#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codimap/map.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Nodes in a row that are also joined to the next but one: each node a region.
CompressedKernel ribbon(Index nodes) {
  Matrix<double> affinity(nodes, nodes);
  for (Index i = 0; i < nodes; ++i)
    for (Index j = std::max<Index>(0, i - 2); j < std::min(nodes, i + 3); ++j) affinity(i, j) = i == j ? 1 : 0.5;
  std::vector<Index> region_of(static_cast<std::size_t>(nodes));
  std::iota(region_of.begin(), region_of.end(), Index{0});
  return compress(*graph_kernel(graph_of(affinity)), region_of, nodes);
}

/// How far along the row a node is from the one next to it in the picture, at most.
Index farthest_next(const Matrix<double>& positions) {
  Index farthest = 0;
  for (Index i = 0; i < positions.rows(); ++i) {
    double least = INFINITY;
    Index next = i;
    for (Index j = 0; j < positions.rows(); ++j) {
      double square = 0;
      for (Index c = 0; c < positions.cols(); ++c) square += std::pow(positions(i, c) - positions(j, c), 2);
      if (j == i || square >= least) continue;
      least = square;
      next = j;
    }
    farthest = std::max(farthest, std::abs(i - next));
  }
  return farthest;
}

TEST(RegionLayout, DrawsARowAsALine) {
  for (const Index dimensions : {2, 3}) EXPECT_LE(farthest_next(region_layout(ribbon(100), dimensions)), 2);
}

TEST(RegionLayout, DrawsMoreRegionsThanItLaysOutByGroups) {
  const Matrix<double> positions = region_layout(ribbon(2 * most_regions_laid_out), 2);
  EXPECT_EQ(positions.rows(), 2 * most_regions_laid_out);
  EXPECT_LE(farthest_next(positions), 10);
}

TEST(RegionLayout, IsCentredInItsPrincipalAxesWithTheLargestEntriesPositive) {
  const CompressedKernel regions = ribbon(60);
  const Matrix<double> positions = region_layout(regions, 2);
  double moments[2][2] = {}, means[2] = {}, largest[2] = {};
  for (Index i = 0; i < 60; ++i)
    for (Index c = 0; c < 2; ++c) {
      means[c] += regions.degree[i] * positions(i, c);
      if (std::abs(positions(i, c)) > std::abs(largest[c])) largest[c] = positions(i, c);
      for (Index d = 0; d < 2; ++d) moments[c][d] += regions.degree[i] * positions(i, c) * positions(i, d);
    }
  EXPECT_GT(moments[0][0], moments[1][1]);
  EXPECT_NEAR(moments[0][1] / moments[0][0], 0, 1e-9);
  for (Index c = 0; c < 2; ++c) {
    EXPECT_NEAR(means[c], 0, 1e-9);
    EXPECT_GT(largest[c], 0);
  }
}

TEST(RegionLayout, HasOneRegionAtTheOrigin) {
  EXPECT_EQ(largest_difference(region_layout(ribbon(1), 2), Matrix<double>(1, 2)), 0);
}

TEST(RegionLayout, RefusesOtherDimensions) {
  expect_error(ErrorKind::bad_option, "layout_dimensions must be 2 or 3", [] { (void)region_layout(ribbon(9), 4); });
}

}  // namespace
}  // namespace codimap
