// Both searches against looking at every pair.
#include "neighbors/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

template <class T>
Neighbors look_at_every_pair(MatrixView<T> queries, MatrixView<T> points, Index k) {
  Neighbors result{.k = k, .index = {}, .squared_distance = {}};
  for (Index q = 0; q < queries.rows(); ++q) {
    std::vector<std::pair<double, std::int32_t>> all;
    for (Index p = 0; p < points.rows(); ++p) {
      double sum = 0;
      for (Index c = 0; c < points.cols(); ++c) {
        const double difference = static_cast<double>(queries(q, c)) - static_cast<double>(points(p, c));
        sum += difference * difference;
      }
      all.emplace_back(sum, static_cast<std::int32_t>(p));
    }
    std::ranges::sort(all);
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
      result.squared_distance.push_back(all[i].first);
      result.index.push_back(all[i].second);
    }
  }
  return result;
}

template <class T>
void expect_exact(MatrixView<T> queries, MatrixView<T> points, Index k) {
  const Neighbors found = nearest_neighbors(queries, points, k, Execution{});
  const Neighbors expected = look_at_every_pair(queries, points, k);
  EXPECT_EQ(found.k, k);
  EXPECT_EQ(found.index, expected.index) << points.rows() << " x " << points.cols() << ", k = " << k;
  EXPECT_EQ(found.squared_distance, expected.squared_distance);
}

template <class T>
class NeighborSearch : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(NeighborSearch, Precisions);

TYPED_TEST(NeighborSearch, FindsWhatLookingAtEveryPairFinds) {
  for (const Index cols : {1, 2, 3, 10, 11, 50}) {
    const auto points = normal_points<TypeParam>(300, cols, 1);
    const auto queries = normal_points<TypeParam>(70, cols, 2);
    expect_exact(points.view(), points.view(), 12);
    expect_exact(queries.view(), points.view(), 7);
  }
}

TYPED_TEST(NeighborSearch, GivesTiesToTheLowerIndex) {
  for (const Index cols : {1, 2, 3, 10, 12}) {
    const auto points = lattice_points<TypeParam>(400, cols, 3);
    for (const Index k : {1, 2, 15, 100}) expect_exact(points.view(), points.view(), k);
  }
}

TYPED_TEST(NeighborSearch, CanReturnEveryPoint) {
  for (const Index cols : {2, 13}) {
    const auto points = lattice_points<TypeParam>(150, cols, 4);
    expect_exact(points.view(), points.view(), 150);
  }
}

TYPED_TEST(NeighborSearch, WorksOnOnePointAndOnCopiesOfOne) {
  for (const Index cols : {1, 3, 20}) {
    const auto one = normal_points<TypeParam>(1, cols, 5);
    expect_exact(one.view(), one.view(), 1);
    Matrix<TypeParam> copies(90, cols);
    std::fill_n(copies.data(), copies.size(), TypeParam(0.1));
    expect_exact(copies.view(), copies.view(), 30);
  }
}

TYPED_TEST(NeighborSearch, MeetsMorePointsThanOneTileHolds) {
  const auto points = normal_points<TypeParam>(700, 300, 6);
  expect_exact(points.view(), points.view(), 5);
}

TYPED_TEST(NeighborSearch, SeesSmallDistancesFarFromTheOrigin) {
  for (const Index cols : {3, 16}) {
    auto points = normal_points<TypeParam>(100, cols, 7);
    for (Index i = 0; i < points.size(); ++i) points.data()[i] += TypeParam(1e6);
    expect_exact(points.view(), points.view(), 9);
  }
}

TEST(Neighbors, AreTheSameForAnyNumberOfThreads) {
  for (const Index cols : {3, 14}) {
    const auto points = normal_points<double>(1000, cols, 8);
    const auto one = nearest_neighbors(points.view(), points.view(), 10, threads(1));
    for (const int count : {2, 8}) {
      const auto many = nearest_neighbors(points.view(), points.view(), 10, threads(count));
      EXPECT_EQ(many.index, one.index);
      EXPECT_EQ(many.squared_distance, one.squared_distance);
    }
  }
}

}  // namespace
}  // namespace codimap::test
