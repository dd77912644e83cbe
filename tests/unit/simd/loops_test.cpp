// Every instruction set that this processor has against plain loops in double.
#include "simd/loops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "codimap/error.hpp"
#include "unit/simd/wide_loops.hpp"

namespace codimap {
namespace {

template <class T>
std::vector<T> random_values(Index size, std::uint64_t seed) {
  std::vector<T> values;
  for (Index i = 0; i < size; ++i)
    values.push_back(static_cast<T>(2 * random_uniform(seed, RandomStream::sample, static_cast<std::uint64_t>(i)) - 1));
  return values;
}

template <class T>
std::vector<const Loops<T>*> all_loops() {
  std::vector<const Loops<T>*> found;
  for (const auto set : {Instructions::baseline, Instructions::x86_64_v3, Instructions::x86_64_v4})
    if (set <= widest_instructions()) found.push_back(&loops<T>({.instructions = set}));
  if constexpr (std::is_same_v<T, float>)
    found.push_back(wide_loops().of_float);
  else
    found.push_back(wide_loops().of_double);
  return found;
}

template <class T>
class LoopsTest : public testing::Test {
 protected:
  static constexpr Index size = tile_size;
  static constexpr Index strips = size / lanes<T>;
  static constexpr Index dimensions = 7;
  static constexpr double rounding = std::numeric_limits<T>::epsilon();

  T strip_point(Index i, Index k) const { return columns[(i / lanes<T> * dimensions + k) * lanes<T> + i % lanes<T>]; }
  double squared_distance(Index j, Index i) const {
    double sum = 0;
    for (Index k = 0; k < dimensions; ++k) {
      const double difference = double{points[j * dimensions + k]} - double{strip_point(i, k)};
      sum += difference * difference;
    }
    return sum;
  }

