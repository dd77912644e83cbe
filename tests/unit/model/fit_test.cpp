#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "codimap/model.hpp"
#include "codimap/shapes.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

constexpr Method all_methods[] = {Method::compressed, Method::exact,    Method::nystrom,
                                  Method::centroids,  Method::roseland, Method::landmarks};

Matrix<double> roll(Index points, std::uint64_t seed = 1) {
  return generate(Shape::swiss_roll, {.points = points, .seed = seed});
}

Options options_for(Method method, Index neighbors = dense) {
  return {.method = method,
          .kernel = {.kind = KernelKind::gaussian,
                     .epsilon = neighbors == dense ? std::optional(10.0) : std::nullopt,
                     .neighbors = neighbors},
          .regions = {.regions = 60},
          .map = {.components = 5}};
}

TEST(Fit, GivesUnitColumnsUnderTheStationaryDistributionWhoseLargestEntryIsPositive) {
  const Matrix<double> points = roll(400);
  for (const Method method : all_methods) {
    Options options = options_for(method);
    options.map.time = 0;
    const Model model = fit(points, options);
    const Result& result = model.result();
    const auto kernel = point_kernel(points, options.kernel);
    double total = 0;
    for (const double q : kernel->degree()) total += q;
    for (Index c = 0; c < 5; ++c) {
      double square = 0, largest = 0;
      for (Index i = 0; i < 400; ++i) {
        const double value = result.embedding(i, c);
        square += kernel->degree()[i] / total * value * value;
        if (std::abs(value) > std::abs(largest)) largest = value;
      }
      EXPECT_NEAR(square, 1, 1e-12);
      EXPECT_GT(largest, 0);
      EXPECT_LE(result.eigenvalues[c], 1 + 1e-12);
      EXPECT_LE(result.eigenvalues[c], result.eigenvalues[std::max<Index>(c, 1) - 1]);
    }
  }
}

TEST(Fit, TimeMultipliesEachColumnByAPowerOfItsEigenvalue) {
  Options options = options_for(Method::compressed);
  const Model once = fit(roll(300), options);
  options.map.time = 3;
  const Model thrice = fit(roll(300), options);
  for (Index c = 0; c < 5; ++c)
    EXPECT_NEAR(thrice.result().embedding(7, c),
                once.result().embedding(7, c) * std::pow(once.result().eigenvalues[c], 2), 1e-12);
}

TEST(Fit, TransformOfTrainingRowsIsTheirEmbedding) {
  Matrix<double> points = roll(300);
  for (Index i = 0; i < 20; ++i) std::copy_n(points.row(0).data(), 3, points.row(100 + i).data());
  for (const Method method : all_methods)
    for (const Index neighbors : {dense, Index{12}}) {
      if (neighbors != dense && (method == Method::nystrom || method == Method::roseland))
        continue;  // unreached points
      const Model model = fit(points, options_for(method, neighbors));
      EXPECT_LT(largest_difference(model.transform(points), model.result().embedding), 1e-9)
          << static_cast<int>(method) << ' ' << neighbors;
    }
}

TEST(Fit, RepeatsThePreparationOnNewPoints) {
  Matrix<double> points = random_points(200, 3);
  for (Index e = 0; e < points.size(); ++e) points.data()[e] = 50 * std::abs(points.data()[e]);
  for (Index i = 0; i < 200; ++i) points(i, 1) = 7;
  Options options{.prepare = {.arcsinh = 5, .standardize = true}, .map = {.components = 3}};
  const Model model = fit(points, options);
  EXPECT_LT(largest_difference(model.transform(points), model.result().embedding), 1e-12);
}

TEST(Fit, EveryPointItsOwnRegionIsTheExactMap) {
  for (const Index neighbors : {dense, Index{20}}) {
    const Matrix<double> points = roll(250);
    Options options = options_for(Method::compressed, neighbors);
    options.regions.regions = 250;
    const Model singletons = fit(points, options);
    options.method = Method::exact;
    const Model exact = fit(points, options);
    EXPECT_LT(compare(exact.result().embedding, singletons.result().embedding).sse, 1e-16);
    for (Index c = 0; c < 5; ++c) EXPECT_NEAR(exact.result().eigenvalues[c], singletons.result().eigenvalues[c], 1e-12);
    for (const double residual : exact.result().residuals) EXPECT_LT(residual, 1e-9);
  }
}

