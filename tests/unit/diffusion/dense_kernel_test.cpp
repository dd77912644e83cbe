// The dense kernel on enough points for many tiles, most of which are skipped.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "codimap/error.hpp"
#include "codimap/kernel.hpp"
#include "codimap/shapes.hpp"
#include "simd/loops.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// A long thin cloud: 1,000 points, eleven blocks, each of which reaches a few others.
Matrix<double> long_cloud() {
  Matrix<double> points = random_points(1000, 3);
  for (Index i = 0; i < points.rows(); ++i) points(i, 0) = 100 * std::sin(static_cast<double>(i));
  return points;
}

double affinity(const Matrix<double>& points, Index i, Index j) {
  double squared_distance = 0;
  for (Index k = 0; k < points.cols(); ++k) squared_distance += std::pow(points(i, k) - points(j, k), 2);
  return std::exp(-squared_distance / 2);
}

struct Variant {
  std::string name;
  Precision precision;
  Instructions instructions;
};

class DenseKernelOnManyTiles : public testing::TestWithParam<Variant> {
 protected:
  void SetUp() override { kernel = make({}); }
  std::shared_ptr<const PointKernel> make(Execution run) const {
    run.instructions = GetParam().instructions;
    return point_kernel(
        points, {.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense, .precision = GetParam().precision},
        run, order);
  }
  Execution run(int threads = 0) const { return {.threads = threads, .instructions = GetParam().instructions}; }
  double tolerance() const { return GetParam().precision == Precision::float32 ? 2e-5 : 1e-11; }

  const Matrix<double> points = long_cloud();
  const std::vector<Index> order = locality_order(points);
  const Index size = points.rows();
  std::shared_ptr<const PointKernel> kernel;
};

TEST_P(DenseKernelOnManyTiles, HasTheDegreesOfEveryPair) {
  for (Index i = 0; i < size; ++i) {
    double degree = 0;
    for (Index j = 0; j < size; ++j) degree += affinity(points, order[i], order[j]);
    ASSERT_NEAR(kernel->degree()[i], degree, tolerance() * degree);
  }
}

TEST_P(DenseKernelOnManyTiles, MultipliesAsTheFullMatrixDoes) {
  const Matrix<double> block = random_points(size, 21, 5);
  const Matrix<double> product = kernel->multiply(block, run());
  for (Index i = 0; i < size; ++i)
    for (Index c = 0; c < block.cols(); ++c) {
      double sum = 0;
      for (Index j = 0; j < size; ++j) sum += affinity(points, order[i], order[j]) * block(j, c);
      ASSERT_NEAR(product(i, c), sum, 4 * tolerance() * kernel->degree()[i]);
    }
}

TEST_P(DenseKernelOnManyTiles, SumsOverRegionsOfAnyShapeAndOverSquares) {
  std::vector<Index> region_of;
  for (Index i = 0; i < size; ++i) region_of.push_back(i % 13 == 12 ? no_region : i % 13);
  const auto sums = std::get<Matrix<double>>(kernel->region_sums(region_of, 12, run()));
  std::vector<double> weight(static_cast<std::size_t>(size));
  std::iota(weight.begin(), weight.end(), 1);
  const std::vector<double> squares = kernel->row_squares(weight, run());
  for (Index i = 0; i < size; ++i) {
    std::vector<double> wanted(13);
    double square = 0;
    for (Index j = 0; j < size; ++j) {
      const double g = affinity(points, order[i], order[j]);
      wanted[j % 13] += g;
      square += g * g * weight[j];
    }
    for (Index region = 0; region < 12; ++region)
      ASSERT_NEAR(sums(i, region), wanted[region], tolerance() * kernel->degree()[i]);
    ASSERT_NEAR(squares[i], square, 2 * tolerance() * square);
  }
}

TEST_P(DenseKernelOnManyTiles, GivesTheSameBytesForAnyNumberOfThreads) {
  const Matrix<double> block = random_points(size, 5, 5);
  std::vector<Index> region_of(static_cast<std::size_t>(size));
  for (Index i = 0; i < size; ++i) region_of[i] = i % 7;
  const auto bytes = [&](int threads) {
    const auto again = make({.threads = threads});
    std::vector<double> all(again->degree().begin(), again->degree().end());
    const Matrix<double> product = again->multiply(block, run(threads));
    const auto sums = std::get<Matrix<double>>(again->region_sums(region_of, 7, run(threads)));
    const auto squares = again->row_squares(again->degree(), run(threads));
    all.insert(all.end(), product.data(), product.data() + product.size());
    all.insert(all.end(), sums.data(), sums.data() + sums.size());
    all.insert(all.end(), squares.begin(), squares.end());
    return all;
  };
  const auto one = bytes(1);
  EXPECT_EQ(bytes(2), one);
  EXPECT_EQ(bytes(8), one);
}

/// Both precisions with every instruction set that this processor has.
std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const auto& [set, name] : {std::pair{Instructions::baseline, "baseline"},
                                  std::pair{Instructions::x86_64_v3, "v3"}, std::pair{Instructions::x86_64_v4, "v4"}}) {
    if (set > widest_instructions()) continue;
    all.push_back({std::string("double_") + name, Precision::float64, set});
    all.push_back({std::string("float_") + name, Precision::float32, set});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Variants, DenseKernelOnManyTiles, testing::ValuesIn(variants()),
                         [](const auto& variant) { return variant.param.name; });

TEST(DenseKernel, HandsOutALargeComponentWithoutStoringIt) {
  Matrix<double> points = generate(Shape::swiss_roll, {.points = 2200});
  points(7, 0) = 1e4;
  for (const double alpha : {0.0, 1.0}) {
    const auto kernel = point_kernel(
        points, {.kind = KernelKind::gaussian, .neighbors = dense, .density_normalization = alpha});
    const Components parts = connected_components(*kernel);
    ASSERT_EQ(parts.sizes, (std::vector<Index>{2199, 1}));
    std::vector<Index> largest;
    for (Index i = 0; i < kernel->size(); ++i)
      if (parts.component_of[i] == 0) largest.push_back(i);
    const auto part = kernel->restricted_to(largest, {});
    EXPECT_TRUE(std::holds_alternative<Matrix<double>>(part->columns(std::vector<Index>{0}, {})));
    const Matrix<double> block = random_points(2200, 3);
    const Matrix<double> of_all = kernel->multiply(block, {});
    Matrix<double> some(2199, 3);
    for (std::size_t i = 0; i < largest.size(); ++i)
      std::ranges::copy(block.row(largest[i]), some.row(static_cast<Index>(i)).begin());
    const Matrix<double> of_part = part->multiply(some, {});
    for (std::size_t i = 0; i < largest.size(); ++i) {
      EXPECT_NEAR(part->degree()[i], kernel->degree()[largest[i]], 1e-10 * part->degree()[i]);
      for (Index c = 0; c < 3; ++c) EXPECT_NEAR(of_part(static_cast<Index>(i), c), of_all(largest[i], c), 1e-9);
    }
  }
}

TEST(DenseKernel, NamesIsolatedPointsByTheirRowsWhateverTheOrder) {
  Matrix<double> points = long_cloud();
  points(41, 1) = 1e4;
  for (const Index neighbors : {dense, Index{10}}) {
    try {
      (void)point_kernel(points, {.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = neighbors}, {},
                         locality_order(points));
      FAIL() << "nothing was refused";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("row 42"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace codimap
