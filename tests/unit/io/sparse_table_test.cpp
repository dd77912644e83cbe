// Sparse tables: turned, narrowed, and rid of rows that are not finite.
#include "io/sparse_table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "io/nonfinite.hpp"
#include "unit/errors.hpp"

namespace codimap {
namespace {

// 1 0 2
// 0 0 3
SparseRows two_rows() { return {.cols = 3, .offsets = {0, 2, 3}, .columns = {0, 2, 2}, .values = {1, 2, 3}}; }

TEST(SparseTable, IsTurned) {
  const SparseRows turned = transposed(two_rows());
  EXPECT_EQ(turned.cols, 2);
  EXPECT_EQ(turned.offsets, (std::vector<Index>{0, 1, 1, 3}));
  EXPECT_EQ(turned.columns, (std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_EQ(turned.values, (std::vector<double>{1, 2, 3}));
}

TEST(SparseTable, KeepsTheColumnsAskedForInTheirOrder) {
  const SparseRows narrow = with_columns(two_rows(), std::vector<Index>{2, 0});
  EXPECT_EQ(narrow.cols, 2);
  EXPECT_EQ(narrow.offsets, (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(narrow.columns, (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(narrow.values, (std::vector<double>{2, 1, 3}));
}

TEST(SparseTable, LosesRowsThatAreNotFiniteOnlyWhenAsked) {
  SparseRows values = two_rows();
  values.values[1] = std::numeric_limits<double>::quiet_NaN();
  Table table;
  table.values = values;
  const PlaceWords place{
      ": ", [](Index row, Index column) { return std::to_string(row + 1) + "/" + std::to_string(column + 1); }};
  expect_error(ErrorKind::bad_data, "t: 1/3: 1 value is empty, NaN or infinite",
               [&] { settle_nonfinite(table, false, "t", place); });
  settle_nonfinite(table, true, "t", place);
  EXPECT_EQ(table.kept_rows, std::vector<Index>{1});
  EXPECT_EQ(table.rows(), 1);
  EXPECT_EQ(std::get<SparseRows>(table.values).values, std::vector<double>{3});
}

}  // namespace
}  // namespace codimap
