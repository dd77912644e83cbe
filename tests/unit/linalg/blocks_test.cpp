// Blocks side by side against products by definition.
#include "linalg/blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/linalg/random_matrix.hpp"

namespace codimap::test {
namespace {

constexpr Index rows = 5003;

template <class T>
Matrix<T> as(const Matrix<double>& matrix) {
  auto result = Matrix<T>::for_overwrite(matrix.rows(), matrix.cols());
  std::transform(matrix.data(), matrix.data() + matrix.size(), result.data(), [](double v) { return static_cast<T>(v); });
  return result;
}

template <class T>
struct BlocksTest : testing::Test {
  static constexpr double rounding = sizeof(T) == sizeof(float) ? 1e-4 : 1e-11;
  Matrix<T> x = as<T>(random_matrix(rows, 3, 1));
  Matrix<T> w = as<T>(random_matrix(rows, 18, 2));
  Matrix<T> none{rows, 0};

  /// Column c of [x w].
  double at(Index i, Index c) const { return static_cast<double>(c < 3 ? x(i, c) : w(i, c - 3)); }
};

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(BlocksTest, Precisions);

TYPED_TEST(BlocksTest, GramIsTheWeightedProductOfAllColumnsWithAll) {
  std::vector<double> weight;
  for (Index i = 0; i < rows; ++i) weight.push_back(1 + static_cast<double>(i % 7));
  const Blocks<TypeParam> blocks{&this->x, &this->none, &this->w};
  for (const bool symmetric : {false, true}) {
    const Matrix<double> g = gram(blocks, blocks, weight, symmetric, {});
    ASSERT_EQ(g.rows(), 21);
    for (Index a = 0; a < 21; ++a)
      for (Index b = 0; b < 21; ++b) {
        double sum = 0;
        for (Index i = 0; i < rows; ++i) sum += weight[static_cast<std::size_t>(i)] * this->at(i, a) * this->at(i, b);
        ASSERT_NEAR(g(a, b), sum, 1e-8);
      }
  }
}

TYPED_TEST(BlocksTest, CombineMayWriteOverWhatItReads) {
  const Matrix<double> coefficients = random_matrix(21, 21, 3);
  Matrix<TypeParam> fresh_x(rows, 3);
  Matrix<TypeParam> fresh_w(rows, 18);
  combine<TypeParam>({&this->x, &this->w}, coefficients, {&fresh_x, &fresh_w}, {});
  for (Index i = 0; i < rows; i += 101)
    for (Index c = 0; c < 21; ++c) {
      double sum = 0;
      for (Index j = 0; j < 21; ++j) sum += this->at(i, j) * coefficients(j, c);
      ASSERT_NEAR(static_cast<double>(c < 3 ? fresh_x(i, c) : fresh_w(i, c - 3)), sum, this->rounding);
    }
  combine<TypeParam>({&this->x, &this->w}, coefficients, {&this->x, &this->w}, {});
  EXPECT_TRUE(std::equal(fresh_x.data(), fresh_x.data() + fresh_x.size(), this->x.data()));
  EXPECT_TRUE(std::equal(fresh_w.data(), fresh_w.data() + fresh_w.size(), this->w.data()));
}

TEST(Blocks, HaveTheSameBytesForAnyNumberOfThreads) {
  const Matrix<double> x = random_matrix(rows, 11, 1);
  const auto one = gram<double>({&x}, {&x}, {}, true, with_threads(1));
  for (const int threads : {2, 8}) EXPECT_TRUE(same_bytes(gram<double>({&x}, {&x}, {}, true, with_threads(threads)), one));
}

}  // namespace
}  // namespace codimap::test
