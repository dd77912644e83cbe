// Searches by lists against exact search.
#include "neighbors/list_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "codimap/shapes.hpp"
#include "neighbors/strips.hpp"
#include "simd/loops.hpp"
#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

template <class T>
Neighbors join(MatrixView<T> points, Index k, const Execution& run = {}) {
  return join_by_lists(points, k, usual_recall, run).first;
}

/// Share of the true neighbours that were found, on about 300 queries spread over the points.
template <class T>
double true_recall(MatrixView<T> points, const Neighbors& found) {
  const Index step = std::max<Index>(1, points.rows() / 300);
  const Index k = found.k;
  Index right = 0;
  Index all = 0;
  for (Index q = 0; q < points.rows(); q += step) {
    const Neighbors exact = nearest_neighbors(MatrixView<T>(points.row(q).data(), 1, points.cols()), points, k, {});
    for (Index j = 1; j < k; ++j) right += found.squared_distance[q * k + j] <= exact.squared_distance.back();
    all += k - 1;
  }
  return static_cast<double>(right) / static_cast<double>(all);
}

/// Whatever was found: k different points, nearest first, each query its own first, at their distances to the bit.
template <class T>
void expect_well_formed(MatrixView<T> points, const Neighbors& found) {
  const Index k = found.k;
  ASSERT_EQ(static_cast<Index>(found.index.size()), points.rows() * k);
  for (Index q = 0; q < points.rows(); ++q) {
    const std::span<const std::int32_t> index(found.index.data() + q * k, static_cast<std::size_t>(k));
    ASSERT_EQ(index[0], q);
    for (Index j = 0; j < k; ++j) {
      ASSERT_EQ(found.squared_distance[q * k + j], squared_distance_in_double(points.row(q), points.row(index[j])));
      if (j > 0) {
        ASSERT_LE(found.squared_distance[q * k + j - 1], found.squared_distance[q * k + j]);
      }
    }
    std::vector<std::int32_t> sorted(index.begin(), index.end());
    std::ranges::sort(sorted);
    ASSERT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
  }
}

template <class T>
void expect_nearly_all(MatrixView<T> points, Index k, const Execution& run = {}) {
  const Neighbors found = join(points, k, run);
  expect_well_formed(points, found);
  const double recall = true_recall(points, found);
  EXPECT_GE(recall, 0.99);
  EXPECT_NEAR(found.recall, recall, 0.01);
}

Matrix<float> as_float(const Matrix<double>& points) {
  Matrix<float> result(points.rows(), points.cols());
  std::copy_n(points.data(), points.size(), result.data());
  return result;
}

