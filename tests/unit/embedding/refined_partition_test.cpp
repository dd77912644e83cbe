// Regions of a second pass.
#include <gtest/gtest.h>

#include <set>

#include "baselines/baselines.hpp"
#include "codimap/map.hpp"
#include "codimap/shapes.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

Partition first_partition(const Kernel& kernel, const Components& parts, Index regions, std::uint64_t seed = 0) {
  const DiffusionAffinity affinity(kernel);
  const Coherence rho = coherence(affinity, 1);
  return nearest_centroid(affinity, rho, sample_centroids(rho.values, regions, seed), parts, 1);
}

double subspace_error(const Kernel& kernel, const Partition& partition, const Matrix<double>& exact) {
  const CompressedKernel compressed = compress(kernel, partition.region_of, partition.regions);
  const SpectralMap map = spectral_map(compressed, exact.cols());
  return compare(exact, extend(compressed.point_region_affinity,
                               interpolation_of(compressed, map, Interpolation::point_to_region)))
      .subspace_error;
}

void expect_well_formed(const Partition& partition, const Components& parts) {
  const std::set<Index> used(partition.region_of.begin(), partition.region_of.end());
  EXPECT_EQ(used.size(), static_cast<std::size_t>(partition.regions));
  EXPECT_EQ(*used.begin(), 0);
  EXPECT_EQ(*used.rbegin(), partition.regions - 1);
  ASSERT_EQ(partition.centroids.size(), used.size());
  for (Index j = 0; j < partition.regions; ++j) EXPECT_EQ(partition.region_of[partition.centroids[j]], j);
  for (std::size_t i = 0; i < partition.region_of.size(); ++i)
    EXPECT_EQ(parts.component_of[i], parts.component_of[partition.centroids[partition.region_of[i]]]) << i;
}

TEST(RefinedPartition, BringsTheMapOfATreeNearerToTheExactOne) {
  const auto kernel = point_kernel(generate(Shape::tree, {.points = 1000, .dimensions = 20}), {.neighbors = 20});
  const Components parts = connected_components(*kernel);
  const Matrix<double> exact = exact_map(*kernel, parts, 12, {}).vectors;
  double before = 0;
  double after = 0;
  for (const std::uint64_t seed : {0, 1, 2}) {
    const Partition first = first_partition(*kernel, parts, 100, seed);
    const Partition refined = refined_partition(*kernel, parts, first, 12, seed);
    expect_well_formed(refined, parts);
    EXPECT_EQ(refined.regions, first.regions + refined.added_centroids);
    before += subspace_error(*kernel, first, exact);
    after += subspace_error(*kernel, refined, exact);
  }
  EXPECT_LT(after, 0.75 * before);
}

TEST(RefinedPartition, KeepsComponentsApart) {
  Matrix<double> two = stacked(random_points(60, 2, 1), random_points(40, 2, 2));
  for (Index i = 60; i < 100; ++i) two(i, 0) += 1000;
  const auto kernel = point_kernel(two, {.neighbors = 10});
  const Components parts = connected_components(*kernel);
  ASSERT_GE(parts.sizes.size(), 2U);
  const Partition first = first_partition(*kernel, parts, 12);
  expect_well_formed(refined_partition(*kernel, parts, first, 3, 0), parts);
}

TEST(RefinedPartition, TakesAKernelOfLowRank) {
  // Ten copies of three points: two components beside the trivial one, fewer than a first pass asks for.
  Matrix<double> points(30, 1);
  for (Index i = 0; i < 30; ++i) points(i, 0) = static_cast<double>(i % 3);
  const auto kernel = point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense});
  const Components parts = connected_components(*kernel);
  const Partition first = first_partition(*kernel, parts, 6);
  expect_error(ErrorKind::bad_data, "has rank 3",
               [&] { (void)spectral_map(compress(*kernel, first.region_of, first.regions), 5); });
  for (const std::optional<Index> components : {std::optional<Index>(), std::optional<Index>(2)})
    expect_well_formed(refined_partition(*kernel, parts, first, components, 0), parts);
  expect_error(ErrorKind::bad_data, "has rank 3", [&] { (void)refined_partition(*kernel, parts, first, 4, 0); });
}

TEST(RefinedPartition, LeavesASingleRegionAsItIs) {
  const auto kernel =
      point_kernel(random_points(20, 2), {.kind = KernelKind::gaussian, .epsilon = 1.0, .neighbors = dense});
  const Components parts = connected_components(*kernel);
  EXPECT_EQ(refined_partition(*kernel, parts, first_partition(*kernel, parts, 1), {}, 0).region_of,
            std::vector<Index>(20));
}

TEST(RefinedPartition, IsTheSameForAnyNumberOfThreads) {
  for (const Index neighbors : {dense, Index{15}}) {
    const auto kernel = point_kernel(generate(Shape::swiss_roll, {.points = 1500}), {.neighbors = neighbors});
    const Components parts = connected_components(*kernel);
    const Partition first = first_partition(*kernel, parts, 60);
    const Partition one = refined_partition(*kernel, parts, first, 8, 5, {.threads = 1});
    const Partition many = refined_partition(*kernel, parts, first, 8, 5, {.threads = 8});
    EXPECT_EQ(one.region_of, many.region_of);
    EXPECT_EQ(one.centroids, many.centroids);
  }
}

}  // namespace
}  // namespace codimap
