// Small dense pencils.
#include "linalg/pencil.hpp"

#include <gtest/gtest.h>

#include "linalg/dense.hpp"
#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

/// bᵀ·diag(1, 2, 3, …)·b.
Matrix<double> weighted_gram_of(const Matrix<double>& b) {
  std::vector<double> weight;
  for (Index i = 0; i < b.rows(); ++i) weight.push_back(static_cast<double>(i + 1));
  return transposed_product(b, b, weight);
}

TEST(Pencil, PairsSolveItAndAreOrthonormal) {
  const Matrix<double> columns = random_matrix(60, 9, 1);
  const Matrix<double> g = transposed_product(columns, columns);
  const Matrix<double> h = weighted_gram_of(columns);
  const EigenPairs pairs = smallest_pencil_pairs(h, g, 1e-12);
  ASSERT_EQ(pairs.values.size(), 9U);
  EXPECT_TRUE(std::ranges::is_sorted(pairs.values));
  const Matrix<double> gv = product(g, pairs.vectors);
  const Matrix<double> hv = product(h, pairs.vectors);
  for (Index i = 0; i < 9; ++i)
    for (Index c = 0; c < 9; ++c) EXPECT_NEAR(hv(i, c), pairs.values[static_cast<std::size_t>(c)] * gv(i, c), 1e-9);
  const Matrix<double> unit = transposed_product(pairs.vectors, gv);
  for (Index i = 0; i < 9; ++i)
    for (Index c = 0; c < 9; ++c) EXPECT_NEAR(unit(i, c), i == c ? 1 : 0, 1e-11);
}

// A column that is a copy, and one of zeros, are no directions.
TEST(Pencil, LeavesOutWhatIsNoDirection) {
  Matrix<double> columns = random_matrix(60, 6, 1);
  for (Index i = 0; i < 60; ++i) {
    columns(i, 4) = columns(i, 1);
    columns(i, 5) = 0;
  }
  const EigenPairs pairs = smallest_pencil_pairs(weighted_gram_of(columns), transposed_product(columns, columns), 1e-12);
  EXPECT_EQ(pairs.values.size(), 4U);
}

TEST(Pencil, NewDirectionsAreOrthonormalAndOrthogonalToWhatWasChosen) {
  const Matrix<double> columns = random_matrix(60, 8, 1);
  const Matrix<double> g = transposed_product(columns, columns);
  const EigenPairs pairs = smallest_pencil_pairs(weighted_gram_of(columns), g, 1e-12);
  Matrix<double> chosen(8, 3);
  for (Index i = 0; i < 8; ++i)
    for (Index c = 0; c < 3; ++c) chosen(i, c) = pairs.vectors(i, c);
  const Matrix<double> fresh = new_directions(g, chosen, 3);
  ASSERT_EQ(fresh.cols(), 3);
  const Matrix<double> gf = product(g, fresh);
  const Matrix<double> unit = transposed_product(fresh, gf);
  const Matrix<double> inside = transposed_product(chosen, gf);
  for (Index i = 0; i < 3; ++i)
    for (Index c = 0; c < 3; ++c) {
      EXPECT_NEAR(unit(i, c), i == c ? 1 : 0, 1e-11);
      EXPECT_NEAR(inside(i, c), 0, 1e-11);
    }
}

}  // namespace
}  // namespace codimap::test
