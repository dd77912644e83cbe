#include "embedding/choose_components.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "codimap/map.hpp"

namespace codimap {
namespace {

TEST(ChooseComponents, StopsBeforeTheLargestGap) {
  EXPECT_EQ(choose_components(std::vector{0.99, 0.97, 0.96, 0.70, 0.66}), 3);
  EXPECT_EQ(choose_components(std::vector{1.0, 1.0, 1.0, 1.0, 0.8, 0.7}), 4);  // five connected components
  EXPECT_EQ(choose_components(std::vector{0.9, 0.8, 0.7, -0.5}), 3);
}

TEST(ChooseComponents, TakesAtLeastTwoWhereThereAreTwo) {
  EXPECT_EQ(choose_components(std::vector{0.99, 0.50, 0.49, 0.40, 0.39}), 3);  // not 1, after the widest gap of all
  EXPECT_EQ(choose_components(std::vector{0.99, 0.50}), 2);
  EXPECT_EQ(choose_components(std::vector{0.99}), 1);
  EXPECT_EQ(choose_components({}), 0);
}

TEST(ChooseComponents, TakesTheFirstOfEqualGaps) {
  EXPECT_EQ(choose_components(std::vector{1.0, 0.875, 0.75, 0.625, 0.5}), 2);
}

TEST(ChooseComponents, PassesOverGapsThatTheResidualsCouldClose) {
  const std::vector<double> eigenvalues{0.99, 0.95, 0.90, 0.60, 0.50, 0.45};
  EXPECT_EQ(choose_components(eigenvalues, std::vector{0.0, 0.0, 0.10, 0.19, 0.0, 0.0}), 3);
  EXPECT_EQ(choose_components(eigenvalues, std::vector{0.0, 0.0, 0.12, 0.19, 0.0, 0.0}), 5);
}

TEST(ChooseComponents, TakesTheDefaultWhereNoGapIsSure) {
  const std::vector<double> flat(25, 0.5);
  EXPECT_EQ(choose_components(flat), default_components);
  const std::vector<double> few{0.9, 0.8, 0.3, 0.2};
  EXPECT_EQ(choose_components(few, std::vector<double>(4, 0.5)), 4);
}

}  // namespace
}  // namespace codimap
