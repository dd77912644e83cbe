// The public search for neighbours against looking at every pair.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "codimap/kernel.hpp"
#include "neighbors/search.hpp"
#include "unit/errors.hpp"
#include "unit/neighbors/random_points.hpp"

namespace codimap::test {
namespace {

constexpr Index k = 9;

/// The share of the true neighbours that was found.
template <class T>
double share_found(const Neighbors& found, const Matrix<T>& queries, const Matrix<T>& points) {
  const Neighbors exact = nearest_neighbors(queries.view(), points.view(), k, Execution{});
  Index right = 0;
  for (std::size_t e = 0; e < exact.index.size(); ++e)
    right += found.squared_distance[e] <= exact.squared_distance[e / k * k + k - 1];
  return static_cast<double>(right) / static_cast<double>(exact.index.size());
}

TEST(NearestNeighbors, AreFoundAmongManyPointsAndTheirShareIsSaid) {
  const Matrix<float> points = blobs_of(21'000, 10, 12, 0.3F);
  const Matrix<float> queries = blobs_of(2'500, 10, 12, 0.3F, 78);
  const Neighbors found = nearest_neighbors(queries, points, k);
  const double share = share_found(found, queries, points);
  EXPECT_GE(share, 0.985);
  EXPECT_LT(found.recall, 1);
  EXPECT_NEAR(found.recall, share, 0.01);
  const Neighbors own = nearest_neighbors(points, points, k);
  for (Index i = 0; i < points.rows(); ++i) ASSERT_EQ(own.index[i * k], i);
}

TEST(NearestNeighbors, AreFoundAmongManyCopies) {
  Matrix<float> points = blobs_of(21'000, 6, 12, 0.3F);
  for (Index i = 0; i < points.rows(); ++i)
    if (i % 3 != 0) std::ranges::copy(points.row(i % 3 * 3), points.row(i).begin());
  const Neighbors own = nearest_neighbors(points, points, k);
  for (Index i = 0; i < points.rows(); ++i) {
    ASSERT_EQ(own.squared_distance[i * k], 0);
    if (i % 3 != 0) {
      ASSERT_EQ(own.squared_distance[i * k + k - 1], 0);
    }
  }
}

TEST(NearestNeighbors, AreExactForFewQueriesAndInEitherPrecision) {
  const Matrix<float> points = blobs_of(21'000, 10, 12, 0.3F);
  const Matrix<float> queries = blobs_of(50, 10, 12, 0.3F, 78);
  Matrix<double> in_double(queries.rows(), queries.cols());
  std::copy_n(queries.data(), queries.size(), in_double.data());
  const Neighbors found = nearest_neighbors(queries, points, k);
  const Neighbors mixed = nearest_neighbors(in_double, points, k);
  EXPECT_EQ(found.recall, 1);
  EXPECT_EQ(share_found(found, queries, points), 1);
  EXPECT_EQ(mixed.index, found.index);
  EXPECT_EQ(mixed.squared_distance, found.squared_distance);
}

TEST(NearestNeighbors, AreAllFoundWhereThatIsAskedFor) {
  const Matrix<float> points = lattice_points<float>(21'000, 8, 3);
  const Neighbors exact = nearest_neighbors(points.view(), points.view(), k, Execution{});
  const Neighbors found = nearest_neighbors(points, points, k, Metric::euclidean, {}, 1);
  EXPECT_EQ(found.index, exact.index);
  EXPECT_EQ(found.squared_distance, exact.squared_distance);
  EXPECT_EQ(found.recall, 1);
  const Matrix<float> queries = blobs_of(2'500, 8, 12, 0.3F, 78);
  EXPECT_EQ(share_found(nearest_neighbors(queries, points, k, Metric::euclidean, {}, 1), queries, points), 1);
  EXPECT_EQ(point_kernel(blobs_of(21'000, 8, 12, 0.3F), {.neighbor_recall = 1})->neighbor_recall(), 1);
}

TEST(NearestNeighbors, MeasureDirectionsWhereAsked) {
  const Matrix<double> points = normal_points<double>(200, 7, 3);
  const Neighbors found = nearest_neighbors(points, points, k, Metric::cosine);
  for (Index i = 0; i < points.rows(); ++i) {
    double product = 0;
    double squares[2] = {};
    const Index other = found.index[i * k + k - 1];
    for (Index c = 0; c < points.cols(); ++c) {
      product += points(i, c) * points(other, c);
      squares[0] += points(i, c) * points(i, c);
      squares[1] += points(other, c) * points(other, c);
    }
    EXPECT_NEAR(found.squared_distance[i * k + k - 1], 2 * (1 - product / std::sqrt(squares[0] * squares[1])), 1e-12);
  }
}

TEST(NearestNeighbors, RefuseWhatCannotBeSearched) {
  Matrix<double> points = normal_points<double>(20, 3, 4);
  const Matrix<double> narrow = normal_points<double>(5, 2, 4);
  expect_error(ErrorKind::bad_data, "as many columns as the points (3); they have 2",
               [&] { (void)nearest_neighbors(narrow, points, 2); });
  expect_error(ErrorKind::bad_option, "between 1 and the number of points (20); got 21",
               [&] { (void)nearest_neighbors(points, points, 21); });
  for (const double recall : {0., 1.01, std::numeric_limits<double>::quiet_NaN()}) {
    const auto expect_refusal = [](const auto& job) {
      expect_error(ErrorKind::bad_option, "neighbor_recall must be above 0 and at most 1", job);
    };
    expect_refusal([&] { (void)nearest_neighbors(points, points, 2, Metric::euclidean, {}, recall); });
    expect_refusal([&] { (void)point_kernel(points, {.neighbor_recall = recall}); });
  }
  const Matrix<double> queries = points;
  points(4, 1) = std::numeric_limits<double>::quiet_NaN();
  expect_error(ErrorKind::bad_data, "row 5 of the points", [&] { (void)nearest_neighbors(queries, points, 2); });
}

}  // namespace
}  // namespace codimap::test