TEST(SelfJoin, FindsNearlyAllInClusters) { expect_nearly_all(blobs_of(24'000, 20, 30, 0.1F).view(), 15); }

TEST(SelfJoin, FindsNearlyAllAmongUniformPoints) {
  Matrix<float> points(24'000, 12);
  for (Index i = 0; i < points.size(); ++i)
    points.data()[i] = static_cast<float>(random_uniform(3, RandomStream::sample, static_cast<std::uint64_t>(i)));
  expect_nearly_all(points.view(), 15);
}

TEST(SelfJoin, FindsNearlyAllInATreeOfManyDimensions) {
  const Matrix<double> tree = generate(Shape::tree, {.points = 24'000, .dimensions = 50});
  expect_nearly_all(as_float(tree).view(), 15);
  expect_nearly_all(tree.view(), 30);
}

TEST(SelfJoin, FindsNearlyAllWhereNoListIsBetterThanAnother) {
  expect_nearly_all(normal_points<float>(8'000, 30, 5).view(), 10);
}

TEST(SelfJoin, TellsPointsApartThatNearlyCoincide) { expect_nearly_all(blobs_of(24'000, 15, 2'000, 1e-4F).view(), 15); }

TEST(SelfJoin, FindsNearlyAllInADenseClusterWithFarOutliers) {
  Matrix<float> points = normal_points<float>(20'000, 12, 6);
  for (Index i = 0; i < points.rows(); i += 500)
    for (float& value : points.row(i)) value *= 1e5F;
  expect_nearly_all(points.view(), 15);
}

TEST(SelfJoin, FindsMoreNeighborsThanAListHolds) { expect_nearly_all(blobs_of(6'000, 16, 40, 0.1F).view(), 700); }

TEST(SelfJoin, WorksOnFewPointsAndOnAllOfThem) {
  for (const Index rows : {1, 2, 40, 1500}) {
    const auto points = normal_points<double>(rows, 11, 7);
    for (const Index k : {Index{1}, std::min<Index>(rows, 12), std::min<Index>(rows, 40)}) {
      const Neighbors found = join(points.view(), k);
      expect_well_formed(points.view(), found);
    }
    EXPECT_EQ(join(points.view(), rows).recall, 1);
  }
}

TEST(SelfJoin, GivesTheSameBytesForAnyNumberOfThreads) {
  const Matrix<float> points = blobs_of(6'000, 14, 9, 0.3F);
  const Neighbors one = join(points.view(), 10, threads(1));
  for (const int count : {2, 8}) {
    const Neighbors many = join(points.view(), 10, threads(count));
    EXPECT_EQ(many.index, one.index);
    EXPECT_EQ(many.squared_distance, one.squared_distance);
    EXPECT_EQ(many.recall, one.recall);
  }
}

TEST(SelfJoin, FindsNearlyAllWithAnyInstructions) {
  const Matrix<float> points = blobs_of(6'000, 14, 9, 0.3F);
  for (const auto set : {Instructions::baseline, Instructions::x86_64_v3, Instructions::x86_64_v4})
    if (set <= widest_instructions()) expect_nearly_all(points.view(), 10, {.instructions = set});
}

TEST(SelfJoin, FindsNearlyAllOnACoarseGrid) {
  Matrix<float> points = blobs_of(12'000, 12, 20, 0.3F);
  for (Index i = 0; i < points.size(); ++i) points.data()[i] = std::round(8 * points.data()[i]);
  expect_nearly_all(points.view(), 15);
}

TEST(SelfJoin, FindsAllOfASingleListInThousandsOfColumns) {
  const Matrix<float> points = normal_points<float>(900, 4'500, 13);
  EXPECT_EQ(true_recall(points.view(), join(points.view(), 8)), 1);
}

TEST(SelfJoin, FindsTheSameNeighborsWithAnyInstructions) {
  const Matrix<float> points = blobs_of(6'000, 14, 9, 0.3F);
  const Neighbors baseline = join(points.view(), 10, {.instructions = Instructions::baseline});
  for (const auto set : {Instructions::x86_64_v3, Instructions::x86_64_v4}) {
    if (set > widest_instructions()) break;
    EXPECT_EQ(join(points.view(), 10, {.instructions = set}).index, baseline.index);
  }
}

TEST(SearchByLists, FindsNearlyAllOfQueriesThatAreNoPoints) {
  const Matrix<float> points = blobs_of(12'000, 20, 30, 0.1F);
  const Matrix<float> between = blobs_of(900, 20, 31, 0.5F);  // spread further and around one more centre
  const Neighbors found = search_by_lists(between.view(), points.view(), 12, usual_recall, {});
  const Neighbors exact = nearest_neighbors(between.view(), points.view(), 12, {});
  Index right = 0;
  for (std::size_t e = 0; e < exact.index.size(); ++e)
    right += found.squared_distance[e] <= exact.squared_distance[e / 12 * 12 + 11];
  EXPECT_GE(right, 0.985 * static_cast<double>(exact.index.size()));
  EXPECT_NEAR(found.recall, static_cast<double>(right) / static_cast<double>(exact.index.size()), 0.01);
}

/// The same bytes as by looking at every pair: of equally near points those of lowest index.
template <class T>
void expect_exact(const Matrix<T>& points, Index k) {
  const Neighbors found = join_by_lists(points.view(), k, 1, {}).first;
  const Neighbors exact = nearest_neighbors(points.view(), points.view(), k, {});
  EXPECT_EQ(found.recall, 1);
  EXPECT_EQ(found.squared_distance, exact.squared_distance);
  EXPECT_EQ(found.index, exact.index);
}

TEST(ExactJoin, FindsEveryNeighborOfNormalPointsAndClusters) {
  expect_exact(normal_points<float>(6'000, 12, 5), 10);
  expect_exact(normal_points<double>(6'000, 6, 5), 10);
  expect_exact(blobs_of(9'000, 8, 12, 0.1F), 15);
  expect_exact(blobs_of(6'000, 15, 2'000, 1e-4F), 15);
}

TEST(ExactJoin, FindsEveryNeighborAmongCopiesAndTies) {
  expect_exact(lattice_points<float>(7'000, 6, 3), 12);
  expect_exact(lattice_points<double>(6'000, 9, 4), 12);
  Matrix<float> tenths = lattice_points<float>(6'000, 8, 5);  // equal distances that round differently
  for (Index i = 0; i < tenths.size(); ++i) tenths.data()[i] *= 0.1F;
  expect_exact(tenths, 12);
}

TEST(ExactJoin, FindsEveryNeighborBesideFarOutliersAndFarFromZero) {
  Matrix<float> points = normal_points<float>(6'000, 10, 6);
  for (Index i = 0; i < points.rows(); i += 500)
    for (float& value : points.row(i)) value *= 1e5F;
  expect_exact(points, 15);
  Matrix<float> far = normal_points<float>(6'000, 10, 6);
  for (Index i = 0; i < far.size(); ++i) far.data()[i] += 1e4F;
  expect_exact(far, 15);
}

TEST(ExactJoin, FindsMoreNeighborsThanAListHolds) { expect_exact(blobs_of(3'000, 10, 40, 0.1F), 700); }

TEST(ExactSearchByLists, FindsEveryNeighborOfQueriesThatAreNoPoints) {
  const Matrix<float> points = blobs_of(9'000, 10, 30, 0.1F);
  const Matrix<float> between = blobs_of(900, 10, 31, 0.5F);
  const Neighbors found = search_by_lists(between.view(), points.view(), 12, 1, {});
  const Neighbors exact = nearest_neighbors(between.view(), points.view(), 12, {});
  EXPECT_EQ(found.index, exact.index);
  EXPECT_EQ(found.squared_distance, exact.squared_distance);
}

TEST(SelfJoin, FindsTheShareThatIsAskedFor) {
  const Matrix<float> points = normal_points<float>(8'000, 20, 5);
  EXPECT_NEAR(true_recall(points.view(), join_by_lists(points.view(), 10, 0.8, {}).first), 0.8, 0.08);
}

TEST(SearchedByLists, AreMoreThan20000PointsInMoreThanThreeColumns) {
  EXPECT_TRUE(searched_by_lists(20'001, 4));
  EXPECT_FALSE(searched_by_lists(20'000, 4));
  EXPECT_FALSE(searched_by_lists(1'000'000, 3));
  EXPECT_FALSE(searched_by_lists(1'000'000, most_code_columns + 1));
}

}  // namespace
}  // namespace codimap::test
