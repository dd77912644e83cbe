// How far a fit says it is.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "codimap/model.hpp"
#include "model/course.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

struct Seen {
  Progress progress;
  std::string stage;  // whose name the library need not keep
};

template <class Data>
std::vector<Seen> seen_of(const Data& data, const Options& options) {
  std::vector<Seen> all;
  Execution run;
  run.progress = [&](const Progress& progress) { all.push_back({progress, std::string(progress.stage)}); };
  (void)fit(data, options, run);
  return all;
}

/// Three groups of points that nothing connects.
Matrix<double> groups() {
  Matrix<double> points = random_points(900, 3);
  for (Index i = 0; i < points.rows(); ++i) points(i, 0) += 1000.0 * static_cast<double>(i < 500 ? 0 : i < 800 ? 1 : 2);
  return points;
}

void expect_whole(const std::vector<Seen>& all) {
  ASSERT_FALSE(all.empty());
  double last = 0;
  for (const auto& [progress, stage] : all) {
    EXPECT_GE(progress.whole, last) << stage;
    EXPECT_LE(progress.whole, 1) << stage;
    EXPECT_GE(progress.done, 0) << stage;
    EXPECT_LE(progress.done, 1) << stage;
    EXPECT_GE(progress.stage_number, 1) << stage;
    EXPECT_LE(progress.stage_number, progress.stage_count) << stage;
    EXPECT_EQ(progress.stage_count, all.front().progress.stage_count) << stage;
    last = progress.whole;
  }
  EXPECT_EQ(all.back().progress.whole, 1);
  EXPECT_EQ(all.back().progress.done, 1);
}

TEST(ProgressOfAFit, NeverDecreasesAndIsOneAtTheEnd) {
  const Matrix<double> points = random_points(1500, 3);
  expect_whole(seen_of(points, {}));
  expect_whole(seen_of(points, {.kernel = {.kind = KernelKind::gaussian, .neighbors = dense}}));
  expect_whole(seen_of(points, {.method = Method::exact, .map = {.components = 4}}));
  expect_whole(seen_of(points, {.method = Method::roseland,
                                .kernel = {.neighbors = dense},
                                .regions = {.regions = 60},
                                .map = {.components = 4}}));
  expect_whole(seen_of(groups(), {}));
  expect_whole(seen_of(chain(400, true), {}));
}

TEST(ProgressOfAFit, IsKnownWithinNeighborsAndRefinement) {
  std::map<std::string, int> between;
  for (const auto& [progress, stage] : seen_of(random_points(3000, 8), {}))
    if (progress.done > 0 && progress.done < 1) ++between[stage];
  EXPECT_GT(between["neighbors"], 0);
  EXPECT_GT(between["refinement"], 0);
}

TEST(ProgressOfAFit, NumbersStagesInTheOrderOfTheForecast) {
  const Matrix<double> points = random_points(500, 3);
  const Forecast expected = forecast(points);
  for (const auto& [progress, stage] : seen_of(points, {})) {
    if (progress.whole == 1) continue;
    EXPECT_EQ(stage, expected.stages[static_cast<std::size_t>(progress.stage_number) - 1].name);
  }
}

TEST(Course, SharesTheTimeOfStagesOutByTheForecastAndTheSizeOfComponents) {
  const auto stage = [](const char* name, double seconds) { return StageForecast{.name = name, .seconds = seconds}; };
  Course course({stage("neighbors", 4), stage("components", 0), stage("refinement", 6)});
  course.begin("neighbors");
  EXPECT_NEAR(course.at(0.5, 1).whole, 0.2, 1e-12);
  EXPECT_NEAR(course.at(-1, 2).done, 0.5, 1e-12) << "what was reported is not taken back";
  EXPECT_NEAR(course.at(-1, 8).done, 0.95, 1e-12);
  course.begin("refinement");
  course.take_part(0, 0.75);
  EXPECT_NEAR(course.at(1, 1).whole, 0.85, 1e-12);
  course.take_part(0.75, 1);
  course.begin("refinement");
  EXPECT_EQ(course.at(0, 0).done, 0);
  EXPECT_NEAR(course.at(0, 0).whole, 0.85, 1e-12);
  EXPECT_NEAR(course.at(1, 1).whole, 1, 1e-12);
}

TEST(Course, KnowsNothingOfTheWholeWithoutAForecast) {
  Course course({});
  course.begin("smoothing");
  EXPECT_EQ(course.at(0.25, 1).done, 0.25);
  EXPECT_EQ(course.at(-1, 1).done, -1);
  EXPECT_EQ(course.at(0.25, 1).whole, -1);
}

}  // namespace
}  // namespace codimap
