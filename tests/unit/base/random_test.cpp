#include "base/random.hpp"

#include <gtest/gtest.h>

#include <set>

namespace codimap {
namespace {

TEST(Random, IsTheSameForTheSameSeedStreamAndCounterAndDiffersOtherwise) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed : {0, 1, 2})
    for (const RandomStream stream : {RandomStream::centroids, RandomStream::projection})
      for (std::uint64_t counter = 0; counter < 1000; ++counter) {
        EXPECT_EQ(random_bits(seed, stream, counter), random_bits(seed, stream, counter));
        seen.insert(random_bits(seed, stream, counter));
      }
  EXPECT_EQ(seen.size(), 6000);
}

TEST(Random, UniformsHaveTheMeanAndVarianceOfUniformsAndNeverReachTheEnds) {
  double sum = 0, squares = 0;
  constexpr int count = 100'000;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double value = random_uniform(7, RandomStream::sample, i);
    EXPECT_TRUE(value > 0 && value < 1);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / count, 0.5, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 3, 0.005);
}

TEST(Random, NormalsHaveMeanZeroAndVarianceOneAndKurtosisThree) {
  double sum = 0, squares = 0, fourths = 0;
  constexpr int count = 200'000;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double value = random_normal(7, RandomStream::sample, i);
    sum += value;
    squares += value * value;
    fourths += value * value * value * value;
  }
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1, 0.02);
  EXPECT_NEAR(fourths / count, 3, 0.1);
}

}  // namespace
}  // namespace codimap