  std::vector<T> points = random_values<T>(size * dimensions, 1);
  std::vector<T> columns = random_values<T>(size * dimensions, 2);
  std::vector<T> tile = random_values<T>(size * size, 3);
};

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(LoopsTest, Precisions);

TYPED_TEST(LoopsTest, SquaredDistancesAreSumsOfSquaredDifferences) {
  for (const auto* set : all_loops<TypeParam>()) {
    set->squared_distances(this->points.data(), this->size, this->columns.data(), this->strips, this->dimensions,
                           this->tile.data());
    for (Index j = 0; j < this->size; ++j)
      for (Index i = 0; i < this->size; ++i) {
        const double wanted = this->squared_distance(j, i);
        ASSERT_NEAR(this->tile[j * this->size + i], wanted, 8 * this->rounding * wanted);
      }
  }
}

TYPED_TEST(LoopsTest, GaussiansAreExponentialsOfScaledDistances) {
  // Scales from 1 to 10⁴ take the exponent from 0 to beyond what either precision can hold.
  std::vector<TypeParam> row_scale;
  std::vector<TypeParam> column_scale;
  for (Index i = 0; i < this->size; ++i) {
    row_scale.push_back(static_cast<TypeParam>(std::pow(10, static_cast<double>(i % 5) / 2)));
    column_scale.push_back(static_cast<TypeParam>(std::pow(10, static_cast<double>(i % 7) / 3)));
  }
  const double underflow = -std::log(double{std::numeric_limits<TypeParam>::min()});
  for (const auto* set : all_loops<TypeParam>()) {
    set->gaussians(this->points.data(), row_scale.data(), this->size, this->columns.data(), column_scale.data(),
                   this->strips, this->dimensions, std::numeric_limits<TypeParam>::max(), this->tile.data());
    for (Index j = 0; j < this->size; ++j)
      for (Index i = 0; i < this->size; ++i) {
        const double exponent = this->squared_distance(j, i) * double{row_scale[j]} * double{column_scale[i]};
        const double value = this->tile[j * this->size + i];
        if (exponent > underflow) {
          ASSERT_EQ(value, 0);
        } else if (exponent < underflow - 1) {
          ASSERT_NEAR(value, std::exp(-exponent), (8 * exponent + 2) * this->rounding * std::exp(-exponent));
        }
      }
  }
}

TYPED_TEST(LoopsTest, RowWiseGaussiansAreSumsOfTheGaussiansOfEitherScale) {
  std::vector<TypeParam> row_scale;
  std::vector<TypeParam> column_scale;
  for (Index i = 0; i < this->size; ++i) {
    row_scale.push_back(static_cast<TypeParam>(std::pow(10, static_cast<double>(i % 5) / 4)));
    column_scale.push_back(static_cast<TypeParam>(std::pow(10, static_cast<double>(i % 7) / 6)));
  }
  // A term at or above the largest exponent is 0, each for itself.
  constexpr double largest = 20;
  const auto term = [](double exponent) { return exponent < largest ? std::exp(-exponent) : 0; };
  const auto near_largest = [](double exponent) { return std::abs(exponent - largest) < 1e-3; };
  for (const auto* set : all_loops<TypeParam>()) {
    set->row_wise_gaussians(this->points.data(), row_scale.data(), this->size, this->columns.data(),
                            column_scale.data(), this->strips, this->dimensions, TypeParam{largest}, this->tile.data());
    for (Index j = 0; j < this->size; ++j)
      for (Index i = 0; i < this->size; ++i) {
        const double squared = this->squared_distance(j, i);
        const double of_row = squared * double{row_scale[j]} * double{row_scale[j]};
        const double of_column = squared * double{column_scale[i]} * double{column_scale[i]};
        if (near_largest(of_row) || near_largest(of_column)) continue;
        const double wanted = term(of_row) + term(of_column);
        ASSERT_NEAR(this->tile[j * this->size + i], wanted, 200 * this->rounding * wanted);
      }
  }
}

TYPED_TEST(LoopsTest, TheGaussianOfAPointWithItselfIsOneToTheBit) {
  const std::vector<TypeParam> scale(this->size, TypeParam{3});
  const std::vector<TypeParam> same(this->points.size(), TypeParam{0.7F});
  for (const auto* set : all_loops<TypeParam>()) {
    set->gaussians(same.data(), scale.data(), this->size, same.data(), scale.data(), this->strips, this->dimensions,
                   std::numeric_limits<TypeParam>::max(), this->tile.data());
    for (const TypeParam value : this->tile) ASSERT_EQ(value, 1);
  }
}

TYPED_TEST(LoopsTest, GaussiansBeyondTheLargestExponentAreZero) {
  const std::vector<TypeParam> scale(this->size, TypeParam{1});
  for (const auto* set : all_loops<TypeParam>()) {
    set->gaussians(this->points.data(), scale.data(), this->size, this->columns.data(), scale.data(), this->strips,
                   this->dimensions, TypeParam{4}, this->tile.data());
    for (Index j = 0; j < this->size; ++j)
      for (Index i = 0; i < this->size; ++i) {
        const double exponent = this->squared_distance(j, i);
        if (std::abs(exponent - 4) > 1e-5) {
          ASSERT_EQ(this->tile[j * this->size + i] > 0, exponent < 4);
        }
      }
  }
}

TYPED_TEST(LoopsTest, ScalesATileByTheWeightsOfItsRowsAndColumns) {
  const std::vector<double> rows = random_values<double>(this->size, 4);
  const std::vector<double> cols = random_values<double>(this->size, 5);
  for (const auto* set : all_loops<TypeParam>()) {
    std::vector<TypeParam> scaled = this->tile;
    set->scale(rows.data(), this->size, cols.data(), this->strips, scaled.data());
    for (Index j = 0; j < this->size; ++j)
      for (Index i = 0; i < this->size; ++i) {
        const double wanted = this->tile[j * this->size + i] * rows[j] * cols[i];
        ASSERT_NEAR(scaled[j * this->size + i], wanted, 2 * this->rounding * std::abs(wanted));
      }
  }
}

TYPED_TEST(LoopsTest, AddsRowsAndWeightedSquaresInDouble) {
  const std::vector<double> weight = random_values<double>(this->size, 4);
  for (const auto* set : all_loops<TypeParam>()) {
    std::vector<double> sums(this->size, 1);
    std::vector<double> squares(this->size, 2);
    std::vector<double> row_sums(this->size, 3);
    std::vector<double> row_squares(this->size, 4);
    set->add_columns(this->tile.data(), this->size, this->strips, row_sums.data());
    set->add_column_squares(this->tile.data(), weight.data(), this->size, this->strips, row_squares.data());
    set->add_rows(this->tile.data(), this->size, this->strips, sums.data());
    set->add_squares(this->tile.data(), weight.data(), this->size, this->strips, squares.data());
    for (Index i = 0; i < this->size; ++i) {
      double sum = 1;
      double square = 2;
      double row_sum = 3;
      double row_square = 4;
      for (Index j = 0; j < this->size; ++j) {
        const double value = this->tile[j * this->size + i];
        sum += value;
        square += value * value * weight[j];
        const double across = this->tile[i * this->size + j];
        row_sum += across;
        row_square += across * across * weight[j];
      }
      ASSERT_NEAR(row_sums[i], row_sum, 1e-13);
      ASSERT_NEAR(row_squares[i], row_square, 1e-13);
      ASSERT_NEAR(sums[i], sum, 1e-13);
      ASSERT_NEAR(squares[i], square, 1e-13);
    }
  }
}

TYPED_TEST(LoopsTest, AddsTheProductOfATileWithStripsOfColumns) {
  constexpr Index rows = 90;
  constexpr Index width = 2 * lanes<TypeParam> + 3;
  const std::vector<TypeParam> block = random_values<TypeParam>(rows * lanes<TypeParam>, 6);
  for (const auto* set : all_loops<TypeParam>()) {
    std::vector<double> out(this->size * width, 1);
    set->add_product(this->tile.data(), rows, block.data(), out.data() + 3, width);
    for (Index i = 0; i < this->size; ++i)
      for (Index c = 0; c < width; ++c) {
        double sum = 1;
        const Index column = c - 3;
        if (column >= 0 && column < lanes<TypeParam>)
          for (Index j = 0; j < rows; ++j)
            sum += double{this->tile[j * this->size + i]} * double{block[j * lanes<TypeParam> + column]};
        ASSERT_NEAR(out[i * width + c], sum, 100 * this->rounding);
      }
  }
}

TYPED_TEST(LoopsTest, AddsTheProductOfAMatrixAndOfItsTranspose) {
  constexpr Index rows = 9;
  constexpr Index width = 29;  // whole panels, halves of them and single columns, whatever the width of a vector
  const std::vector<TypeParam> block = random_values<TypeParam>(rows * lanes<TypeParam>, 6);
  for (const auto* set : all_loops<TypeParam>())
    for (const bool transposed : {false, true}) {
      const StridedMatrix<TypeParam> a{.data = this->tile.data(),
                                       .rows = rows,
                                       .columns = width,
                                       .row_step = transposed ? 1 : 31,
                                       .column_step = transposed ? 31 : 1};
      std::vector<double> out(width * (lanes<TypeParam> + 1), 1);
      set->add_strided_product(a, block.data(), out.data(), lanes<TypeParam> + 1);
      for (Index i = 0; i < width; ++i)
        for (Index c = 0; c <= lanes<TypeParam>; ++c) {
          double sum = 1;
          if (c < lanes<TypeParam>)
            for (Index j = 0; j < rows; ++j)
              sum += double{a.data[j * a.row_step + i * a.column_step]} * double{block[j * lanes<TypeParam> + c]};
          ASSERT_NEAR(out[i * (lanes<TypeParam> + 1) + c], sum, 20 * this->rounding);
        }
    }
}

TYPED_TEST(LoopsTest, MultipliesASparseRowWithBlocksOfAnyWidth) {
  constexpr Index rows = 11;
  const std::vector<std::int32_t> row_columns{0, 3, 4, 10};
  const std::vector<TypeParam> values = random_values<TypeParam>(4, 7);
  const std::vector<double> weight = random_values<double>(rows, 8);
  for (const auto* set : all_loops<TypeParam>())
    for (Index width = 0; width <= 70; ++width)
      for (const bool weighted : {false, true}) {
        const std::vector<double> block = random_values<double>(rows * width + 1, 9);
        std::vector<double> sums(static_cast<std::size_t>(width) + 1, 5);
        set->multiply_row(row_columns.data(), values.data(), 4, weighted ? weight.data() : nullptr, block.data(), width,
                          sums.data());
        for (Index c = 0; c < width; ++c) {
          double sum = 0;
          for (Index e = 0; e < 4; ++e)
            sum += double{values[e]} * (weighted ? weight[row_columns[e]] : 1) * block[row_columns[e] * width + c];
          ASSERT_NEAR(sums[c], sum, 8 * std::numeric_limits<double>::epsilon());
        }
        ASSERT_EQ(sums[width], 5);
      }
}

/// The loop for rows of a Laplacian and blocks of B.
template <class B, class T>
auto laplacian_loop(const Loops<T>& loop) {
  if constexpr (std::is_same_v<B, float>)
    return loop.laplacian_row_float;
  else
    return loop.laplacian_row;
}

template <class B, class T>
void expect_laplacian_rows(const Loops<T>& loop) {
  constexpr Index rows = 11;
  const std::vector<std::int32_t> columns{0, 3, 4, 10};
  const std::vector<T> values = random_values<T>(4, 7);
  for (Index width = 0; width <= 70; ++width) {
    const std::vector<B> block = random_values<B>(rows * width + 1, 9);
    const B* own = block.data() + 4 * width;
    std::vector<B> sums(static_cast<std::size_t>(width) + 1, B{5});
    laplacian_loop<B>(loop)(columns.data(), values.data(), 4, block.data(), own, width, sums.data());
    for (Index c = 0; c < width; ++c) {
      double sum = 0;
      for (Index e = 0; e < 4; ++e)
        sum += double{values[e]} * (double{own[c]} - double{block[columns[e] * width + c]});
      ASSERT_NEAR(sums[c], sum, 16 * double{std::numeric_limits<B>::epsilon()});
    }
    ASSERT_EQ(sums[width], B{5});
  }
}

TYPED_TEST(LoopsTest, MultipliesARowOfALaplacianWithBlocksOfAnyWidth) {
  for (const auto* set : all_loops<TypeParam>()) {
    expect_laplacian_rows<double>(*set);
    expect_laplacian_rows<float>(*set);
  }
}

TEST(Loops, RefuseInstructionsThatThisProcessorLacks) {
  if (widest_instructions() == Instructions::x86_64_v4) GTEST_SKIP() << "this processor has them all";
  EXPECT_THROW((void)loops<float>({.instructions = Instructions::x86_64_v4}), Error);
}

}  // namespace
}  // namespace codimap
