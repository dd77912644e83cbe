#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "codimap/model.hpp"
#include "codimap/shapes.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

Matrix<double> roll(Index points) { return generate(Shape::swiss_roll, {.points = points, .seed = 1}); }

/// 300 and 100 points far from each other.
Matrix<double> two_blobs() {
  Matrix<double> points = stacked(random_points(300, 3), random_points(100, 3, 2));
  for (Index i = 300; i < 400; ++i) points(i, 0) += 1000;
  return points;
}

struct Range {
  double low = INFINITY;
  double high = -INFINITY;
};

Range range_of(const Matrix<double>& layout, Index begin, Index end, Index axis) {
  Range range;
  for (Index i = begin; i < end; ++i) {
    range.low = std::min(range.low, layout(i, axis));
    range.high = std::max(range.high, layout(i, axis));
  }
  return range;
}

double area(const Matrix<double>& layout, Index begin, Index end) {
  const Range x = range_of(layout, begin, end, 0), y = range_of(layout, begin, end, 1);
  return (x.high - x.low) * (y.high - y.low);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sa += a[i];
    sb += b[i];
    saa += a[i] * a[i];
    sbb += b[i] * b[i];
    sab += a[i] * b[i];
  }
  return (sab - sa * sb / n) / std::sqrt((saa - sa * sa / n) * (sbb - sb * sb / n));
}

/// Correlation of distances in a map with those on the roll laid flat, over the first points.
double faithfulness(const Matrix<double>& points, const Matrix<double>& map) {
  std::vector<double> wanted, found;
  const auto length = [&](Index i) {
    const double angle = std::hypot(points(i, 0), points(i, 2));  // the radius is the angle
    return (angle * std::sqrt(1 + angle * angle) + std::asinh(angle)) / 2;
  };
  for (Index i = 0; i < 300; ++i)
    for (Index j = 0; j < i; ++j) {
      wanted.push_back(std::hypot(length(i) - length(j), points(i, 1) - points(j, 1)));
      found.push_back(std::hypot(map(i, 0) - map(j, 0), map(i, 1) - map(j, 1)));
    }
  return correlation(wanted, found);
}

TEST(Layout, FollowsTheWayAlongARoll) {
  const Matrix<double> points = roll(1500);
  const Model model = fit(points);
  EXPECT_GT(faithfulness(points, model.result().layout), 0.9);
}

TEST(Layout, PlacesTrainingPointsWhereTheyWereAndSurvivesSaving) {
  const Matrix<double> points = roll(600);
  const auto file = std::filesystem::temp_directory_path() / ("codimap-layout-" + std::to_string(::getpid()));
  for (const Options& options :
       {Options{}, Options{.regions = {.regions = 50}, .map = {.components = 5, .refine = unrefined}},
        Options{.method = Method::exact, .map = {.components = 5, .layout_dimensions = 3}},
        Options{.method = Method::landmarks, .regions = {.regions = 60}, .map = {.components = 5}}}) {
    const Model model = fit(points, options);
    ASSERT_EQ(model.result().layout.cols(), options.map.layout_dimensions);
    EXPECT_LT(largest_difference(model.layout(points), model.result().layout), 1e-9);
    model.save(file);
    const Model loaded = load_model(file).model;
    EXPECT_LT(largest_difference(loaded.result().layout, model.result().layout), 1e-12);
    EXPECT_EQ(largest_difference(loaded.layout(points), model.layout(points)), 0);
  }
  std::filesystem::remove(file);
}

TEST(Layout, SetsConnectedComponentsSideBySideWithAreasByTheirPoints) {
  const Matrix<double> points = two_blobs();
  const Model model = fit(points, {.map = {.components = 3}});
  const Matrix<double>& layout = model.result().layout;
  ASSERT_EQ(model.result().component_sizes, (std::vector<Index>{300, 100}));
  EXPECT_LT(range_of(layout, 0, 300, 0).high, range_of(layout, 300, 400, 0).low);
  EXPECT_NEAR(area(layout, 300, 400) / area(layout, 0, 300), 1.0 / 3, 0.2);
  EXPECT_LT(largest_difference(model.layout(points), layout), 1e-9);
}

TEST(Layout, LeavesRoomForPointsWithoutNeighbours) {
  Matrix<double> affinity(103, 103);  // a cycle, and three nodes by themselves
  for (Index i = 0; i < 100; ++i) affinity(i, (i + 1) % 100) = affinity((i + 1) % 100, i) = affinity(i, i) = 1;
  const Matrix<double> layout = fit(graph_of(affinity), {.map = {.components = 3}}).result().layout;
  for (Index i = 100; i < 103; ++i) {
    EXPECT_GT(layout(i, 0), range_of(layout, 0, 100, 0).high);
    for (Index j = 100; j < i; ++j) EXPECT_GT(std::hypot(layout(i, 0) - layout(j, 0), layout(i, 1) - layout(j, 1)), 0);
  }
}

TEST(Layout, IsTheSameForAnyNumberOfThreads) {
  const Matrix<double> points = roll(3000);
  const Matrix<double> layout = fit(points, {}, {.threads = 1}).result().layout;
  for (const int threads : {2, 8})
    EXPECT_EQ(largest_difference(fit(points, {}, {.threads = threads}).result().layout, layout), 0);
}

TEST(Layout, IsLeftOutWhereItIsNotAskedForOrNotKnown) {
  const Matrix<double> points = roll(300);
  const Model without = fit(points, {.map = {.layout_dimensions = no_layout}});
  EXPECT_EQ(without.result().layout.size(), 0);
  EXPECT_EQ(without.place(points).layout.size(), 0);
  expect_error(ErrorKind::bad_data, "the model has no layout", [&] { (void)without.layout(points); });
  const Model roseland =
      fit(points, {.method = Method::roseland, .kernel = {.neighbors = dense}, .regions = {.regions = 60}});
  EXPECT_EQ(roseland.result().layout.size(), 0);
  EXPECT_EQ(roseland.options().map.layout_dimensions, no_layout);
  expect_error(ErrorKind::bad_option, "layout_dimensions must be 2 or 3, or 0",
               [&] { (void)fit(points, {.map = {.layout_dimensions = 1}}); });
}

}  // namespace
}  // namespace codimap