TEST(Fit, GivesTheSameBytesForAnyNumberOfThreads) {
  const Matrix<double> points = roll(700);
  for (const Method method : all_methods)
    for (const Index neighbors : {dense, Index{25}}) {
      if (neighbors != dense && (method == Method::nystrom || method == Method::roseland)) continue;
      Options options = options_for(method, neighbors);
      options.regions.coherence_time = 2;
      const Model one = fit(points, options, {.threads = 1});
      for (const int threads : {2, 8}) {
        const Model many = fit(points, options, {.threads = threads});
        EXPECT_EQ(largest_difference(one.result().embedding, many.result().embedding), 0);
        EXPECT_EQ(largest_difference(one.transform(points), many.transform(points, {.threads = threads})), 0);
      }
    }
}

TEST(Fit, GivesEachConnectedComponentTheMapThatItWouldHaveAlone) {
  const Matrix<double> near = random_points(100, 2);
  Matrix<double> far = random_points(60, 2, 2);
  for (Index i = 0; i < far.rows(); ++i) far(i, 0) += 1000;
  const Matrix<double> points = stacked(far, near);
  for (const Method method : {Method::exact, Method::compressed}) {
    const Options options{.method = method,
                          .kernel = {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense},
                          .regions = {.regions = 40},
                          .map = {.components = 4}};
    const Model model = fit(points, options);
    const Result& result = model.result();
    EXPECT_EQ(result.component_sizes, (std::vector<Index>{100, 60}));
    ASSERT_EQ(result.other_spectra.size(), 1U);
    const Model near_alone = fit(near, options);
    const Model far_alone = fit(far, options);
    for (Index c = 0; c < 4; ++c) {
      EXPECT_NEAR(result.eigenvalues[c], near_alone.result().eigenvalues[c], 1e-9);
      EXPECT_NEAR(result.other_spectra[0].eigenvalues[c], far_alone.result().eigenvalues[c], 1e-9);
      EXPECT_LT(result.residuals[c], 1e-9);
      for (Index i = 0; i < 160; ++i) {
        EXPECT_EQ(result.component_of[i], i < 60 ? 1 : 0);
        const double alone = i < 60 ? far_alone.result().embedding(i, c) : near_alone.result().embedding(i - 60, c);
        EXPECT_NEAR(result.embedding(i, c), alone, 1e-6);
      }
    }
    EXPECT_LT(largest_difference(model.transform(points), result.embedding), 1e-9);
  }
}

TEST(Fit, LeavesAnIsolatedNodeAtZeroAndASmallComponentWithWhatItHas) {
  Graph graph = chain(30, true);
  for (int lonely = 0; lonely < 2; ++lonely) graph.offsets.push_back(graph.offsets.back());
  // Two nodes joined by one edge, eigenvalues 1 and −1: one coordinate.
  graph.columns.insert(graph.columns.end(), {33, 32});
  graph.values.insert(graph.values.end(), {1, 1});
  for (int more = 0; more < 2; ++more) graph.offsets.push_back(graph.offsets.back() + 1);
  graph.cols = 34;
  const Result result = fit(graph, {.regions = {.regions = 10}, .map = {.components = 4}}).result();
  EXPECT_EQ(result.component_sizes, (std::vector<Index>{30, 2, 1, 1}));
  EXPECT_LT(result.eigenvalues[0], 1);
  ASSERT_EQ(result.other_spectra.size(), 1U);
  ASSERT_EQ(result.other_spectra[0].eigenvalues.size(), 1U);
  EXPECT_NEAR(result.other_spectra[0].eigenvalues[0], -1, 1e-12);
  for (Index c = 0; c < 4; ++c) {
    for (const Index lonely : {30, 31}) EXPECT_EQ(result.embedding(lonely, c), 0);
    EXPECT_NEAR(std::abs(result.embedding(32, c)), c == 0 ? 1 : 0, 1e-12);
  }
}

