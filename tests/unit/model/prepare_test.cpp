#include "model/prepare.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Counts, most of them 0, around a few kinds.
Matrix<double> counts(Index rows, Index cols) {
  Matrix<double> points(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < cols; ++k) {
      const double u = random_uniform(5, RandomStream::shape, static_cast<std::uint64_t>(i * cols + k));
      points(i, k) = (k + i) % 4 == 0 || u > 0.8 ? std::floor(20 * u) : 0;
    }
  return points;
}

SparseMatrix<float> to_float(const SparseMatrix<double>& given) {
  return {given.cols, given.offsets, given.columns, {given.values.begin(), given.values.end()}};
}

const Matrix<double>& doubles(const Prepared& prepared, Matrix<double>& to) {
  prepared.points().visit([&](const auto& view) {
    to = Matrix<double>(view.rows(), view.cols());
    std::copy_n(view.data(), view.size(), to.data());
  });
  return to;
}

Matrix<double> prepared(const AnyPoints& points, const PrepareOptions& options, int threads = 0) {
  Matrix<double> result;
  return doubles(learn_preparation(points, options, exact_components, {.threads = threads}).second, result);
}

const PrepareOptions all_kinds[] = {{.log1p = true},
                                    {.arcsinh = 5},
                                    {.standardize = true},
                                    {.log1p = true, .pca = 6},
                                    {.arcsinh = 2, .log1p = true, .standardize = true},
                                    {.log1p = true, .standardize = true, .pca = 6}};

TEST(Prepare, TakesFunctionsThenStandardises) {
  Matrix<double> points(3, 2);
  for (Index i = 0; i < 3; ++i) points(i, 0) = static_cast<double>(i);
  const Matrix<double> result = prepared(points.view(), {.arcsinh = 2, .log1p = true, .standardize = true});
  const double a = std::log1p(std::asinh(0.5)), b = std::log1p(std::asinh(1));
  const double mean = (a + b) / 3;
  const double deviation = std::sqrt((mean * mean + std::pow(a - mean, 2) + std::pow(b - mean, 2)) / 3);
  EXPECT_NEAR(result(0, 0), -mean / deviation, 1e-14);
  EXPECT_NEAR(result(2, 0), (b - mean) / deviation, 1e-14);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(result(i, 1), 0) << "a constant column";
}

TEST(Prepare, BorrowsDensePointsThatNothingIsToBeDoneTo) {
  const Matrix<double> points = counts(10, 3);
  const auto [preparation, result] = learn_preparation(points.view(), {}, exact_components, {});
  result.points().visit([&](const auto& view) { EXPECT_EQ(static_cast<const void*>(view.data()), points.data()); });
}

TEST(Prepare, DoesTheSameToSparsePointsAsToDenseOnes) {
  const Matrix<double> dense_points = counts(200, 30);
  const SparseMatrix<double> sparse_points = to_sparse(dense_points);
  for (const PrepareOptions& options : all_kinds)
    EXPECT_LT(largest_difference(prepared(dense_points.view(), options),
                                 prepared(any_points(SparsePoints(sparse_points)), options)),
              1e-11);
  EXPECT_EQ(largest_difference(prepared(any_points(SparsePoints(sparse_points)), {}), dense_points), 0);
}

TEST(Prepare, GivesTheSameBytesForAnyNumberOfThreads) {
  const Matrix<double> points = counts(3000, 40);
  const SparseMatrix<double> stored = to_sparse(points);
  for (const PrepareOptions& options : all_kinds)
    for (const AnyPoints& given : {AnyPoints(points.view()), any_points(SparsePoints(stored))})
      for (const int threads : {2, 8})
        EXPECT_EQ(largest_difference(prepared(given, options, 1), prepared(given, options, threads)), 0);
}

