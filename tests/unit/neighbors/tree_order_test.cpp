#include "neighbors/tree_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// The summed volume of the boxes of the leaves.
double leaf_volume(const Matrix<double>& points, const std::vector<Index>& order, Index leaf) {
  double total = 0;
  for (Index begin = 0; begin < points.rows(); begin += leaf) {
    double volume = 1;
    for (Index k = 0; k < points.cols(); ++k) {
      double low = points(order[begin], k);
      double high = low;
      for (Index i = begin; i < std::min(points.rows(), begin + leaf); ++i) {
        low = std::min(low, points(order[i], k));
        high = std::max(high, points(order[i], k));
      }
      volume *= high - low;
    }
    total += volume;
  }
  return total;
}

TEST(TreeOrder, HoldsEveryPointOnce) {
  for (const Index size : {1, 2, 7, 8, 9, 100, 1000}) {
    std::vector<Index> order = tree_order(random_points(size, 3), 8, {});
    std::ranges::sort(order);
    for (Index i = 0; i < size; ++i) ASSERT_EQ(order[i], i);
  }
}

TEST(TreeOrder, MakesLeavesThatFillSpaceOnce) {
  const Matrix<double> points = random_points(4096, 2);
  std::vector<Index> given(4096);
  for (Index i = 0; i < 4096; ++i) given[i] = i;
  // Leaves of a tree are disjoint boxes; runs of points as they come each cover nearly everything.
  EXPECT_LT(leaf_volume(points, tree_order(points, 16, {}), 16), leaf_volume(points, given, 16) / 50);
}

TEST(TreeOrder, IsTheSameForAnyNumberOfThreads) {
  const Matrix<double> points = random_points(5000, 4);
  const auto one = tree_order(points, 16, {.threads = 1});
  EXPECT_EQ(tree_order(points, 16, {.threads = 2}), one);
  EXPECT_EQ(tree_order(points, 16, {.threads = 8}), one);
}

}  // namespace
}  // namespace codimap
