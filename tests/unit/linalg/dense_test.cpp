// Dense products against their definitions, and factorisations against what defines them.
#include "linalg/dense.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "codimap/error.hpp"
#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

std::vector<double> positive_weights(Index count) {
  std::vector<double> weight;
  for (Index i = 0; i < count; ++i)
    weight.push_back(random_uniform(7, RandomStream::sample, static_cast<std::uint64_t>(i)));
  return weight;
}

TEST(Dense, ProductIsTheSumOverTheInnerIndex) {
  for (const auto [rows, inner, cols] : {std::array<Index, 3>{1, 1, 1}, {3, 2, 1}, {257, 31, 5}, {600, 4, 130}}) {
    const auto a = random_matrix(rows, inner, 1);
    const auto b = random_matrix(inner, cols, 2);
    EXPECT_LT(largest_difference(product(a, b), naive_transposed_product(transpose(a), b, {})), 1e-12);
  }
}

TEST(Dense, ProductOverAnEmptyInnerIndexIsZero) {
  const auto zero = product(Matrix<double>(3, 0), Matrix<double>(0, 2));
  EXPECT_EQ(largest_difference(zero, Matrix<double>(3, 2)), 0);
  EXPECT_EQ(product(Matrix<double>(0, 4), Matrix<double>(4, 2)).rows(), 0);
}

TEST(Dense, TransposedProductWeighsTheRows) {
  for (const auto [rows, p, n] : {std::array<Index, 3>{1, 1, 1}, {5000, 3, 2}, {2500, 140, 7}, {1025, 7, 260}}) {
    const auto a = random_matrix(rows, p, 1);
    const auto b = random_matrix(rows, n, 2);
    const auto weight = positive_weights(rows);
    EXPECT_LT(largest_difference(transposed_product(a, b, weight), naive_transposed_product(a, b, weight)), 1e-10);
    EXPECT_LT(largest_difference(transposed_product(a, b), naive_transposed_product(a, b, {})), 1e-10);
  }
}

TEST(Dense, TransposedProductOfNoRowsIsZero) {
  const auto zero = transposed_product(Matrix<double>(0, 3), Matrix<double>(0, 2));
  EXPECT_EQ(largest_difference(zero, Matrix<double>(3, 2)), 0);
}

TEST(Dense, GramOfAMatrixWithItselfIsExactlySymmetric) {
  const auto a = random_matrix(3000, 300, 1);
  const auto weight = positive_weights(3000);
  const auto gram = transposed_product(a, a, weight);
  EXPECT_TRUE(same_bytes(gram, transpose(gram)));
  EXPECT_LT(largest_difference(gram, naive_transposed_product(a, a, weight)), 1e-10);
}

TEST(Dense, ProductsHaveTheSameBytesForAnyNumberOfThreads) {
  const auto a = random_matrix(5000, 33, 1);
  const auto b = random_matrix(33, 17, 2);
  const auto c = random_matrix(5000, 150, 3);
  for (const int threads : {2, 8}) {
    EXPECT_TRUE(same_bytes(product(a, b, with_threads(threads)), product(a, b, with_threads(1))));
    EXPECT_TRUE(
        same_bytes(transposed_product(a, c, {}, with_threads(threads)), transposed_product(a, c, {}, with_threads(1))));
    EXPECT_TRUE(
        same_bytes(transposed_product(c, c, {}, with_threads(threads)), transposed_product(c, c, {}, with_threads(1))));
  }
}

TEST(Dense, SymmetricEigenReadsTheLowerTriangleAndDescends) {
  const auto factor = random_matrix(40, 40, 5);
  auto matrix = transposed_product(factor, factor);
  auto lower = matrix;
  for (Index i = 0; i < 40; ++i)
    for (Index j = i + 1; j < 40; ++j) lower(i, j) = std::numeric_limits<double>::quiet_NaN();
  const auto pairs = symmetric_eigen(lower);
  EXPECT_TRUE(std::ranges::is_sorted(pairs.values, std::greater{}));
  EXPECT_LT(distance_from_orthonormal(pairs.vectors), 1e-13);
  auto scaled = pairs.vectors;
  for (Index i = 0; i < 40; ++i)
    for (Index j = 0; j < 40; ++j) scaled(i, j) *= pairs.values[static_cast<std::size_t>(j)];
  EXPECT_LT(largest_difference(product(matrix, pairs.vectors), scaled), 1e-11);
}

TEST(Dense, SymmetricEigenRefusesWhatIsNotFinite) {
  Matrix<double> matrix(2, 2);
  matrix(0, 0) = std::numeric_limits<double>::quiet_NaN();
  try {
    (void)symmetric_eigen(matrix);
    FAIL() << "NaN has no eigenvalues";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::not_converged);
    EXPECT_NE(std::string(error.what()).find("must be finite"), std::string::npos) << error.what();
  }
}

TEST(Dense, OrthonormalBasisHasAsManyColumnsAsTheRank) {
  const auto base = random_matrix(200, 3, 1);
  const auto columns = product(base, random_matrix(3, 8, 2));
  const auto basis = orthonormal_basis(columns);
  ASSERT_EQ(basis.cols(), 3);
  EXPECT_LT(distance_from_orthonormal(basis), 1e-13);
  const auto projected = product(basis, transposed_product(basis, columns));
  EXPECT_LT(largest_difference(projected, columns), 1e-11);
  EXPECT_EQ(orthonormal_basis(Matrix<double>(5, 2)).cols(), 0);
}

}  // namespace
}  // namespace codimap::test
