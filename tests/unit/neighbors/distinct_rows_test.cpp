// Copies of rows against comparing every pair.
#include "neighbors/distinct_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

TEST(DistinctRows, AreWhatComparingEveryPairGives) {
  for (const Index cols : {1, 2, 5}) {
    const auto points = lattice_points<float>(200, cols, 1);
    std::vector<Index> first;
    std::vector<Index> distinct_of;
    for (Index i = 0; i < points.rows(); ++i) {
      const auto copy =
          std::ranges::find_if(first, [&](Index j) { return std::ranges::equal(points.row(i), points.row(j)); });
      distinct_of.push_back(copy - first.begin());
      if (copy == first.end()) first.push_back(i);
    }
    const auto found = distinct_rows(points.view());
    EXPECT_EQ(found.first, first);
    EXPECT_EQ(found.distinct_of, distinct_of);
  }
}

TEST(DistinctRows, AreAllRowsInGeneralPosition) {
  const auto points = normal_points<double>(500, 3, 2);
  const auto found = distinct_rows(points.view());
  EXPECT_EQ(found.first.size(), 500U);
  EXPECT_EQ(found.first, found.distinct_of);
}

TEST(DistinctRows, AreTheSameForAnyNumberOfThreads) {
  const auto points = lattice_points<double>(30'000, 4, 3);
  const auto one = distinct_rows(points.view(), {.threads = 1});
  EXPECT_LT(one.first.size(), 30'000U);
  for (const int threads : {2, 8}) {
    const auto many = distinct_rows(points.view(), {.threads = threads});
    EXPECT_EQ(many.first, one.first);
    EXPECT_EQ(many.distinct_of, one.distinct_of);
  }
  for (std::size_t i = 0; i < one.distinct_of.size(); ++i)
    EXPECT_TRUE(std::ranges::equal(points.row(static_cast<Index>(i)),
                                   points.row(one.first[static_cast<std::size_t>(one.distinct_of[i])])));
}

TEST(DistinctRows, TakeMinusZeroForZero) {
  Matrix<double> points(3, 2);
  points(0, 1) = -0.0;
  points(1, 0) = 1;
  points(2, 0) = -0.0;
  const auto found = distinct_rows(points.view());
  EXPECT_EQ(found.first, (std::vector<Index>{0, 1}));
  EXPECT_EQ(found.distinct_of, (std::vector<Index>{0, 1, 0}));
}

TEST(DistinctRows, OfNothingAreNone) { EXPECT_TRUE(distinct_rows(Matrix<double>(0, 3).view()).first.empty()); }

}  // namespace
}  // namespace codimap::test
