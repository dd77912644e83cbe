#include "codimap/smooth.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "linalg/dense.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Pᵗ·values with every matrix written out, for the kernel of the points in their own order.
Matrix<double> reference(const Matrix<double>& points, const KernelOptions& options, const Matrix<double>& values,
                         Index time) {
  const auto kernel = point_kernel(points, options);
  Matrix<double> walk = matrix_of(*kernel);
  for (Index i = 0; i < walk.rows(); ++i)
    for (double& entry : walk.row(i)) entry /= kernel->degree()[i];
  Matrix<double> result = values;
  for (Index step = 0; step < time; ++step) result = product(walk, result);
  return result;
}

SparseMatrix<float> sparse_of(const Matrix<double>& values) {
  SparseMatrix<float> sparse;
  sparse.cols = values.cols();
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index c = 0; c < values.cols(); ++c)
      if (values(i, c) != 0) {
        sparse.columns.push_back(static_cast<std::int32_t>(c));
        sparse.values.push_back(static_cast<float>(values(i, c)));
      }
    sparse.offsets.push_back(static_cast<Index>(sparse.columns.size()));
  }
  return sparse;
}

TEST(Smooth, IsTheDenseProductForDenseAndSparseKernelsAndValues) {
  const Matrix<double> points = random_points(400, 3);
  Matrix<double> values = random_points(400, 150, 2);  // more than two tiles
  for (Index e = 0; e < values.size(); ++e)
    values.data()[e] = e % 3 == 0 ? std::round(4 * values.data()[e]) : 0;  // exact in float32
  for (const Index neighbors : {dense, Index{12}}) {
    const Model model = fit(points, {.kernel = {.neighbors = neighbors}, .map = {.components = 3}});
    for (const Index time : {0, 1, 3}) {
      const SparseMatrix<float> sparse = sparse_of(values);
      const Matrix<double> wanted = reference(points, model.options().kernel, values, time);
      EXPECT_LT(largest_difference(smooth(model, values, time), wanted), 1e-10);
      EXPECT_LT(largest_difference(smooth(model, SparsePoints(sparse), time), wanted), 1e-10);
    }
  }
}

TEST(Smooth, WorksWithAModelThatWasSavedAndAnyNumberOfThreads) {
  const Matrix<double> points = random_points(500, 3), values = random_points(500, 5, 2);
  const Model model = fit(points, {.map = {.components = 3}});
  const Matrix<double> wanted = smooth(model, values, 3, {.threads = 1});
  EXPECT_EQ(largest_difference(smooth(model, values, 3, {.threads = 8}), wanted), 0);
  const auto file = std::filesystem::temp_directory_path() / ("codimap-smooth-" + std::to_string(::getpid()));
  model.save(file);
  EXPECT_EQ(largest_difference(smooth(load_model(file).model, values), wanted), 0);
  std::filesystem::remove(file);
}

TEST(Smooth, RefusesWhatItCannotSmooth) {
  const Matrix<double> points = random_points(100, 3);
  const Model model = fit(points, {.map = {.components = 3}});
  expect_error(ErrorKind::bad_data, "a row for each point of the model (100); got 99",
               [&] { (void)smooth(model, Matrix<double>(99, 2)); });
  expect_error(ErrorKind::bad_option, "time must not be negative; got -1", [&] { (void)smooth(model, points, -1); });
  expect_error(ErrorKind::out_of_memory, "smoothing 3 columns needs more memory",
               [&] { (void)smooth(model, points, 3, {.max_memory = 1000}); });
  const Model of_graph = fit(chain(50, true), {.map = {.components = 3}});
  expect_error(ErrorKind::bad_data, "a model of a graph does not hold its walk",
               [&] { (void)smooth(of_graph, Matrix<double>(50, 1)); });
}

}  // namespace
}  // namespace codimap
