// What holds for every kernel, however it is stored.

#include "codimap/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

struct Case {
  std::string name;
  std::function<std::shared_ptr<const Kernel>()> make;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

Matrix<double> points_with_copies() {
  Matrix<double> points = random_points(150, 3);
  for (Index i = 0; i < 40; ++i) std::copy_n(points.row(i % 7).data(), 3, points.row(100 + i).data());
  return points;
}

std::vector<Case> kernels() {
  const auto with = [](KernelOptions options) { return [=] { return point_kernel(points_with_copies(), options); }; };
  KernelOptions function{.kind = KernelKind::function, .neighbors = dense};
  function.function = [](std::span<const double> x, std::span<const double> y) {
    return 1 / (1 + std::pow(x[0] - y[0], 2) + std::abs(x[1] - y[1]));
  };
  return {
      {"dense", with({.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense})},
      {"dense_alpha",
       with({.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense, .density_normalization = 0.5})},
      {"dense_float",
       with({.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense, .precision = Precision::float32})},
      {"dense_adaptive", with({.kind = KernelKind::adaptive, .neighbors = dense})},
      {"function", with(function)},
      {"neighbors", with({.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = 9})},
      {"neighbors_alpha",
       with({.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = 9, .density_normalization = 1})},
      {"neighbors_adaptive_float",
       with({.kind = KernelKind::adaptive, .neighbors = 12, .precision = Precision::float32})},
      {"graph", [] { return graph_kernel(chain(150, true)); }},
      {"graph_alpha", [] { return graph_kernel(chain(150, false), 1); }},
  };
}

class AnyKernel : public testing::TestWithParam<Case> {
 protected:
  const std::shared_ptr<const Kernel> kernel = GetParam().make();
  const Matrix<double> full = matrix_of(*kernel);
  // float32 rounds affinities and blocks to 2^-24; a row sums 150 of them.
  const double tolerance = GetParam().name.find("float") == std::string::npos ? 1e-13 : 1e-5;
};

TEST_P(AnyKernel, IsSymmetricAndNotNegativeWithPositiveDegrees) {
  for (Index i = 0; i < full.rows(); ++i) {
    double degree = 0;
    for (Index j = 0; j < full.cols(); ++j) {
      EXPECT_NEAR(full(i, j), full(j, i), tolerance);
      EXPECT_GE(full(i, j), 0);
      degree += full(i, j);
    }
    EXPECT_GT(degree, 0);
    EXPECT_NEAR(kernel->degree()[i], degree, tolerance * degree * 100);
  }
}

TEST_P(AnyKernel, MultipliesABlock) {
  const Matrix<double> block = random_points(kernel->size(), 5, 2);
  const Matrix<double> result = kernel->multiply(block, {});
  for (Index i = 0; i < result.rows(); ++i)
    for (Index c = 0; c < result.cols(); ++c) {
      double expected = 0;
      for (Index j = 0; j < full.cols(); ++j) expected += full(i, j) * block(j, c);
      EXPECT_NEAR(result(i, c), expected, tolerance * 1000);
    }
}

TEST_P(AnyKernel, SumsOverRegionsAndLeavesOutPointsOfNone) {
  std::vector<Index> region_of(static_cast<std::size_t>(kernel->size()));
  for (std::size_t i = 0; i < region_of.size(); ++i) region_of[i] = static_cast<Index>(i * i % 7) - 1;
  const PointRegionAffinity sums = kernel->region_sums(region_of, 6, {});
  for (Index i = 0; i < kernel->size(); ++i) {
    std::vector<double> expected(6), found(6);
    for (Index j = 0; j < full.cols(); ++j)
      if (region_of[j] >= 0) expected[region_of[j]] += full(i, j);
    if (const auto* sparse = std::get_if<SparseRows>(&sums)) {
      for (Index e = sparse->offsets[i]; e < sparse->offsets[i + 1]; ++e) found[sparse->columns[e]] = sparse->values[e];
    } else {
      const auto row = std::get<Matrix<double>>(sums).row(i);
      found.assign(row.begin(), row.end());
    }
    for (Index r = 0; r < 6; ++r) EXPECT_NEAR(found[r], expected[r], tolerance * 100);
  }
}

TEST_P(AnyKernel, ReducesRowsToWeightedSquaresAndToTheSmallestLabelOfANeighbour) {
  std::vector<double> weight;
  std::vector<Index> label;
  for (Index i = 0; i < kernel->size(); ++i) {
    weight.push_back(1 + static_cast<double>(i % 5));
    label.push_back((i * 37 + 11) % kernel->size());
  }
  const std::vector<double> squares = kernel->row_squares(weight, {});
  const std::vector<Index> smallest = kernel->row_minimum(label, {});
  for (Index i = 0; i < kernel->size(); ++i) {
    double expected = 0;
    Index expected_label = label[i];
    for (Index j = 0; j < full.cols(); ++j) {
      expected += full(i, j) * full(i, j) * weight[j];
      if (full(i, j) > 0) expected_label = std::min(expected_label, label[j]);
    }
    EXPECT_NEAR(squares[i], expected, tolerance * 1000);
    // A graph without self-loops need not see a node's own label.
    EXPECT_EQ(std::min(smallest[i], label[i]), expected_label);
  }
}

TEST_P(AnyKernel, GivesTheSameBytesForAnyNumberOfThreads) {
  const Matrix<double> block = random_points(kernel->size(), 4, 3);
  const Matrix<double> one = kernel->multiply(block, {.threads = 1});
  for (const int threads : {2, 8}) EXPECT_EQ(largest_difference(one, kernel->multiply(block, {.threads = threads})), 0);
}

INSTANTIATE_TEST_SUITE_P(Kernels, AnyKernel, testing::ValuesIn(kernels()),
                         [](const auto& kernel) { return kernel.param.name; });

TEST(PointKernel, GivesARowOfItsOwnForAPointItKnows) {
  const Matrix<double> points = points_with_copies();
  std::vector<Index> region_of(static_cast<std::size_t>(points.rows()));
  std::iota(region_of.begin(), region_of.end(), Index{0});
  for (const KernelOptions& options :
       {KernelOptions{.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense, .density_normalization = 0.5},
        KernelOptions{.kind = KernelKind::adaptive, .neighbors = dense},
        KernelOptions{.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = 9, .density_normalization = 1},
        KernelOptions{.kind = KernelKind::adaptive, .neighbors = 9}}) {
    const auto kernel = point_kernel(points, options);
    const Matrix<double> full = matrix_of(*kernel);
    const PointRegionAffinity rows = kernel->new_region_sums(points, region_of, points.rows(), {}).region_sums;
    Matrix<double> found(points.rows(), points.rows());
    if (const auto* sparse = std::get_if<SparseRows>(&rows)) {
      for (Index i = 0; i < sparse->rows(); ++i)
        for (Index e = sparse->offsets[i]; e < sparse->offsets[i + 1]; ++e)
          found(i, sparse->columns[e]) = sparse->values[e];
    } else {
      found = std::get<Matrix<double>>(rows);
    }
    EXPECT_LT(largest_difference(full, found), 1e-13);
  }
}

TEST(PointKernel, PutsANewPointThatNoAffinityReachesOnItsNearestPoint) {
  const Matrix<double> points = random_points(60, 2);
  Matrix<double> far(1, 2);
  far(0, 0) = 1e6;
  std::vector<Index> region_of(60);
  std::iota(region_of.begin(), region_of.end(), Index{0});
  Index nearest = 0;
  for (Index i = 0; i < 60; ++i)
    if (points(i, 0) > points(nearest, 0)) nearest = i;
  const auto kernel = point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense});
  const auto row = std::get<Matrix<double>>(kernel->new_region_sums(far, region_of, 60, {}).region_sums);
  EXPECT_LT(
      largest_difference(
          row, std::get<Matrix<double>>(
                   kernel->new_region_sums(MatrixView<double>(points.row(nearest).data(), 1, 2), region_of, 60, {})
                       .region_sums)),
      1e-15);
}

