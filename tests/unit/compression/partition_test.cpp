#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "codimap/regions.hpp"
#include "unit/errors.hpp"
#include "unit/full_kernel.hpp"

namespace codimap {
namespace {

Partition partition_of(const Kernel& kernel, std::vector<Index> centroids, Index t = 1) {
  const DiffusionAffinity affinity(kernel);
  return nearest_centroid(affinity, coherence(affinity, t), std::move(centroids), connected_components(kernel), t);
}

TEST(Centroids, AreDrawnWithoutReplacementInProportionToCoherenceAndAscend) {
  const std::vector<double> coherence{1, 2, 3, 4};
  std::vector<int> first(4);
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) ++first[sample_centroids(coherence, 1, seed)[0]];
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(first[i] / 20'000.0, coherence[i] / 10, 0.015);
  EXPECT_EQ(sample_centroids(coherence, 4, 9), (std::vector<Index>{0, 1, 2, 3}));
  expect_error(ErrorKind::bad_data, "between 1 and the number of points (4); got 5",
               [&] { (void)sample_centroids(coherence, 5, 0); });
}

TEST(Centroids, OfASmallerNumberAreAmongThoseOfALarger) {
  const auto kernel =
      point_kernel(random_points(200, 2), {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense});
  const std::vector<double> rho = coherence(DiffusionAffinity(*kernel), 1).values;
  const std::vector<Index> few = sample_centroids(rho, 10, 3);
  const std::vector<Index> many = sample_centroids(rho, 50, 3);
  EXPECT_TRUE(std::includes(many.begin(), many.end(), few.begin(), few.end()));
}

TEST(Partition, GivesEveryCentroidItsOwnRegionEvenAmongCopies) {
  Matrix<double> points = random_points(80, 2);
  for (Index i = 60; i < 80; ++i) std::copy_n(points.row(0).data(), 2, points.row(i).data());
  for (const Index neighbors : {dense, Index{8}}) {
    const auto kernel = point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = neighbors});
    const Partition partition = partition_of(*kernel, {0, 5, 61, 70, 79});
    for (Index j = 0; j < partition.regions; ++j) EXPECT_EQ(partition.region_of[partition.centroids[j]], j);
  }
}

TEST(Partition, DiffusesMembershipToWhatTheCentroidsDoNotReach) {
  // On a chain with self-loops two steps reach two nodes to either side; the rest follows from there, half and half.
  Matrix<double> affinity(40, 40);
  for (Index i = 0; i < 40; ++i)
    for (Index j = std::max<Index>(0, i - 1); j <= std::min<Index>(39, i + 1); ++j) affinity(i, j) = 1;
  const Partition partition = partition_of(*graph_kernel(graph_of(affinity)), {0, 39});
  EXPECT_EQ(partition.reached_later, 40 - 6);
  for (Index i = 0; i < 40; ++i) EXPECT_EQ(partition.region_of[i], i < 20 ? 0 : 1);
}

TEST(Partition, GivesACentroidToAComponentWithoutOne) {
  Matrix<double> affinity(9, 9);
  for (Index part = 0; part < 3; ++part)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) affinity(3 * part + i, 3 * part + j) = 1;
  const Partition partition = partition_of(*graph_kernel(graph_of(affinity)), {4});
  EXPECT_EQ(partition.added_centroids, 2);
  EXPECT_EQ(partition.regions, 3);
  for (Index i = 0; i < 9; ++i) EXPECT_EQ(partition.region_of[i], partition.region_of[i / 3 * 3]);
  EXPECT_EQ(std::set<Index>(partition.region_of.begin(), partition.region_of.end()).size(), 3);
}

TEST(Partition, OfASparseKernelIsThatOfTheSameAffinitiesStoredInFull) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto sparse = graph_kernel(graph_of(random_affinity(300, 0.012, true, seed)));
    const FullKernel full(matrix_of(*sparse));
    for (const Index t : {1, 2}) {
      std::vector<Index> centroids;
      for (Index i = static_cast<Index>(seed); i < 300; i += 23) centroids.push_back(i);
      const Partition expected = partition_of(full, centroids, t);
      const Partition found = partition_of(*sparse, centroids, t);
      EXPECT_EQ(found.region_of, expected.region_of);
      EXPECT_EQ(found.centroids, expected.centroids);
      EXPECT_EQ(found.reached_later, expected.reached_later);
    }
  }
}

TEST(Partition, IsTheSameForAnyNumberOfThreads) {
  const auto kernel = point_kernel(random_points(6000, 3), {.neighbors = 9});
  const DiffusionAffinity affinity(*kernel);
  const Coherence rho = coherence(affinity, 1);
  const Components components = connected_components(*kernel);
  // More centroids than are taken at a time.
  const auto with = [&](int threads) {
    const Execution run{.threads = threads};
    return nearest_centroid(affinity, rho, sample_centroids(rho.values, 700, 4, run), components, 1, run).region_of;
  };
  EXPECT_EQ(with(1), with(2));
  EXPECT_EQ(with(1), with(8));
}

TEST(Compression, OfASparseKernelIsSparseAndThatOfTheSameAffinitiesStoredInFull) {
  const auto sparse = graph_kernel(graph_of(random_affinity(300, 0.012, true, 5)));
  const FullKernel full(matrix_of(*sparse));
  const Partition partition = partition_of(*sparse, {1, 40, 90, 200, 299});
  const CompressedKernel expected = compress(full, partition.region_of, partition.regions);
  const CompressedKernel found = compress(*sparse, partition.region_of, partition.regions, {.threads = 1});
  EXPECT_LT(largest_difference(to_dense(std::get<SparseRows>(found.kernel)), to_dense(expected.kernel)), 1e-13);
  EXPECT_LT(largest_difference(to_dense(compressed_transition(found)), to_dense(compressed_transition(expected))),
            1e-13);
  for (const int threads : {2, 8}) {
    const auto again = compress(*sparse, partition.region_of, partition.regions, {.threads = threads});
    EXPECT_EQ(std::get<SparseRows>(again.kernel).values, std::get<SparseRows>(found.kernel).values);
  }
}

TEST(Compression, RefusesAPartitionThatIsNone) {
  const auto kernel =
      point_kernel(random_points(6, 2), {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense});
  expect_error(ErrorKind::bad_data, "region 1 of the partition is empty", [&] {
    (void)compress(*kernel, std::vector<Index>{0, 0, 0, 2, 2, 2}, 3);
  });
  expect_error(ErrorKind::bad_data, "between 0 and 1; got 2", [&] {
    (void)compress(*kernel, std::vector<Index>{0, 0, 0, 2, 2, 2}, 2);
  });
  expect_error(ErrorKind::bad_data, "each of 6 points; got 2", [&] {
    (void)compress(*kernel, std::vector<Index>{0, 1}, 2);
  });
}

}  // namespace
}  // namespace codimap
