// Data that all but fall apart: a square, and points above it so far out that the walk hardly ever leaves them.
#include "embedding/piecewise_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "codimap/codimap.hpp"
#include "embedding/trivial.hpp"
#include "linalg/dense.hpp"
#include "unit/linalg/random_matrix.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

constexpr Index in_square = 900;
constexpr Index components = 12;
constexpr double scale = 0.002;  // ε: neighbours in the square lie closer than its root

/// Each point outside has a dimension of its own, so that it is nearest to the square. Every third has a companion.
Matrix<double> square_and_outside(Index outside) {
  Matrix<double> points = random_points(in_square + outside, 2 + outside);
  for (Index i = 0; i < points.rows(); ++i) {
    const Index above = i - in_square;
    const bool companion = above >= 0 && above % 3 == 2;
    for (Index c = 0; c < points.cols(); ++c) {
      if (c >= 2) points(i, c) = 0;
      if (i < in_square && c < 2)
        points(i, c) = static_cast<double>(c == 0 ? i % 30 : i / 30) / 30 + 1e-3 * points(i, c);
      if (above >= 0 && c < 2) points(i, c) = 0.5;
    }
    if (above < 0) continue;
    const Index axis = 2 + (companion ? above - 1 : above);
    const double exponent = 7 + 18 * static_cast<double>(axis) / static_cast<double>(outside);
    points(i, axis) = std::sqrt(exponent * scale) + (companion ? 0.02 : 0);
  }
  return points;
}

std::shared_ptr<const PointKernel> kernel_of(Index outside) {
  return point_kernel(square_and_outside(outside), {.kind = KernelKind::gaussian, .epsilon = scale, .neighbors = 10});
}

/// Regions by the order of the points: all that lies outside is in the last few.
PointMap coarse_map(const Kernel& kernel) {
  PointMap coarse;
  coarse.regions = 90;
  for (Index i = 0; i < kernel.size(); ++i) coarse.region_of.push_back(i * coarse.regions / kernel.size());
  coarse.eigenvalues = {1 - 1e-8};
  return coarse;
}

TEST(PiecewiseStart, IsCorrectedToTheExactVectors) {
  const auto kernel = kernel_of(60);
  ASSERT_EQ(connected_components(*kernel).sizes.size(), 1U);
  const DiffusionAffinity affinity(*kernel);
  Matrix<double> walk = matrix_of(*kernel);
  for (Index i = 0; i < walk.rows(); ++i)
    for (Index j = 0; j < walk.cols(); ++j) walk(i, j) /= std::sqrt(kernel->degree()[i] * kernel->degree()[j]);
  const EigenPairs exact = symmetric_eigen(walk);
  ASSERT_GT(exact.values[components], 1 - 1e-5);  // no filter would tell these apart

  const Execution run;
  const RefineOperator products = products_of(affinity, run);
  const Matrix<double> trivial =
      trivial_vectors(std::vector<Index>(static_cast<std::size_t>(kernel->size())), kernel->degree());
  auto start = piecewise_start(affinity, products, coarse_map(*kernel), components, components + 6, 0, run);
  ASSERT_TRUE(start);
  const auto excess = [](const RefinedPairs& now) {
    return *std::max_element(now.pairs.residuals.begin(), now.pairs.residuals.begin() + components) / 1e-12;
  };
  const RefinedPairs found = correct(products, trivial, std::move(start->start), start->correction,
                                     {.components = components, .excess = excess, .max_products = 100}, run);
  EXPECT_LT(found.products, 100);
  for (Index c = 0; c < components; ++c) {
    EXPECT_NEAR(found.pairs.values[static_cast<std::size_t>(c)], exact.values[static_cast<std::size_t>(c) + 1], 1e-14);
    double cosine = 0;
    for (Index i = 0; i < kernel->size(); ++i) cosine += found.pairs.vectors(i, c) * exact.vectors(i, c + 1);
    EXPECT_GT(std::abs(cosine), 1 - 1e-6) << "component " << c;
    EXPECT_LT(found.estimated_angles[static_cast<std::size_t>(c)], 1e-3);
  }
}

TEST(PiecewiseStart, TellsHowManyPiecesAreCutOff) {
  const auto kernel = kernel_of(6);
  const DiffusionAffinity affinity(*kernel);
  const Execution run;
  const auto start =
      piecewise_start(affinity, products_of(affinity, run), coarse_map(*kernel), components, components + 6, 0, run);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->cut_off, 4);  // two have a companion
}

class Outside : public testing::TestWithParam<Index> {};

// Fewer pieces than components, as many, and more.
INSTANTIATE_TEST_SUITE_P(PiecewiseStart, Outside, testing::Values(3, 9, 15, 18, 21, 60));

TEST_P(Outside, DoesNotKeepTheDefaultMapFromBeingTheExactOne) {
  const Matrix<double> points = square_and_outside(GetParam());
  Options options;
  options.kernel = {.kind = KernelKind::gaussian, .epsilon = scale, .neighbors = 10};
  options.map.components = components;
  const Result one = fit(points, options, {.threads = 1}).result();
  for (const int threads : {2, 8})
    EXPECT_EQ(largest_difference(fit(points, options, {.threads = threads}).result().embedding, one.embedding), 0);
  EXPECT_LT(std::ranges::max(one.certificate.estimated_angles), 0.1);
  options.method = Method::exact;
  EXPECT_LT(compare(fit(points, options).result().embedding, one.embedding).sse, 0.01);
}

}  // namespace
}  // namespace codimap