TEST(PointKernel, NamesThePointsThatASmallEpsilonLeavesAloneAndAnEpsilonThatWorks) {
  Matrix<double> points = random_points(100, 2);
  points(41, 0) = 1000;
  for (const Index neighbors : {dense, Index{10}}) {
    expect_error(ErrorKind::bad_data, "row 42", [&] {
      (void)point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = neighbors});
    });
    try {
      (void)point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = neighbors});
    } catch (const Error& error) {
      const std::string words = error.what();
      const double smallest = std::stod(words.substr(words.rfind(' ')));
      EXPECT_NO_THROW((void)point_kernel(
          points, {.kind = KernelKind::gaussian, .epsilon = smallest * 1.01, .neighbors = neighbors}));
    }
  }
}

TEST(PointKernel, RefusesOptionsThatNoDataCouldMakeRightAndThoseThatDoNotFitTheData) {
  const Matrix<double> points = random_points(20, 2);
  const auto make = [&](const KernelOptions& options) {
    return [&points, options] { (void)point_kernel(points, options); };
  };
  expect_error(ErrorKind::bad_option, "epsilon must be a positive number; got -1",
               make({.kind = KernelKind::gaussian, .epsilon = -1}));
  expect_error(ErrorKind::bad_option, "neighbors must be at least 2", make({.neighbors = 1}));
  expect_error(ErrorKind::bad_data, "at most the number of points (20); got 21", make({.neighbors = 21}));
  expect_error(ErrorKind::bad_option, "epsilon belongs to", make({.kind = KernelKind::adaptive, .epsilon = 1}));
  expect_error(ErrorKind::bad_option, "needs a function", make({.kind = KernelKind::function}));
  Matrix<double> bad = points;
  bad(3, 1) = NAN;
  expect_error(ErrorKind::bad_data, "row 4, column 2", [&] { (void)point_kernel(bad); });
}

