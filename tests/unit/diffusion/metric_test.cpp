// Kernels in each metric against the formulas that define it.
#include <gtest/gtest.h>

#include <cmath>

#include "codimap/kernel.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

double cosine(std::span<const double> x, std::span<const double> y, bool centre) {
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t c = 0; centre && c < x.size(); ++c) {
    mean_x += x[c] / static_cast<double>(x.size());
    mean_y += y[c] / static_cast<double>(x.size());
  }
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t c = 0; c < x.size(); ++c) {
    xy += (x[c] - mean_x) * (y[c] - mean_y);
    xx += (x[c] - mean_x) * (x[c] - mean_x);
    yy += (y[c] - mean_y) * (y[c] - mean_y);
  }
  return xy / std::sqrt(xx * yy);
}

class MetricTest : public testing::TestWithParam<Metric> {
 protected:
  static constexpr double epsilon = 0.7;
  const Matrix<double> points = random_points(60, 5);
  [[nodiscard]] KernelOptions options(Index neighbors) const {
    return {.kind = KernelKind::gaussian, .metric = GetParam(), .epsilon = epsilon, .neighbors = neighbors};
  }
};

TEST_P(MetricTest, GivesTheAffinitiesOfItsFormula) {
  const auto full = matrix_of(*point_kernel(points, options(dense)));
  const auto near = matrix_of(*point_kernel(points, options(20)));
  for (Index i = 0; i < points.rows(); ++i)
    for (Index j = 0; j < points.rows(); ++j) {
      const double similarity = cosine(points.row(i), points.row(j), GetParam() == Metric::correlation);
      const double wanted = std::exp(-2 * (1 - similarity) / epsilon);
      EXPECT_NEAR(full(i, j), wanted, 1e-12);
      if (near(i, j) != 0) {
        EXPECT_NEAR(near(i, j), wanted, 1e-6);
      }
    }
}

TEST_P(MetricTest, HoldsForNewPointsWhateverTheirScale) {
  Matrix<double> scaled = points;
  for (Index i = 0; i < scaled.rows(); ++i)
    for (double& value : scaled.row(i)) value *= std::ldexp(1, static_cast<int>(i % 9));
  std::vector<Index> region_of;
  for (Index i = 0; i < points.rows(); ++i) region_of.push_back(i % 4);
  for (const Index neighbors : {dense, Index{20}}) {
    const auto kernel = point_kernel(points, options(neighbors));
    EXPECT_EQ(kernel->new_region_sums(scaled, region_of, 4, {}).region_sums.index(),
              kernel->new_region_sums(points, region_of, 4, {}).region_sums.index());
    const auto sums = [&](const Matrix<double>& of) {
      const PointRegionAffinity result = kernel->new_region_sums(of, region_of, 4, {}).region_sums;
      if (const auto* full = std::get_if<Matrix<double>>(&result))
        return std::vector(full->data(), full->data() + full->size());
      return std::get<SparseRows>(result).values;
    };
    const std::vector<double> of_scaled = sums(scaled);
    const std::vector<double> of_points = sums(points);
    ASSERT_EQ(of_scaled.size(), of_points.size());
    for (std::size_t e = 0; e < of_points.size(); ++e) EXPECT_NEAR(of_scaled[e], of_points[e], 1e-12);
  }
}

TEST_P(MetricTest, RefusesARowWithoutADirection) {
  Matrix<double> with_zeros = points;
  for (double& value : with_zeros.row(16)) value = 0;
  expect_error(ErrorKind::bad_data, "row 17", [&] { (void)point_kernel(with_zeros, options(dense)); });
}

INSTANTIATE_TEST_SUITE_P(Metrics, MetricTest, testing::Values(Metric::cosine, Metric::correlation));

TEST(Correlation, RefusesARowOfEqualValues) {
  Matrix<double> points = random_points(9, 5);
  for (double& value : points.row(4)) value = 0.1;
  expect_error(ErrorKind::bad_data, "equal values is not defined; row 5",
               [&] { (void)point_kernel(points, {.metric = Metric::correlation}); });
}

TEST(Metrics, AreNotForAFunctionOfTheCallers) {
  const KernelOptions options{
      .kind = KernelKind::function, .metric = Metric::cosine, .function = [](auto, auto) { return 1.0; }};
  expect_error(ErrorKind::bad_option, "leave the metric out",
               [&] { (void)point_kernel(random_points(9, 5), options); });
}

}  // namespace
}  // namespace codimap
