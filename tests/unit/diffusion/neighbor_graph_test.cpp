// The symmetric graph against its definition, pair by pair.
#include "diffusion/neighbor_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "linalg/sparse.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

double pair_affinity(Index x, Index y, double squared_distance, bool mutual) {
  const auto [low, high] = std::minmax(x, y);
  return std::exp(-squared_distance) + 1e-3 * static_cast<double>(low) + 1e-6 * static_cast<double>(high) +
         (mutual ? 1e-9 : 0);
}

/// Points around a hub, which nearly all of them list and which lists only a few.
Matrix<double> points_around_a_hub() {
  Matrix<double> points = random_points(300, 40);
  for (Index c = 0; c < 40; ++c) points(123, c) = 0;
  return points;
}

TEST(NeighborGraph, JoinsWhatOneOfTwoListsWithOneAffinityForBothRows) {
  const Matrix<double> points = points_around_a_hub();
  const Neighbors nearest = nearest_neighbors(points.view(), points.view(), 9, Execution{});
  for (const Index k : {2, 6, 9}) {
    std::map<std::pair<Index, Index>, double> expected;
    for (Index u = 0; u < points.rows(); ++u)
      for (Index j = 0; j < k; ++j) {
        const Index v = nearest.index[u * 9 + j];
        const auto list = std::span(nearest.index).subspan(static_cast<std::size_t>(v * 9), static_cast<std::size_t>(k));
        const bool mutual = std::ranges::find(list, u) != list.end();
        const double value = pair_affinity(u, v, nearest.squared_distance[u * 9 + j], mutual);
        expected[{u, v}] = expected[{v, u}] = value;
      }
    const auto graph = symmetric_graph<double>(nearest, k, pair_affinity, {});
    ASSERT_EQ(graph.columns.size(), expected.size());
    std::size_t e = 0;
    for (const auto& [pair, value] : expected) {  // by row, then by column
      EXPECT_EQ(graph.columns[e], pair.second);
      EXPECT_EQ(graph.values[e], value);
      EXPECT_LE(graph.offsets[pair.first], static_cast<Index>(e));
      EXPECT_GT(graph.offsets[pair.first + 1], static_cast<Index>(e));
      ++e;
    }
    EXPECT_TRUE(k < 9 || row_of(graph, 123).count > 64);
  }
}

TEST(NeighborGraph, RoundsAffinitiesToFloat32AndIsTheSameForAnyNumberOfThreads) {
  const Matrix<double> points = random_points(7000, 3);
  const Neighbors nearest = nearest_neighbors(points.view(), points.view(), 8, Execution{});
  const auto exact = symmetric_graph<double>(nearest, 8, pair_affinity, {});
  for (const int threads : {1, 2, 8}) {
    const auto rounded = symmetric_graph<float>(nearest, 8, pair_affinity, {.threads = threads});
    EXPECT_EQ(rounded.offsets, exact.offsets);
    EXPECT_EQ(rounded.columns, exact.columns);
    EXPECT_TRUE(std::equal(rounded.values.begin(), rounded.values.end(), exact.values.begin(),
                           [](float a, double b) { return a == static_cast<float>(b); }));
  }
}

}  // namespace
}  // namespace codimap
