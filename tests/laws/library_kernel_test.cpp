// The library's kernels against the oracle: every question that a stage may ask of one.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/conversions.hpp"
#include "laws/for_all_kernels.hpp"
#include "laws/library_kernels.hpp"
#include "laws/relative_error.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

constexpr double rounding = 1e-12;

TEST(LibraryKernel, HoldsTheAffinitiesOfTheOracle) {
  for_all_library_kernels([](const LibraryKernel& known, Random&) {
    ASSERT_EQ(known.kernel->size(), known.G.rows());
    EXPECT_LT(relative_error(to_eigen(*known.kernel), known.G), rounding);
    EXPECT_LT(relative_error(to_eigen(known.kernel->degree()), reference::degree(known.G)), rounding);
  });
}

TEST(LibraryKernel, MultipliesABlockOfVectors) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const MatrixXd block = reference::random_points(random, known.G.rows(), 5);
    EXPECT_LT(relative_error(to_eigen(known.kernel->multiply(to_matrix(block), {})), known.G * block), rounding);
  });
}

TEST(LibraryKernel, SumsOverRegionsAndLeavesOutPointsOfNone) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Index n = random_region_count(random, known.G.rows());
    Indices region_of = reference::random_partition(random, known.G.rows(), n);
    MatrixXd C = MatrixXd::Zero(known.G.rows(), n);
    for (Index x = 0; x < known.G.rows(); ++x) {
      Index& region = region_of[x];
      if (x % 3 == 2) region = no_region;
      if (region != no_region) C(x, region) = 1;
    }
    EXPECT_LT(relative_error(to_eigen(known.kernel->region_sums(region_of, n, {})), known.G * C), rounding);
  });
}

TEST(LibraryKernel, SumsWeightedSquaresOfRows) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const VectorXd weight = reference::random_uniforms(random, known.G.rows());
    const std::vector<double> squares = known.kernel->row_squares(to_span(weight), {});
    EXPECT_LT(relative_error(to_eigen(squares), known.G.cwiseAbs2() * weight), rounding);
  });
}

TEST(LibraryKernel, FindsTheSmallestLabelAmongNeighbours) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Indices label = reference::random_partition(random, known.G.rows(), known.G.rows());
    const std::vector<Index> smallest = known.kernel->row_minimum(label, {});
    const VectorXd q = known.G.rowwise().sum();
    for (Index x = 0; x < known.G.rows(); ++x) {
      Index expected = label[x];  // without a loop too: a point is connected with itself
      for (Index y = 0; y < known.G.rows(); ++y) {
        const bool connected = known.G(x, y) > 0 && known.G(x, y) >= std::ldexp(std::min(q(x), q(y)), -40);
        if (connected) expected = std::min(expected, label[y]);
      }
      ASSERT_EQ(smallest[x], expected) << "point " << x;
    }
  });
}

TEST(LibraryKernel, GivesItsColumns) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Index N = known.G.rows();
    const Indices selected = reference::random_subset(random, N, random_region_count(random, N));
    EXPECT_LT(relative_error(to_eigen(known.kernel->columns(selected, {})), known.G(Eigen::all, selected)), rounding);
  });
}

TEST(LibraryKernel, GivesATrainingPointItsOwnRowAgain) {
  for (const PointCase& known : point_cases(5)) {
    SCOPED_TRACE(known.name);
    const auto kernel = point_kernel(to_matrix(known.points), known.options);
    Random random(1);
    const Index n = random_region_count(random, known.G.rows());
    const Indices region_of = reference::random_partition(random, known.G.rows(), n);
    const MatrixXd rows = to_eigen(kernel->new_region_sums(to_matrix(known.points), region_of, n, {}).region_sums);
    EXPECT_LT(relative_error(rows, to_eigen(kernel->region_sums(region_of, n, {}))), rounding);
  }
}

TEST(LibraryKernel, GivesANewPointTheGaussianOfItsDistances) {
  Random random(2);
  const MatrixXd X = reference::random_points(random, 50, 4);
  const MatrixXd more = reference::random_points(random, 20, 4);
  MatrixXd all(70, 4);
  all << X, more;
  const MatrixXd expected = reference::gaussian_kernel(all, 3).bottomLeftCorner(20, 50);
  const auto kernel = point_kernel(to_matrix(X), {.kind = KernelKind::gaussian, .epsilon = 3, .neighbors = dense});
  Indices each(50);
  for (std::size_t x = 0; x < 50; ++x) each[x] = static_cast<Index>(x);
  EXPECT_LT(relative_error(to_eigen(kernel->new_region_sums(to_matrix(more), each, 50, {}).region_sums), expected),
            rounding);
}

TEST(LibraryKernel, KeepsTheScaleOfTheNeighbourAskedForHoweverFewItJoins) {
  Random random(4);
  const MatrixXd X = reference::random_points(random, 20, 2);
  for (const Index number : {1, 3, 7, 30}) {
    const auto kernel = point_kernel(to_matrix(X), {.bandwidth_neighbor = number, .neighbors = 4});
    const MatrixXd expected = reference::keep_nearest(reference::adaptive_kernel(X, number), X, 4);
    EXPECT_LT(relative_error(to_eigen(*kernel), expected), rounding) << number;
  }
}

TEST(LibraryKernel, PrefersTheLowerIndexAmongEquallyNearPointsOfALattice) {
  MatrixXd X(35, 2);
  for (Index x = 0; x < 35; ++x) X.row(x) << static_cast<double>(x % 5), static_cast<double>(x / 5);
  X(34, 0) = 5.25;  // the mean is no round number
  for (const Index neighbors : {2, 3, 4, 7}) {
    const auto kernel =
        point_kernel(to_matrix(X), {.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = neighbors});
    const MatrixXd expected = reference::keep_nearest(reference::gaussian_kernel(X, 2), X, neighbors);
    EXPECT_LT(relative_error(to_eigen(*kernel), expected), rounding) << neighbors << " neighbors";
  }
}

TEST(LibraryKernel, InFloat32DiffersByItsRoundingOnly) {
  for (PointCase known : point_cases(6)) {
    SCOPED_TRACE(known.name);
    known.options.precision = Precision::float32;
    const auto kernel = point_kernel(to_matrix(known.points), known.options);
    EXPECT_LT(relative_error(to_eigen(*kernel), known.G), 1e-5);
    EXPECT_LT(relative_error(to_eigen(kernel->degree()), reference::degree(known.G)), 1e-5);
  }
}

TEST(LibraryKernel, TakesPointsInFloat32FarFromTheOrigin) {
  Random random(3);
  // Coordinates that float32 holds exactly, so that both sides see the same points.
  const MatrixXd X = (reference::random_points(random, 60, 3) * 8).array().round() + 1e6;
  const MatrixXd G = reference::gaussian_kernel(X, 50);
  for (const Index neighbors : {dense, Index{60}}) {
    const auto kernel =
        point_kernel(to_float_matrix(X), {.kind = KernelKind::gaussian, .epsilon = 50, .neighbors = neighbors});
    EXPECT_LT(relative_error(to_eigen(*kernel), G), 1e-5);
  }
}

}  // namespace
}  // namespace codimap::laws