TEST(GraphKernel, RefusesWhatIsNotSymmetricOrNegativeAndGivesIsolatedNodesASelfLoop) {
  Matrix<double> affinity(3, 3);
  affinity(0, 1) = 1;
  expect_error(ErrorKind::bad_data, "symmetric", [&] { (void)graph_kernel(graph_of(affinity)); });
  affinity(1, 0) = 1;
  EXPECT_EQ(matrix_of(*graph_kernel(graph_of(affinity)))(2, 2), 1);
  affinity(0, 1) = affinity(1, 0) = -1;
  expect_error(ErrorKind::bad_data, "not negative", [&] { (void)graph_kernel(graph_of(affinity)); });
}

TEST(Float32, AgreesWithFloat64WithinItsRoundingAlsoFarFromTheOriginAndAtATinyScale) {
  // Centred coordinates are rounded to 2^-24 relative to the spread R of the data, so ‖x−y‖² is off by at most about
  // 4·R·‖x−y‖·2^-24 and the exponent by that over ε. Here R ≤ 8, ‖x−y‖²/ε ≤ 88 where float32 does not underflow and
  // ε = 2: below 4·8·13·6e-8/2 < 1.3e-5, absolute in the exponent and so relative in an affinity of at most 1.
  constexpr double tolerance = 1.3e-5;
  const Matrix<double> points = random_points(300, 4);
  for (const auto& [shift, scale] : {std::pair{0.0, 1.0}, {1e6, 1.0}, {0.0, 1e-6}, {1e6, 1e3}}) {
    Matrix<double> moved = points;
    for (Index e = 0; e < moved.size(); ++e) moved.data()[e] = shift + scale * moved.data()[e];
    for (const Index neighbors : {dense, Index{15}}) {
      const double epsilon = 2 * scale * scale;
      const auto exact =
          matrix_of(*point_kernel(moved, {.kind = KernelKind::gaussian, .epsilon = epsilon, .neighbors = neighbors}));
      const auto rounded = matrix_of(*point_kernel(
          moved,
          {.kind = KernelKind::gaussian, .epsilon = epsilon, .neighbors = neighbors, .precision = Precision::float32}));
      EXPECT_LT(largest_difference(exact, rounded), tolerance) << shift << ' ' << scale << ' ' << neighbors;
    }
  }
}

}  // namespace
}  // namespace codimap
