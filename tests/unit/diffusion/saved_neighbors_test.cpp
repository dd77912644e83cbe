// Lists of neighbours as model files hold them.
#include "diffusion/saved_neighbors.hpp"

#include <gtest/gtest.h>

#include "neighbors/list_search.hpp"
#include "neighbors/search.hpp"
#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

void expect_the_same(const Neighbors& unpacked, const Neighbors& found) {
  EXPECT_EQ(unpacked.k, found.k);
  EXPECT_EQ(unpacked.index, found.index);
  EXPECT_EQ(unpacked.squared_distance, found.squared_distance);
}

TEST(SavedNeighbors, ComeBackInTheirOrderWithTheirDistancesHoweverTheyWereFound) {
  const Matrix<float> few = blobs_of(2'000, 3, 5, 0.3F);
  const Neighbors by_tree = nearest_neighbors(few.view(), few.view(), 9, {});
  expect_the_same(unpacked_lists(packed_lists(by_tree, {}), few.view(), 9, {}), by_tree);
  const Matrix<double> wide = normal_points<double>(700, 12, 3);
  const Neighbors by_tiles = nearest_neighbors(wide.view(), wide.view(), 9, {});
  expect_the_same(unpacked_lists(packed_lists(by_tiles, {}), wide.view(), 9, {}), by_tiles);
  const Matrix<float> many = blobs_of(6'000, 8, 5, 0.3F);
  const Neighbors by_lists = join_by_lists(many.view(), 9, usual_recall, {}).first;
  expect_the_same(unpacked_lists(packed_lists(by_lists, {}), many.view(), 9, {}), by_lists);
}

TEST(SavedNeighbors, AreNoneWhereTheyAreNoListsOfPoints) {
  const Matrix<double> points = normal_points<double>(3, 2, 1);
  const auto unpacked = [&](const std::vector<std::int32_t>& lists) {
    return unpacked_lists(PackedIndices(std::span<const std::int32_t>(lists)), points.view(), 2, {}).k;
  };
  EXPECT_EQ(unpacked({0, 1, 0, 1, 1, 2}), 2);
  for (const std::vector<std::int32_t>& broken : {std::vector<std::int32_t>{0, 1, 0, 1, 1},
                                                  {0, 1, 0, 1},
                                                  {0, 1, 0, 1, 1, 3},
                                                  {0, 1, 0, 1, 1, 1},
                                                  {0, 1, 1, 0, 1, 2},
                                                  {-1, 1, 0, 1, 1, 2},
                                                  {}})
    EXPECT_EQ(unpacked(broken), 0);
}

}  // namespace
}  // namespace codimap::test
