#include "linalg/principal_components.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "linalg/dense.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// Columns of falling deviation around means of their own, two thirds of the values 0.
Matrix<double> mostly_zeros(Index rows, Index cols) {
  Matrix<double> points = random_points(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index k = 0; k < cols; ++k)
      points(i, k) = (i * 7 + k * 5) % 3 != 0 ? 0 : 2 + points(i, k) * 10 / static_cast<double>(k + 1);
  return points;
}

SparseMatrix<double> sparse(const Matrix<double>& points) { return to_sparse(points); }

SparseView<double> view_of(const SparseMatrix<double>& matrix) { return matrix; }

Matrix<double> loadings_of(const AnyPoints& points, Index count, bool standardize = false, int threads = 0) {
  const Execution run{.threads = threads};
  const ColumnMoments moments = column_moments(points, standardize, run);
  return principal_loadings(*centred(points, moments), moments.total, count, exact_components, run);
}

/// The covariance, and all its eigenvectors, by the definitions.
EigenPairs by_definition(const Matrix<double>& points, bool standardize) {
  Matrix<double> rows = points;
  for (Index k = 0; k < points.cols(); ++k) {
    double mean = 0, square = 0;
    for (Index i = 0; i < points.rows(); ++i) mean += points(i, k) / static_cast<double>(points.rows());
    for (Index i = 0; i < points.rows(); ++i) square += std::pow(points(i, k) - mean, 2);
    const double scale = standardize ? std::sqrt(static_cast<double>(points.rows()) / square) : 1;
    for (Index i = 0; i < points.rows(); ++i) rows(i, k) = (points(i, k) - mean) * scale;
  }
  Matrix<double> covariance(points.cols(), points.cols());
  for (Index i = 0; i < points.rows(); ++i)
    for (Index k = 0; k < points.cols(); ++k)
      for (Index l = 0; l < points.cols(); ++l) covariance(k, l) += rows(i, k) * rows(i, l);
  return symmetric_eigen(covariance);
}

void expect_same_directions(const Matrix<double>& loadings, const EigenPairs& expected, double error) {
  for (Index c = 0; c < loadings.cols(); ++c) {
    double dot = 0, largest = 0;
    for (Index k = 0; k < loadings.rows(); ++k) {
      dot += loadings(k, c) * expected.vectors(k, c);
      if (std::abs(loadings(k, c)) > std::abs(largest)) largest = loadings(k, c);
    }
    EXPECT_NEAR(std::abs(dot), 1, error) << c;
    EXPECT_GT(largest, 0) << c;
  }
}

TEST(PrincipalComponents, AreTheLeadingEigenvectorsOfTheCovariance) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>(300, 20), {25, 60}}) {
    const Matrix<double> points = mostly_zeros(rows, cols);
    const SparseMatrix<double> stored = sparse(points);
    for (const bool standardize : {false, true}) {
      const EigenPairs expected = by_definition(points, standardize);
      expect_same_directions(loadings_of(points.view(), 5, standardize), expected, 1e-10);
      expect_same_directions(loadings_of(view_of(stored), 5, standardize), expected, 1e-10);
    }
  }
}

TEST(PrincipalComponents, OfAMatrixLongOnBothSidesComeFromProductsAlone) {
  const Index size = exact_components.largest_covariance + 52;
  Matrix<double> points(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index c = 0; c < 12; ++c) {
      const auto counter = static_cast<std::uint64_t>(i * 12 + c);
      points(i, (i * 31 + c * 173) % size) = 1 + random_uniform(3, RandomStream::shape, counter);
      points(i, c) = static_cast<double>(12 - c) * random_normal(4, RandomStream::shape, counter);
    }
  ASSERT_FALSE(forms_covariance(size, size, 3, exact_components));
  const SparseMatrix<double> stored = sparse(points);
  const ColumnMoments moments = column_moments(view_of(stored), false, {});
  const auto matrix = centred(view_of(stored), moments);
  const Matrix<double> loadings = principal_loadings(*matrix, moments.total, 3, exact_components, {});
  const Matrix<double> images = matrix->gram_product(loadings, {});
  for (Index c = 0; c < 3; ++c) {
    double value = 0, residual = 0;
    for (Index k = 0; k < size; ++k) value += loadings(k, c) * images(k, c);
    for (Index k = 0; k < size; ++k) residual += std::pow(images(k, c) - value * loadings(k, c), 2);
    EXPECT_LT(std::sqrt(residual), exact_components.tolerance * moments.total);
  }
  EXPECT_LT(largest_difference(loadings, loadings_of(points.view(), 3)), 1e-7);
  for (const int threads : {1, 8})
    EXPECT_EQ(largest_difference(loadings, loadings_of(view_of(stored), 3, false, threads)), 0) << threads;
}

TEST(PrincipalComponents, ThatAreRoughAreOrthonormalAndHoldTheVarianceOfTheExactOnes) {
  constexpr Index count = 100;
  Matrix<double> points = random_points(400, 1100);  // noise, whose variances fall slowly, around a few directions
  for (Index i = 0; i < points.rows(); ++i)
    for (Index k = 0; k < 10; ++k) points(i, k) *= static_cast<double>(20 - k);
  const ColumnMoments moments = column_moments(points.view(), false, {});
  const auto matrix = centred(points.view(), moments);
  const auto loadings_by = [&](const PrincipalAccuracy& accuracy, int threads = 0) {
    return principal_loadings(*matrix, moments.total, count, accuracy, {.threads = threads});
  };
  const auto variance_in = [&](const Matrix<double>& loadings) {
    const Matrix<double> images = matrix->gram_product(loadings, {});
    return std::inner_product(images.data(), images.data() + images.size(), loadings.data(), 0.);
  };
  const PrincipalAccuracy by_products{.tolerance = rough_components.tolerance, .largest_covariance = 0};
  ASSERT_FALSE(forms_covariance(points.rows(), points.cols(), count, by_products));
  const Matrix<double> rough = loadings_by(by_products);
  const double share = variance_in(rough) / variance_in(loadings_by(exact_components));
  EXPECT_GT(share, 0.98);
  EXPECT_LT(share, 1 + 1e-9);
  for (Index a = 0; a < count; ++a)
    for (Index b = 0; b <= a; ++b) {
      double product = 0;
      for (Index k = 0; k < rough.rows(); ++k) product += rough(k, a) * rough(k, b);
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-9);
    }
  for (const int threads : {1, 8})
    EXPECT_EQ(largest_difference(rough, loadings_by(by_products, threads)), 0) << threads;
}

TEST(PrincipalComponents, WithoutVarianceHaveFiniteLoadings) {
  const Matrix<double> wide = [] {
    Matrix<double> points(4, 9);
    for (Index i = 0; i < 4; ++i) points(i, 0) = i < 2 ? 1 : 2;
    return points;
  }();
  const Matrix<double> loadings = loadings_of(wide.view(), 3);
  EXPECT_NEAR(loadings(0, 0), 1, 1e-12);
  for (Index e = 0; e < loadings.size(); ++e) EXPECT_TRUE(std::isfinite(loadings.data()[e]));
  const Matrix<double> constant(5, 3);
  EXPECT_EQ(largest_difference(loadings_of(constant.view(), 2), Matrix<double>(3, 2)), 0);
}

}  // namespace
}  // namespace codimap