TEST(Prepare, RepeatsItselfOnRowsOfTheSamePoints) {
  const Matrix<double> points = counts(200, 30);
  const SparseMatrix<double> stored = to_sparse(points);
  for (const PrepareOptions& options : all_kinds)
    for (const AnyPoints& given : {AnyPoints(points.view()), any_points(SparsePoints(stored))}) {
      const auto [preparation, all] = learn_preparation(given, options, exact_components, {});
      const Prepared some = prepare(row_range(given, 50, 60), preparation, {});
      Matrix<double> expected, found;
      doubles(all, expected);
      doubles(some, found);
      for (Index i = 0; i < 10; ++i)
        for (Index k = 0; k < found.cols(); ++k) EXPECT_NEAR(found(i, k), expected(50 + i, k), 1e-12);
    }
}

TEST(Prepare, KeepsSinglePrecision) {
  const Matrix<double> points = counts(100, 12);
  const Matrix<float> singles = to_float(points);
  const SparseMatrix<float> stored = to_float(to_sparse(points));
  const PrepareOptions options{.log1p = true, .pca = 3};
  const Matrix<double> expected = prepared(points.view(), options);
  for (const AnyPoints& given : {AnyPoints(singles.view()), any_points(SparsePoints(stored))}) {
    const auto [preparation, result] = learn_preparation(given, options, exact_components, {});
    EXPECT_TRUE(result.points().visit([]<class T>(const MatrixView<T>&) { return std::is_same_v<T, float>; }));
    EXPECT_LT(largest_difference(prepared(given, options), expected), 1e-5);
  }
}

TEST(Prepare, PrincipalComponentsAreUncorrelatedAndKeepDistancesWhereAllAreKept) {
  const Matrix<double> points = counts(60, 5);
  const Matrix<double> scores = prepared(points.view(), {.pca = 5});
  const auto squared_distance = [](const Matrix<double>& m, Index i, Index j) {
    double sum = 0;
    for (Index k = 0; k < m.cols(); ++k) sum += std::pow(m(i, k) - m(j, k), 2);
    return sum;
  };
  for (Index i = 1; i < 60; ++i) EXPECT_NEAR(squared_distance(points, 0, i), squared_distance(scores, 0, i), 1e-9);
  for (Index a = 0; a < 5; ++a)
    for (Index b = 0; b < a; ++b) {
      double product = 0;
      for (Index i = 0; i < 60; ++i) product += scores(i, a) * scores(i, b);
      EXPECT_NEAR(product, 0, 1e-9);
    }
}

TEST(Prepare, ChoosesComponentsOfManyColumnsOnly) {
  const auto chosen = [](Index rows, Index cols, const Options& options) {
    return prepare_in_force(options, rows, cols).pca;
  };
  EXPECT_EQ(chosen(1000, 101, {}), 100);
  EXPECT_EQ(chosen(1000, 100, {}), no_pca);
  EXPECT_EQ(chosen(101, 5000, {}), 100);
  EXPECT_EQ(chosen(60, 5000, {}), 59) << "there are no more";
  EXPECT_EQ(chosen(1, 5000, {}), no_pca) << "there are none";
  EXPECT_EQ(chosen(1000, 500, {.prepare = {.pca = 7}}), 7);
  EXPECT_EQ(chosen(1000, 500, {.prepare = {.pca = no_pca}}), no_pca);
  EXPECT_EQ(chosen(1000, 500, {.kernel = {.metric = Metric::cosine}}), no_pca) << "components keep no angles";
  EXPECT_EQ(chosen(1000, 500, {.kernel = {.metric = Metric::correlation}}), no_pca);
  EXPECT_EQ(chosen(1000, 500, {.kernel = {.kind = KernelKind::function}}), no_pca) << "it is a function of columns";
}

TEST(Prepare, KeepsChosenComponentsInTheModelAndItsFile) {
  const Matrix<double> points = counts(300, 130);
  const Options few{.kernel = {.neighbors = dense}, .regions = {.regions = 40}, .map = {.components = 4}};
  const auto with = [&](std::optional<Index> pca) {
    Options options = few;
    options.prepare.pca = pca;
    return fit(points, options);
  };
  const Model model = fit(points, few);
  EXPECT_EQ(model.features(), 130);
  EXPECT_EQ(model.options().prepare.pca, 100);
  EXPECT_LT(largest_difference(model.result().embedding, with(100).result().embedding), 1e-6);
  EXPECT_EQ(with(no_pca).options().prepare.pca, no_pca);
  EXPECT_GT(largest_difference(model.result().embedding, with(no_pca).result().embedding), 1e-6);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("codimap_chosen_" + std::to_string(getpid()));
  for (const std::optional<Index> pca : {std::optional<Index>(), std::optional(no_pca)}) {
    const Model saved = with(pca);
    saved.save(path);
    const Model loaded = load_model(path).model;
    EXPECT_EQ(loaded.options().prepare.pca, saved.options().prepare.pca);
    EXPECT_EQ(largest_difference(loaded.transform(points), saved.transform(points)), 0);
  }
  std::filesystem::remove(path);
}

