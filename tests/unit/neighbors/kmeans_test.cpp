// What every clustering must be, and what k-means finds where the answer is plain.
#include "neighbors/kmeans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// Sizes, means and medoids belong to the assignment, and no cluster is empty.
void expect_consistent(MatrixView<double> points, const Clusters& clusters, Index k) {
  ASSERT_EQ(clusters.means.rows(), k);
  ASSERT_EQ(clusters.cluster_of.size(), at(points.rows()));
  for (Index j = 0; j < k; ++j) {
    std::vector<double> mean(at(points.cols()));
    std::vector<std::pair<double, Index>> members;
    for (Index i = 0; i < points.rows(); ++i) {
      if (clusters.cluster_of[at(i)] != j) continue;
      members.emplace_back(squared_distance(points.row(i), clusters.means.row(j)), i);
      for (Index c = 0; c < points.cols(); ++c) mean[at(c)] += points(i, c);
    }
    ASSERT_FALSE(members.empty()) << "cluster " << j;
    EXPECT_EQ(clusters.sizes[at(j)], std::ssize(members));
    EXPECT_EQ(clusters.medoids[at(j)], std::ranges::min(members).second);
    for (Index c = 0; c < points.cols(); ++c)
      EXPECT_NEAR(clusters.means(j, c), mean[at(c)] / static_cast<double>(members.size()), 1e-12);
  }
}

double total_spread(MatrixView<double> points, const Clusters& clusters) {
  double sum = 0;
  for (Index i = 0; i < points.rows(); ++i)
    sum += squared_distance(points.row(i), clusters.means.row(clusters.cluster_of[at(i)]));
  return sum;
}

TEST(Kmeans, FindsClustersThatLieFarApart) {
  auto points = normal_points<double>(400, 3, 1);
  for (Index i = 0; i < 400; ++i) points(i, 0) += 100 * static_cast<double>(i % 4);
  const auto clusters = kmeans(points, 4, 0, {});
  expect_consistent(points, clusters, 4);
  for (Index i = 4; i < 400; ++i) EXPECT_EQ(clusters.cluster_of[at(i)], clusters.cluster_of[at(i % 4)]);
  EXPECT_EQ(std::set(clusters.cluster_of.begin(), clusters.cluster_of.end()).size(), 4U);
}

TEST(Kmeans, EndsWithEveryPointAtItsNearestMean) {
  for (const Index cols : {2, 15}) {
    const auto points = normal_points<double>(500, cols, 2);
    const auto clusters = kmeans(points, 20, 7, {}, 500);
    expect_consistent(points, clusters, 20);
    for (Index i = 0; i < points.rows(); ++i) {
      const double own = squared_distance(points.row(i), clusters.means.row(clusters.cluster_of[at(i)]));
      for (Index j = 0; j < 20; ++j) EXPECT_LE(own, squared_distance(points.row(i), clusters.means.row(j)) + 1e-12);
    }
  }
}

TEST(Kmeans, NeverGrowsTheSpreadByAnotherStep) {
  const auto points = normal_points<double>(300, 2, 3);
  double before = total_spread(points, kmeans(points, 12, 1, {}, 0));
  for (const Index steps : {1, 2, 3, 5, 10}) {
    const double after = total_spread(points, kmeans(points, 12, 1, {}, steps));
    EXPECT_LE(after, before + 1e-9);
    before = after;
  }
}

TEST(Kmeans, LeavesNoClusterEmptyAmongCopies) {
  const auto lattice = lattice_points<double>(60, 2, 4);  // nine places at most
  const Matrix<double> copies(25, 3);
  for (const Index k : {1, 5, 9, 10, 25}) {
    expect_consistent(lattice, kmeans(lattice, k, 0, {}), k);
    expect_consistent(copies, kmeans(copies, k, 0, {}), k);
  }
  expect_consistent(lattice, kmeans(lattice, 60, 0, {}), 60);
}

TEST(Kmeans, GivesEveryPointItsOwnClusterWhereThereAreAsMany) {
  const auto points = normal_points<double>(40, 3, 5);
  const auto clusters = kmeans(points, 40, 0, {});
  expect_consistent(points, clusters, 40);
  EXPECT_EQ(std::ranges::max(clusters.sizes), 1);
}

TEST(Kmeans, DependsOnTheSeedAndNotOnTheThreads) {
  const auto points = normal_points<double>(3000, 2, 6);
  const auto one = kmeans(points, 30, 0, threads(1));
  const auto many = kmeans(points, 30, 0, threads(8));
  EXPECT_EQ(one.cluster_of, many.cluster_of);
  EXPECT_TRUE(std::equal(one.means.data(), one.means.data() + one.means.size(), many.means.data()));
  EXPECT_NE(one.cluster_of, kmeans(points, 30, 1, threads(1)).cluster_of);
}

}  // namespace
}  // namespace codimap::test
