#include <gtest/gtest.h>

#include <algorithm>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

TEST(Components, AreNumberedBySizeTheLargestFirst) {
  Matrix<double> affinity(10, 10);
  const auto join = [&](Index i, Index j) { affinity(i, j) = affinity(j, i) = 1; };
  join(0, 5);
  join(1, 2);
  join(2, 9);
  join(9, 4);
  const Components components = connected_components(*graph_kernel(graph_of(affinity)));
  EXPECT_EQ(components.sizes, (std::vector<Index>{4, 2, 1, 1, 1, 1}));
  EXPECT_EQ(components.component_of, (std::vector<Index>{1, 0, 0, 2, 0, 1, 3, 4, 5, 0}));
}

TEST(Components, OfALongShuffledChainAreOne) {
  constexpr Index nodes = 5003;
  Graph graph;
  graph.cols = nodes;
  std::vector<std::vector<std::int32_t>> joined(nodes);
  for (Index i = 0; i + 1 < nodes; ++i) {
    const Index a = i * 1777 % nodes;
    const Index b = (i + 1) * 1777 % nodes;
    joined[a].push_back(static_cast<std::int32_t>(b));
    joined[b].push_back(static_cast<std::int32_t>(a));
  }
  for (auto& row : joined) {
    std::sort(row.begin(), row.end());
    graph.columns.insert(graph.columns.end(), row.begin(), row.end());
    graph.values.insert(graph.values.end(), row.size(), 1);
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  EXPECT_EQ(connected_components(*graph_kernel(graph)).sizes, std::vector<Index>{nodes});
}

TEST(Components, OfADenseKernelAreApartWhereAffinitiesUnderflow) {
  Matrix<double> far = random_points(30, 2, 2);
  for (Index i = 0; i < far.rows(); ++i) far(i, 0) += 1000;
  const auto kernel = point_kernel(stacked(random_points(50, 2), far),
                                   {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense});
  EXPECT_EQ(connected_components(*kernel).sizes, (std::vector<Index>{50, 30}));
}

}  // namespace
}  // namespace codimap
