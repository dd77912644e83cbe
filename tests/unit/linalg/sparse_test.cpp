// Sparse products against the dense ones.
#include "linalg/sparse.hpp"

#include <gtest/gtest.h>

#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

/// Random numbers in about a quarter of the places; every seventh row and column 3 stay empty.
SparseRows random_sparse(Index rows, Index cols) {
  SparseRows sparse{.cols = cols, .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) {
      const auto counter = static_cast<std::uint64_t>(i * cols + j);
      if (i % 7 == 6 || j == 3 || random_uniform(1, RandomStream::sample, counter) > 0.25) continue;
      sparse.columns.push_back(static_cast<std::int32_t>(j));
      sparse.values.push_back(random_normal(2, RandomStream::sample, counter));
    }
    sparse.offsets.push_back(static_cast<Index>(sparse.columns.size()));
  }
  return sparse;
}

std::vector<double> ramp(Index count) {
  std::vector<double> weight;
  for (Index i = 0; i < count; ++i) weight.push_back(1.0 / static_cast<double>(i + 1));
  return weight;
}

TEST(Sparse, ProductIsThatOfTheDenseMatrix) {
  const auto sparse = random_sparse(700, 40);
  const auto block = random_matrix(40, 9, 3);
  EXPECT_LT(
      largest_difference(product(sparse, block), naive_transposed_product(transpose(to_dense(sparse)), block, {})),
      1e-12);
}

TEST(Sparse, WeightedGramIsThatOfTheDenseMatrixAndExactlySymmetric) {
  const auto sparse = random_sparse(700, 40);
  const auto weight = ramp(700);
  const auto gram = to_dense(weighted_gram(sparse, weight));
  const auto dense = to_dense(sparse);
  EXPECT_LT(largest_difference(gram, naive_transposed_product(dense, dense, weight)), 1e-12);
  EXPECT_TRUE(same_bytes(gram, transpose(gram)));
}

TEST(Sparse, EmptyMatricesGiveZeros) {
  const SparseRows empty{.cols = 2, .offsets = {0, 0, 0, 0}, .columns = {}, .values = {}};
  EXPECT_EQ(largest_difference(product(empty, Matrix<double>(2, 5)), Matrix<double>(3, 5)), 0);
  EXPECT_EQ(largest_difference(to_dense(weighted_gram(empty, ramp(3))), Matrix<double>(2, 2)), 0);
}

TEST(Sparse, ProductsHaveTheSameBytesForAnyNumberOfThreads) {
  const auto sparse = random_sparse(2000, 50);
  const auto block = random_matrix(50, 5, 3);
  const auto weight = ramp(2000);
  for (const int threads : {2, 8}) {
    EXPECT_TRUE(same_bytes(product(sparse, block, with_threads(threads)), product(sparse, block, with_threads(1))));
    EXPECT_TRUE(same_bytes(to_dense(weighted_gram(sparse, weight, with_threads(threads))),
                           to_dense(weighted_gram(sparse, weight, with_threads(1)))));
  }
}

}  // namespace
}  // namespace codimap::test
