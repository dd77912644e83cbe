// Regions by k-means on points.
#include <gtest/gtest.h>

#include <set>

#include "codimap/regions.hpp"
#include "codimap/shapes.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

Components one_component(Index size) {
  return {.component_of = std::vector<Index>(static_cast<std::size_t>(size)), .sizes = {size}};
}

TEST(KmeansPartition, HasRegionsOfPointsNearTheirCentroid) {
  const Matrix<double> points = generate(Shape::blobs, {.points = 500, .dimensions = 3});
  const Partition partition = kmeans_partition(points, one_component(500), 20, 1);
  EXPECT_EQ(partition.regions, 20);
  EXPECT_EQ(partition.added_centroids, 0);
  ASSERT_EQ(partition.centroids.size(), 20U);
  for (Index j = 0; j < 20; ++j) EXPECT_EQ(partition.region_of[partition.centroids[j]], j);
  // Five blobs far apart, row i in blob i mod 5: no region has points of two.
  for (Index i = 0; i < 500; ++i) EXPECT_EQ(i % 5, partition.centroids[partition.region_of[i]] % 5) << i;
}

TEST(KmeansPartition, SplitsWhatJoinsComponents) {
  // Two groups that k-means must put into one region, being asked for one alone.
  const Matrix<double> points = stacked(random_points(30, 2, 1), random_points(20, 2, 2));
  Components components{.component_of = std::vector<Index>(50), .sizes = {30, 20}};
  for (Index i = 30; i < 50; ++i) components.component_of[i] = 1;
  const Partition one = kmeans_partition(points, components, 1, 0);
  EXPECT_EQ(one.regions, 2);
  EXPECT_EQ(one.added_centroids, 1);
  EXPECT_EQ(one.region_of, components.component_of);

  const Partition several = kmeans_partition(points, components, 7, 0);
  EXPECT_EQ(several.regions, 7 + several.added_centroids);
  EXPECT_EQ(std::set<Index>(several.region_of.begin(), several.region_of.end()).size(),
            static_cast<std::size_t>(several.regions));
  for (Index i = 0; i < 50; ++i)
    EXPECT_EQ(components.component_of[i], components.component_of[several.centroids[several.region_of[i]]]) << i;
}

TEST(KmeansPartition, IsTheSameForAnyNumberOfThreads) {
  const Matrix<double> points = generate(Shape::swiss_roll, {.points = 5000});
  const Partition one = kmeans_partition(points, one_component(5000), 50, 3, {.threads = 1});
  const Partition many = kmeans_partition(points, one_component(5000), 50, 3, {.threads = 8});
  EXPECT_EQ(one.region_of, many.region_of);
  EXPECT_EQ(one.centroids, many.centroids);
}

TEST(KmeansPartition, RefusesMoreRegionsThanPoints) {
  for (const Index regions : {0, 11})
    expect_error(ErrorKind::bad_data, "regions must be between 1 and the number of points (10)",
                 [&] { (void)kmeans_partition(random_points(10, 2), one_component(10), regions, 0); });
}

}  // namespace
}  // namespace codimap
