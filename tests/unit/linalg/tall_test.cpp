// Products of tall matrices against their definitions.
#include "linalg/tall.hpp"

#include <gtest/gtest.h>

#include <array>

#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

Matrix<double> copy_of(TallView v) {
  Matrix<double> copy(v.rows, v.cols);
  for (Index i = 0; i < v.rows; ++i)
    for (Index j = 0; j < v.cols; ++j) copy(i, j) = v.data[i * v.stride + j];
  return copy;
}

/// Rows, columns of v, columns of the matrix that v is the first part of, columns of the other factor.
using Sizes = std::array<Index, 4>;
constexpr Sizes many_sizes[] = {{1, 1, 1, 1},     {5, 3, 4, 2},      {100, 8, 8, 2},
                                {129, 9, 9, 17},  {3000, 1, 1, 52},  {2049, 52, 52, 1},
                                {977, 53, 61, 7}, {4100, 13, 20, 8}, {300, 150, 256, 33}};

TEST(Tall, DotSumsOverTheRowsOfTheFirstColumns) {
  for (const auto [rows, cols, stride, others] : many_sizes) {
    const auto v = random_matrix(rows, stride, 1);
    const auto w = random_matrix(rows, others, 2);
    const TallView first = first_columns(v, cols);
    EXPECT_LT(largest_difference(dot(first, w, {}), naive_transposed_product(copy_of(first), w, {})), 1e-10);
  }
}

TEST(Tall, CombinesTheFirstColumnsByTheFirstCoefficients) {
  for (const auto [rows, cols, stride, others] : many_sizes) {
    const auto v = random_matrix(rows, stride, 1);
    const auto coefficients = random_matrix(cols, others + 3, 2);
    const TallView first = first_columns(v, cols);
    const auto wanted =
        naive_transposed_product(transpose(copy_of(first)), copy_of(first_columns(coefficients, others)), {});
    EXPECT_LT(largest_difference(combine(first, coefficients, others, {}), wanted), 1e-11);
  }
}

TEST(Tall, CombinesAllColumnsInPlaceToTheSameBytes) {
  for (const Index cols : {1, 7, 8, 24, 100}) {
    const auto v = random_matrix(1234, cols, 1);
    for (const Index others : {cols, cols + 1}) {
      const auto coefficients = random_matrix(cols, others, 2);
      const auto beside = combine(first_columns(v, cols), coefficients, others, {});
      EXPECT_TRUE(same_bytes(combine(v, coefficients, {}), beside)) << cols << " columns";
    }
  }
}

TEST(Tall, SubtractsAProductInPlace) {
  for (const auto [rows, cols, stride, others] : many_sizes) {
    const auto v = random_matrix(rows, stride, 1);
    const auto coefficients = random_matrix(cols, others, 2);
    const TallView first = first_columns(v, cols);
    auto w = random_matrix(rows, others, 3);
    auto wanted = naive_transposed_product(transpose(copy_of(first)), coefficients, {});
    for (Index i = 0; i < w.size(); ++i) wanted.data()[i] = w.data()[i] - wanted.data()[i];
    subtract_product(w, first, coefficients, {});
    EXPECT_LT(largest_difference(w, wanted), 1e-11);
  }
}

TEST(Tall, ProductsWithoutRowsOrColumnsAreEmptyOrZero) {
  for (const Index none_to_many : {0, 1, 20}) {
    const auto v = random_matrix(30, 20, 1);
    const auto w = random_matrix(30, none_to_many, 2);
    EXPECT_EQ(dot(first_columns(v, 0), w, {}).size(), 0);
    EXPECT_EQ(dot(first_columns(v, 20), random_matrix(30, 0, 2), {}).size(), 0);
    const auto no_rows = dot(first_columns(Matrix<double>(0, 20), 20), Matrix<double>(0, none_to_many), {});
    EXPECT_TRUE(same_bytes(no_rows, Matrix<double>(20, none_to_many)));
    const auto of_nothing = combine(first_columns(v, 0), Matrix<double>(0, none_to_many), none_to_many, {});
    EXPECT_TRUE(same_bytes(of_nothing, Matrix<double>(30, none_to_many)));
    auto unchanged = w;
    subtract_product(unchanged, first_columns(v, 0), Matrix<double>(0, none_to_many), {});
    EXPECT_TRUE(same_bytes(unchanged, w));
  }
}

TEST(Tall, ProductsHaveTheSameBytesForAnyNumberOfThreads) {
  for (const Index cols : {3, 37}) {
    const auto v = random_matrix(9001, 40, 1);
    const auto w = random_matrix(9001, 21, 2);
    const auto coefficients = random_matrix(cols, 21, 3);
    const TallView first = first_columns(v, cols);
    auto left = w;
    subtract_product(left, first, coefficients, with_threads(1));
    for (const int threads : {2, 8}) {
      const Execution run = with_threads(threads);
      EXPECT_TRUE(same_bytes(dot(first, w, run), dot(first, w, with_threads(1))));
      EXPECT_TRUE(same_bytes(combine(first, coefficients, 21, run), combine(first, coefficients, 21, with_threads(1))));
      auto same = w;
      subtract_product(same, first, coefficients, run);
      EXPECT_TRUE(same_bytes(same, left));
    }
  }
}

TEST(Tall, OrthonormalColumnsTimesTheFactorAreWhatWasGiven) {
  auto w = random_matrix(500, 12, 1);
  for (Index i = 0; i < 500; ++i) w(i, 11) = w(i, 0) + 1e-7 * w(i, 11);
  const auto [columns, factor] = orthonormalise(w, 1e-9, {});
  EXPECT_EQ(columns.cols(), 12);
  EXPECT_LT(distance_from_orthonormal(columns), 1e-12);
  EXPECT_LT(largest_difference(naive_transposed_product(transpose(columns), factor, {}), w), 1e-12);
}

}  // namespace
}  // namespace codimap::test
