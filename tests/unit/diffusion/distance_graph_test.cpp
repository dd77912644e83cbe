// A kernel from neighbours that were found elsewhere is the kernel of the points they were found among.
#include <gtest/gtest.h>

#include <cmath>

#include "codimap/kernel.hpp"
#include "neighbors/search.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// The k nearest others of each point and their distances, each list in one direction only.
Graph neighbor_distances(const Matrix<double>& points, Index k) {
  const Neighbors nearest = nearest_neighbors(points.view(), points.view(), k + 1, Execution{});
  Graph graph;
  graph.cols = points.rows();
  for (Index i = 0; i < points.rows(); ++i) {
    std::vector<std::pair<std::int32_t, double>> row;
    for (Index j = 1; j <= k; ++j)
      row.emplace_back(nearest.index[i * (k + 1) + j], std::sqrt(nearest.squared_distance[i * (k + 1) + j]));
    std::ranges::sort(row);
    for (const auto& [column, distance] : row) {
      graph.columns.push_back(column);
      graph.values.push_back(distance);
    }
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  return graph;
}

void expect_same_kernel(const Kernel& a, const Kernel& b) {
  const Matrix<double> block = random_points(a.size(), 3, 9);
  const Matrix<double> by_a = a.multiply(block, {});
  const Matrix<double> by_b = b.multiply(block, {});
  for (Index i = 0; i < a.size(); ++i) {
    ASSERT_NEAR(a.degree()[i], b.degree()[i], 1e-12 * a.degree()[i]);
    for (Index c = 0; c < 3; ++c) ASSERT_NEAR(by_a(i, c), by_b(i, c), 1e-12 * a.degree()[i]);
  }
}

TEST(NeighborAffinities, AreThoseOfTheKernelOfThePoints) {
  const Matrix<double> points = random_points(400, 3);
  for (const KernelOptions& options :
       {KernelOptions{.kind = KernelKind::gaussian, .epsilon = 0.3, .neighbors = 12}, KernelOptions{.neighbors = 12},
        KernelOptions{.kind = KernelKind::adaptive, .neighbors = 12}}) {
    const auto of_points = point_kernel(points, options);
    expect_same_kernel(*graph_kernel(neighbor_affinities(neighbor_distances(points, 11), options).graph), *of_points);
  }
}

TEST(NeighborAffinities, RefuseDistancesThatAreNoneAndAnEpsilonThatIsNone) {
  Graph distances = neighbor_distances(random_points(50, 2), 5);
  expect_error(ErrorKind::bad_option, "epsilon must be a positive number",
               [&] { (void)neighbor_affinities(distances, {.kind = KernelKind::gaussian, .epsilon = -1}); });
  distances.values[7] = -1;
  expect_error(ErrorKind::bad_data, "not negative", [&] { (void)neighbor_affinities(distances); });
  distances.values[7] = NAN;
  expect_error(ErrorKind::bad_data, "finite", [&] { (void)neighbor_affinities(distances); });
}

}  // namespace
}  // namespace codimap