TEST(Fit, RefusesAGraphInWhichNoNodeHasANeighbor) {
  Graph graph;
  graph.cols = 5;
  graph.offsets.assign(6, 0);
  expect_error(ErrorKind::bad_data, "nothing to embed", [&] { (void)fit(graph); });
}

TEST(Fit, RefusesWhatCannotBeEmbeddedAndSaysWhy) {
  const auto attempt = [](Matrix<double> points, Options options) {
    return [points = std::move(points), options] { (void)fit(points, options); };
  };
  expect_error(ErrorKind::bad_data, "at least 2 points", attempt(random_points(1, 2), {}));
  expect_error(ErrorKind::bad_data, "nothing to embed", attempt(Matrix<double>(50, 2), {}));
  expect_error(ErrorKind::bad_data, "regions must be between 1 and the number of points (20); got 21",
               attempt(random_points(20, 2), {.regions = {.regions = 21}}));
  expect_error(ErrorKind::bad_data, "components must be less than the number of regions (5); got 5",
               attempt(random_points(20, 2), {.regions = {.regions = 5}, .map = {.components = 5}}));
  expect_error(ErrorKind::bad_option, "components must be at least 1",
               attempt(random_points(20, 2), {.map = {.components = 0}}));
  Matrix<double> two_places(40, 1);
  for (Index i = 0; i < 20; ++i) two_places(i, 0) = 1;
  expect_error(ErrorKind::bad_data, "has rank 2, which leaves 1",
               attempt(two_places, {.kernel = {.kind = KernelKind::gaussian, .epsilon = 1},
                                    .regions = {.regions = 10},
                                    .map = {.components = 3}}));
  expect_error(ErrorKind::bad_data, "new points must have 2 columns",
               [] { (void)fit(random_points(30, 2)).transform(random_points(3, 4)); });
  expect_error(ErrorKind::bad_data, "which a graph does not have",
               [] { (void)fit(chain(30, true), {.method = Method::nystrom}); });
  expect_error(ErrorKind::out_of_memory, "MB", [] { (void)fit(random_points(500, 2), {}, {.max_memory = 1000}); });
}

TEST(Transform, RefusesAPointSoFarOutThatDistancesToItOverflow) {
  for (const Index neighbors : {dense, Index{8}}) {
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const Model model = fit(random_points(30, 2), {.kernel = {.neighbors = neighbors, .precision = precision}});
      Matrix<double> fresh(2, 2);
      EXPECT_EQ(model.transform(fresh).rows(), 2);
      fresh(1, 0) = precision == Precision::float32 ? 1e20 : 1e200;
      expect_error(ErrorKind::bad_data, "new point 2 lies so far", [&] { (void)model.transform(fresh); });
    }
  }
}

TEST(Fit, EmbedsTwoPointsOnOneCoordinate) {
  Matrix<double> points(2, 1);
  points(1, 0) = 1;
  const Options options{.method = Method::exact, .kernel = {.kind = KernelKind::gaussian, .epsilon = 1}};
  const Result result = fit(points, options).result();
  ASSERT_EQ(result.embedding.cols(), 1);
  EXPECT_NEAR(result.eigenvalues[0], (1 - std::exp(-1)) / (1 + std::exp(-1)), 1e-15);
  EXPECT_NEAR(result.embedding(0, 0), -result.embedding(1, 0), 1e-15);
}

TEST(Fit, CanBeCancelled) {
  Execution run;
  run.cancelled = [] { return true; };
  expect_error(ErrorKind::cancelled, "stopped", [&] { (void)fit(roll(500), {}, run); });
}

TEST(Fit, ReportsItsStagesInOrder) {
  std::vector<std::string> names;
  for (const StageReport& stage : fit(roll(600), {.kernel = {.neighbors = dense}}).result().stages)
    names.push_back(stage.name);
  EXPECT_EQ(names, (std::vector<std::string>{"order", "kernel", "components", "coherence", "partition", "compression",
                                             "layout", "spectrum", "refinement", "residuals"}));
}

