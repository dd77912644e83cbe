// Filters against the polynomial they stand for, on operators whose spectrum is known.
#include "linalg/chebyshev.hpp"

#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

constexpr Index size = 300;

/// Eigenvalues from −0.4 to 1.
double eigenvalue(Index i) { return -0.4 + 1.4 * static_cast<double>(i) / static_cast<double>(size - 1); }

/// A diagonal operator, whose eigenvectors are the rows of a block.
template <class T>
RowwiseOperatorOn<T> diagonal(const Execution& run = {}) {
  return [run](MatrixView<T> block, const auto& consume) {
    parallel_for(run, block.rows(), 64, [&](Index begin, Index end) {
      Matrix<T> rows(end - begin, block.cols());
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < block.cols(); ++c) rows(i - begin, c) = static_cast<T>(eigenvalue(i)) * block(i, c);
      consume(begin, end, rows.data());
    });
  };
}

double chebyshev(Index degree, double x) {
  const auto k = static_cast<double>(degree);
  return std::abs(x) <= 1 ? std::cos(k * std::acos(x)) : std::cosh(k * std::acosh(x));
}

Matrix<float> narrowed(const Matrix<double>& matrix) {
  Matrix<float> narrow(matrix.rows(), matrix.cols());
  for (Index e = 0; e < matrix.size(); ++e) narrow.data()[e] = static_cast<float>(matrix.data()[e]);
  return narrow;
}

Matrix<double> widened(const Matrix<float>& matrix) {
  Matrix<double> wide(matrix.rows(), matrix.cols());
  std::copy_n(matrix.data(), matrix.size(), wide.data());
  return wide;
}

TEST(Chebyshev, AFilterIsThePolynomialDividedByItsValueAtOne) {
  const Interval damped{.low = -0.4, .high = 0.7};
  const auto argument = [&](double x) { return (2 * x - damped.high - damped.low) / (damped.high - damped.low); };
  for (const Index degree : {1, 2, 9}) {
    const auto start = random_matrix(size, 4, 1);
    auto block = start;
    filter(diagonal<double>(), block, damped, degree);
    Matrix<double> wanted = start;
    for (Index i = 0; i < size; ++i)
      for (double& value : wanted.row(i))
        value *= chebyshev(degree, argument(eigenvalue(i))) / chebyshev(degree, argument(1));
    EXPECT_LT(largest_difference(block, wanted), 1e-13);
    EXPECT_NEAR(filter_gain(0.9, damped, degree), chebyshev(degree, argument(0.9)), 1e-9);
  }
}

TEST(Chebyshev, AFilterInFloatsIsTheOneInDoublesUpToRounding) {
  for (const Index degree : {1, 2, 30}) {
    auto in_float = narrowed(random_matrix(size, 4, 1));
    auto in_double = widened(in_float);
    filter(diagonal<float>(), in_float, {.low = -0.4, .high = 0.7}, degree);
    filter(diagonal<double>(), in_double, {.low = -0.4, .high = 0.7}, degree);
    EXPECT_LT(largest_difference(widened(in_float), in_double), 1e-5);
  }
}

TEST(Chebyshev, AFilterHasTheSameBytesForAnyNumberOfThreads) {
  const auto filtered = [](int threads) {
    auto block = narrowed(random_matrix(size, 5, 1));
    filter(diagonal<float>(with_threads(threads)), block, {.low = -0.4, .high = 0.7}, 8);
    return widened(block);
  };
  for (const int threads : {2, 8}) EXPECT_TRUE(same_bytes(filtered(threads), filtered(1)));
}

TEST(Chebyshev, TheDegreeForAGainReachesItAndNoLessWould) {
  const Interval damped{.low = -0.4, .high = 0.7};
  const Index degree = degree_for_gain(0.8, damped, 50, 100);
  EXPECT_GE(filter_gain(0.8, damped, degree), 50);
  EXPECT_LT(filter_gain(0.8, damped, degree - 1), 50);
  EXPECT_EQ(degree_for_gain(0.8, damped, 50, 3), 3);
}

TEST(Chebyshev, TheFloorLiesBelowTheSpectrumButNotFar) {
  const double floor = spectrum_floor(diagonal<double>(), size, 0, {});
  EXPECT_LT(floor, -0.4);
  EXPECT_GT(floor, -0.8);
}

}  // namespace
}  // namespace codimap::test
