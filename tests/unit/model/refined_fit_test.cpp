// Fits that are refined, and what is chosen by the spectrum they find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "codimap/model.hpp"
#include "codimap/shapes.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

Matrix<double> roll(Index points, std::uint64_t seed = 1) {
  return generate(Shape::swiss_roll, {.points = points, .seed = seed});
}

Options options_with(std::optional<Index> neighbors, const MapOptions& map, Method method = Method::compressed) {
  return {.method = method, .kernel = {.neighbors = neighbors}, .regions = {.regions = 100}, .map = map};
}

TEST(RefinedFit, IsAsGoodAsTheExactMapByDefault) {
  for (const std::optional<Index> neighbors : {std::optional(dense), std::optional(Index{20})})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Matrix<double> points = roll(1500, seed);
      const Result exact = fit(points, options_with(neighbors, {.components = 12}, Method::exact)).result();
      const Result refined = fit(points, options_with(neighbors, {.components = 12})).result();
      const Result paper = fit(points, options_with(neighbors, {.components = 12, .refine = unrefined})).result();
      EXPECT_LT(compare(exact.embedding, refined.embedding).sse, 0.05 * 12 / 32);
      EXPECT_GT(compare(exact.embedding, paper.embedding).sse, 0.05);
      EXPECT_EQ(refined.certificate.estimated_angles.size(), 12U);
      EXPECT_TRUE(paper.certificate.angles.empty());
    }
}

// By interlacing; every pair counts, so that no eigenvalue is negative.
TEST(RefinedFit, KeepsThePapersEigenvaluesWhichAreNeverAboveTheExactOnes) {
  Options options = options_with(dense, {.components = 8});
  options.kernel.kind = KernelKind::gaussian;
  const Result result = fit(roll(900), options).result();
  ASSERT_GE(result.region_eigenvalues.size(), 8U);
  for (std::size_t c = 0; c < 8; ++c) {
    EXPECT_LE(result.region_eigenvalues[c], result.eigenvalues[c] + 1e-6);
    EXPECT_GT(result.region_eigenvalues[c], 0.5 * result.eigenvalues[c]);
  }
}

TEST(RefinedFit, ReachesTheResidualItIsAskedFor) {
  const Result result = fit(roll(1500), options_with(20, {.components = 8, .refine = 1e-8})).result();
  for (const double residual : result.residuals) EXPECT_LE(residual, 1.1e-8);
}

TEST(RefinedFit, ProvesTheToleranceItIsAskedFor) {
  const Matrix<double> points = roll(1500);
  const Result proven = fit(points, options_with(20, {.components = 8, .tolerance = 1e-3})).result();
  EXPECT_LE(std::ranges::max(proven.certificate.angles), 1e-3);
  const Result exact = fit(points, options_with(20, {.components = 8}, Method::exact)).result();
  EXPECT_LT(compare(exact.embedding, proven.embedding).sse, 8 * 1e-6);
}

TEST(RefinedFit, GivesATrainingPointItsCoordinatesAgain) {
  const Matrix<double> points = roll(800);
  for (const std::optional<Index> neighbors : {std::optional(dense), std::optional(Index{20})}) {
    const Model model = fit(points, options_with(neighbors, {.components = 6}));
    const Matrix<double> again = model.transform(points);
    for (Index e = 0; e < again.size(); ++e) EXPECT_NEAR(again.data()[e], model.result().embedding.data()[e], 1e-10);
  }
}

TEST(RefinedFit, RefusesGoalsThatContradictEachOtherOrTheMethod) {
  const auto attempt = [](const MapOptions& map, Method method = Method::compressed) {
    return [=] { (void)fit(roll(100), options_with({}, map, method)); };
  };
  expect_error(ErrorKind::bad_option, "give one of them", attempt({.refine = 1e-3, .tolerance = 1e-2}));
  expect_error(ErrorKind::bad_option, "refine must be a residual above 0", attempt({.refine = 0.0}));
  expect_error(ErrorKind::bad_option, "tolerance must be an angle above 0", attempt({.tolerance = -1.0}));
  expect_error(ErrorKind::bad_option, "only a compressed map",
               attempt({.interpolation = Interpolation::region_to_point, .tolerance = 0.1}));
  expect_error(ErrorKind::bad_option, "only a compressed map", attempt({.refine = 1e-3}, Method::nystrom));
}

// The eigenvalues of a random graph lie so close to one another that bounds need more steps than coordinates do.
TEST(RefinedFit, GoesOnWhereAFewStepsMoreProveEveryComponent) {
  constexpr Index nodes = 1000;
  const Matrix<double> numbers = random_points(4 * nodes, 1);
  Matrix<double> affinity(nodes, nodes);
  for (Index e = 0; e < numbers.rows(); ++e) {
    const Index i = e % nodes;
    const Index j = (i + 1 + static_cast<Index>(1e6 * std::abs(numbers(e, 0))) % (nodes - 1)) % nodes;
    affinity(i, j) = affinity(j, i) = 1;
  }
  const Result result = fit(graph_of(affinity), {.map = {.components = 10}}).result();
  ASSERT_EQ(result.certificate.angles.size(), 10U);
  for (const double angle : result.certificate.angles) EXPECT_LE(angle, 0.2);
}