TEST(Prepare, RefusesWhatHasNoSuchComponentsOrNoLogarithm) {
  const Matrix<double> points = counts(10, 4);
  const SparseMatrix<double> wide = to_sparse(counts(10, 40));
  expect_error(ErrorKind::bad_data, "at most 4 components, as 10 points of 4 columns have no more; got 5",
               [&] { return fit(points, {.prepare = {.pca = 5}}); });
  expect_error(ErrorKind::bad_data, "at most 9 components",
               [&] { return fit(SparsePoints(wide), {.prepare = {.pca = 10}}); });
  expect_error(ErrorKind::bad_option, "pca must keep at least 1", [&] { return fit(points, {.prepare = {.pca = 0}}); });
  Matrix<double> negative = points;
  negative(3, 2) = -1;
  expect_error(ErrorKind::bad_data, "log1p needs values above −1; row 4 has -1",
               [&] { return fit(negative, {.prepare = {.log1p = true}}); });
  negative(3, 2) = NAN;
  expect_error(ErrorKind::bad_data, "row 4, column 3", [&] { return fit(negative, {.prepare = {.pca = 2}}); });
}

TEST(Prepare, OfSparsePointsIsKeptInTheModelAndItsFile) {
  const Matrix<double> points = counts(300, 30);
  const SparseMatrix<double> stored = to_sparse(points);
  const Options options{.prepare = {.log1p = true, .standardize = true, .pca = 6},
                        .kernel = {.neighbors = dense},
                        .regions = {.regions = 40},
                        .map = {.components = 4}};
  const Model model = fit(SparsePoints(stored), options);
  EXPECT_EQ(model.features(), 30);
  EXPECT_EQ(model.options().prepare.pca, 6);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("codimap_prepare_" + std::to_string(getpid()));
  model.save(path);
  const Model loaded = load_model(path).model;
  std::filesystem::remove(path);
  EXPECT_EQ(loaded.features(), 30);
  const Matrix<double> again = loaded.transform(SparsePoints(stored));
  EXPECT_EQ(largest_difference(again, model.transform(SparsePoints(stored))), 0);
  EXPECT_LT(largest_difference(again, model.result().embedding), 1e-9);
  EXPECT_LT(largest_difference(loaded.transform(points), again), 1e-9);
  const SparseMatrix<double> other = to_sparse(counts(5, 31));
  expect_error(ErrorKind::bad_data, "must have 30 columns like those of the model; got 31",
               [&] { return loaded.transform(SparsePoints(other)); });
}

TEST(Prepare, IsForecastSparsePointsMadeDenseIncluded) {
  const SparseMatrix<double> stored = to_sparse(counts(400, 300));
  const auto expected = forecast(SparsePoints(stored), {.prepare = {.pca = no_pca}}).stages.front();
  EXPECT_EQ(expected.name, "preparation");
  EXPECT_GT(expected.bytes, 400 * 300 * 8 + stored.values.size() * 12);
  const auto features_kept = [&](Index kept) {
    return forecast(SparsePoints(stored), {.prepare = {.pca = kept}}).stages.back().bytes;
  };
  EXPECT_GT(features_kept(200), features_kept(5) + 400 * 195 * 8);
  EXPECT_EQ(forecast(SparsePoints(stored)).stages.back().bytes, features_kept(100)) << "as many as are chosen";
  expect_error(ErrorKind::out_of_memory, "the smallest limit that would do",
               [&] { return fit(SparsePoints(stored), {}, {.max_memory = 5'000'000}); });
}

}  // namespace
}  // namespace codimap