TEST(Fit, ReportsTheSearchForNeighborsAsAStageAndItsRecall) {
  const Result result = fit(roll(200), {.kernel = {.neighbors = 12}}).result();
  ASSERT_GE(result.stages.size(), 3U);
  EXPECT_EQ(result.stages[1].name, "neighbors");
  EXPECT_EQ(result.stages[2].name, "kernel");
  EXPECT_EQ(result.neighbor_recall, 1);
  EXPECT_FALSE(fit(roll(200), {.kernel = {.neighbors = dense}}).result().neighbor_recall);
}

class SavedModel : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("codimap-" + std::to_string(::getpid()));
  const std::filesystem::path path = folder / "model.codimap";
};

TEST_F(SavedModel, TransformsToTheSameBytesWhateverTheKernelAndMethod) {
  const Matrix<double> points = roll(200);
  const Matrix<double> fresh = roll(50, 2);
  for (const Method method : all_methods)
    for (const Index neighbors : {dense, Index{40}})
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        Options options = options_for(method, neighbors);
        options.kernel.density_normalization = 0.5;
        options.kernel.precision = precision;
        options.kernel.metric = precision == Precision::float32 ? Metric::euclidean : Metric::cosine;
        options.prepare.standardize = neighbors != dense;
        const Model model = fit(points, options);
        model.save(path, "a note");
        const auto [loaded, note] = load_model(path);
        EXPECT_EQ(note, "a note");
        EXPECT_EQ(largest_difference(model.transform(fresh), loaded.transform(fresh)), 0);
        const double rounding = precision == Precision::float32 ? 1e-6 : 1e-12;
        EXPECT_LT(largest_difference(model.result().embedding, loaded.result().embedding), rounding);
        EXPECT_EQ(model.result().stationary, loaded.result().stationary);
        EXPECT_EQ(model.result().partition.region_of, loaded.result().partition.region_of);
        EXPECT_EQ(model.to_bytes("a note"), loaded.to_bytes("a note"));
        EXPECT_EQ(model.result().eigenvalues, loaded.result().eigenvalues);
        EXPECT_EQ(model.options().kernel.epsilon, loaded.options().kernel.epsilon);
        EXPECT_EQ(model.options().kernel.metric, loaded.options().kernel.metric);
        EXPECT_EQ(model.result().neighbor_recall, loaded.result().neighbor_recall);
      }
}

TEST_F(SavedModel, TakesAtMostOneAndAHalfTimesItsPoints) {
  const Matrix<double> points = generate(Shape::tree, {.points = 3'000, .dimensions = 50});
  Matrix<float> in_float32(points.rows(), points.cols());
  std::transform(points.data(), points.data() + points.size(), in_float32.data(),
                 [](double value) { return static_cast<float>(value); });
  const auto size = [](Points values) { return static_cast<double>(fit(values).to_bytes().size()); };
  EXPECT_LT(size(in_float32), 1.5 * static_cast<double>(in_float32.size()) * sizeof(float));
  EXPECT_LT(size(points), 1.5 * static_cast<double>(points.size()) * sizeof(double));
}

TEST_F(SavedModel, KnowsTheComponentsOfItsPoints) {
  Matrix<double> points = roll(300);
  for (Index i = 0; i < points.rows(); i += 3) points(i, 0) += 1e6;
  const Model model = fit(points, {.kernel = {.neighbors = 10}, .map = {.components = 3}});
  const Model loaded = model_from_bytes(model.to_bytes()).model;
  ASSERT_EQ(model.result().component_sizes.size(), 2U);
  EXPECT_EQ(loaded.result().component_of, model.result().component_of);
  EXPECT_LT(largest_difference(model.result().embedding, loaded.result().embedding), 1e-12);
}

TEST_F(SavedModel, OfAGraphCannotTransform) {
  fit(chain(40, true)).save(path);
  expect_error(ErrorKind::bad_data, "a model of a graph",
               [&] { (void)load_model(path).model.transform(random_points(2, 2)); });
}

TEST_F(SavedModel, IsRefusedAfterAnyByteHasChangedOrIsMissing) {
  fit(roll(60), options_for(Method::exact)).save(path);
  std::string bytes(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const auto write = [&](const std::string& content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
  };
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    write(changed);
    EXPECT_THROW((void)load_model(path), Error) << at;
    write(bytes.substr(0, at));
    EXPECT_THROW((void)load_model(path), Error) << at;
  }
}

}  // namespace
}  // namespace codimap