// Between 0.31 and −0.31 the walk around a ring of 20 has 0 twice.
TEST(RefinedFit, LeavesOutNoEigenvalueThatIsZero) {
  const Graph ring = chain(20, true);
  const Model model = fit(ring, {.method = Method::exact, .map = {.components = 12}});
  const Result& result = model.result();
  for (std::size_t c = 0; c < 12; ++c)
    EXPECT_NEAR(result.eigenvalues[c], std::cos(std::numbers::pi / 10 * static_cast<double>(c / 2 + 1)), 1e-12);
  for (Index i = 0; i < 20; ++i) {
    EXPECT_EQ(result.embedding(i, 8), 0);  // λᵗφ
    EXPECT_EQ(result.embedding(i, 9), 0);
  }
  const Result by_default = fit(ring, {.map = {.components = 12}}).result();
  for (std::size_t c = 0; c < 12; ++c) EXPECT_NEAR(by_default.eigenvalues[c], result.eigenvalues[c], 1e-12);
  expect_error(ErrorKind::bad_data, "at time 0",
               [&] { (void)fit(ring, {.method = Method::exact, .map = {.components = 12, .time = 0}}); });
}

// cos and sin of every frequency have one eigenvalue.
TEST(RefinedFit, CallsComponentsOfOneEigenvalueAPair) {
  const Result result = fit(chain(1000, true), {.map = {.components = 6}}).result();
  EXPECT_EQ(result.certificate.group_of, (std::vector<Index>{0, 0, 2, 2, 4, 4}));
  const std::string words = certificate_in_words(result);
  EXPECT_NE(words.find("1–2 are a pair"), std::string::npos) << words;
  for (const double angle : result.certificate.estimated_angles) EXPECT_LT(angle, 0.01);
}

// The eigenvalues of a star are 1, 0 (as often as it has leaves but one) and −1.
TEST(RefinedFit, RefusesAnEigenvalueThatHasNoCoordinates) {
  constexpr Index leaves = 700;
  Graph star{.cols = leaves + 1, .offsets = {0, leaves}, .columns = {}, .values = {}};
  for (Index leaf = 1; leaf <= leaves; ++leaf) star.columns.push_back(static_cast<std::int32_t>(leaf));
  for (Index leaf = 1; leaf <= leaves; ++leaf) {
    star.columns.push_back(0);
    star.offsets.push_back(star.offsets.back() + 1);
  }
  star.values.assign(star.columns.size(), 1);
  expect_error(ErrorKind::bad_data, "is 0 and has no coordinates",
               [&] { (void)fit(star, {.regions = {.regions = 50}, .map = {.components = 1}}); });
}

TEST(ChosenComponents, WorkForEveryMethod) {
  for (const Method method : {Method::exact, Method::nystrom, Method::centroids, Method::roseland, Method::landmarks}) {
    const Result result = fit(roll(300), {.method = method,
                                          .kernel = {.kind = KernelKind::gaussian, .epsilon = 10, .neighbors = dense},
                                          .regions = {.regions = 60},
                                          .map = {.components = by_eigengap}})
                              .result();
    EXPECT_GE(result.embedding.cols(), 2);
    EXPECT_EQ(result.eigenvalues.size() + result.further_eigenvalues.size(), 20U);
  }
}

TEST(ChosenComponents, AreAsManyAsLieBeforeTheLargestGap) {
  // Four clusters: three slow coordinates tell them apart.
  Matrix<double> points = random_points(200, 2);
  for (Index i = 0; i < 200; ++i) points(i, 0) += 6 * static_cast<double>(i % 4);
  const Result result =
      fit(points, {.kernel = {.kind = KernelKind::gaussian, .epsilon = 6}, .map = {.components = by_eigengap}})
          .result();
  EXPECT_EQ(result.embedding.cols(), 3);
  EXPECT_EQ(result.eigenvalues.size() + result.further_eigenvalues.size(), 20U);
  EXPECT_LT(result.further_eigenvalues.front(), result.eigenvalues.back());
}

TEST(ChosenTime, StandsInTheOptionsAndMultipliesByItsPower) {
  const Options open = options_with({}, {.components = 5, .time = std::nullopt});
  const Model chosen = fit(roll(300), open);
  ASSERT_TRUE(chosen.options().map.time);
  const Model same = fit(roll(300), options_with({}, {.components = 5, .time = chosen.options().map.time}));
  EXPECT_GE(*chosen.options().map.time, 1);
  for (Index e = 0; e < same.result().embedding.size(); ++e)
    EXPECT_EQ(chosen.result().embedding.data()[e], same.result().embedding.data()[e]);
}

TEST(Multiscale, SumsOverAllTimes) {
  const Result at_zero = fit(roll(300), options_with({}, {.components = 5, .time = 0})).result();
  const Result all = fit(roll(300), options_with({}, {.components = 5, .multiscale = true})).result();
  for (Index i = 0; i < 300; ++i)
    for (Index c = 0; c < 5; ++c) {
      const double lambda = all.eigenvalues[c];
      EXPECT_NEAR(all.embedding(i, c), at_zero.embedding(i, c) * lambda / (1 - lambda), 1e-7);
    }
}

TEST(PartitionRules, GiveEachPointARegionAndRefuseMeansOfAGraph) {
  for (const PartitionRule rule : {PartitionRule::refined, PartitionRule::kmeans}) {
    Options options = options_with({}, {.components = 5, .refine = unrefined});
    options.regions.partition = rule;
    const Result result = fit(roll(600), options).result();
    EXPECT_GE(result.partition.regions, 100);
    EXPECT_EQ(result.partition.region_of.size(), 600U);
    EXPECT_GE(std::ranges::min(result.partition.region_of), 0);
  }
  Graph path{.cols = 3, .offsets = {0, 1, 3, 4}, .columns = {1, 0, 2, 1}, .values = {1, 1, 1, 1}};
  Options options{.map = {.components = 1}};
  options.regions.partition = PartitionRule::kmeans;
  expect_error(ErrorKind::bad_data, "which a graph does not have", [&] { (void)fit(path, options); });
}

}  // namespace
}  // namespace codimap
