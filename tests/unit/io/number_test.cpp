// Numbers as people write them.
#include "io/number.hpp"

#include <gtest/gtest.h>

namespace codimap {
namespace {

TEST(Number, AcceptsSignsBlanksAndExponents) {
  EXPECT_EQ(parse_number("1.5").value, 1.5);
  EXPECT_EQ(parse_number(" +1.5e2\t").value, 150);
  EXPECT_EQ(parse_number("-.5").value, -0.5);
  EXPECT_EQ(parse_number("-.5").kind, NumberKind::finite);
}

TEST(Number, CallsEmptyNanAndInfiniteSpellingsNotFinite) {
  for (const char* cell : {"", "  ", "nan", "NaN", "-nan", "inf", "+Inf", "-Infinity", "NA", "n/a", "NULL"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::not_finite) << cell;
    EXPECT_FALSE(std::isfinite(parse_number(cell).value)) << cell;
  }
}

TEST(Number, TellsOverflowFromUnderflow) {
  EXPECT_EQ(parse_number("1e999").kind, NumberKind::out_of_range);
  EXPECT_EQ(parse_number("-1e309").kind, NumberKind::out_of_range);
  EXPECT_EQ(parse_number("5e-324").value, 5e-324);
  EXPECT_EQ(parse_number("1e-400").kind, NumberKind::finite);
  EXPECT_EQ(parse_number("1e-400").value, 0);
}

TEST(Number, CallsEverythingElseWords) {
  for (const char* cell : {"abc", "1.2.3", "1 2", "0x10", "+-1", "+", "-", "1,5", "12abc", "e5"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::words) << cell;
  }
}

TEST(Number, KnowsADecimalComma) {
  EXPECT_TRUE(has_decimal_comma("1,5"));
  EXPECT_TRUE(has_decimal_comma("-0,25e3"));
  for (const char* cell : {"1.5", "1,", "a,5", "1,5,2", "1,-5"}) EXPECT_FALSE(has_decimal_comma(cell)) << cell;
}

TEST(Number, KnowsWhatAFloatHolds) {
  EXPECT_TRUE(fits<float>(3e38));
  EXPECT_FALSE(fits<float>(1e39));
  EXPECT_TRUE(fits<double>(1e39));
}

}  // namespace
}  // namespace codimap
