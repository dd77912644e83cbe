// Numbers as people write them.
#include "io/number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <random>

namespace codimap {
namespace {

TEST(Number, AcceptsSignsBlanksAndExponents) {
  EXPECT_EQ(parse_number("1.5").value, 1.5);
  EXPECT_EQ(parse_number(" +1.5e2\t").value, 150);
  EXPECT_EQ(parse_number("-.5").value, -0.5);
  EXPECT_EQ(parse_number("-.5").kind, NumberKind::finite);
}

TEST(Number, IsTheNearestDoubleWhicheverWayItIsFound) {
  const auto expect_nearest = [](const std::string& digits) {
    double expected = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), expected);
    ASSERT_EQ(error, std::errc()) << digits;
    double found = expected;
    const char* const next = take_short_number(digits.data(), digits.data() + digits.size(), found);
    EXPECT_TRUE(next == nullptr || next == end) << digits;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found), std::bit_cast<std::uint64_t>(expected)) << digits;
    EXPECT_EQ(parse_number(digits).value, expected) << digits;
  };
  for (const char* digits : {"0",
                             "-0",
                             "-0.0",
                             "00.10",
                             "9007199254740992",
                             "9007199254740993",
                             "9007199254740993e22",
                             "1e22",
                             "1e23",
                             "-1e-22",
                             "1e-23",
                             "0.1e1",
                             "123456789012345678",
                             "1234567890123456789",
                             "12345678901234567890123",
                             "1.5E+3",
                             "1e0001",
                             "0.00000000000000000000001",
                             "0.0000000000000000000000000000000000000000000001",
                             "1.",
                             "1.e3",
                             "4.35",
                             "0.3"})
    expect_nearest(digits);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    std::string digits = std::to_string(static_cast<std::int64_t>(random()) >> (random() % 64));
    if (random() % 2 == 0)
      digits.insert(1 + random() % digits.size(), digits.size() > 1 && digits[0] == '-' ? "0." : ".");
    if (random() % 4 == 0) digits += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
    expect_nearest(digits);
  }
}

TEST(Number, IsTakenFromTheFrontOfMoreWords) {
  const std::string words = "-1.25,7";
  double found = 0;
  EXPECT_EQ(take_short_number(words.data(), words.data() + words.size(), found), words.data() + 5);
  EXPECT_EQ(found, -1.25);
  for (const std::string_view other : {"", "-", ".", ".5", "x", "+1", "1e", "1e+", "inf"})
    EXPECT_EQ(take_short_number(other.data(), other.data() + other.size(), found), nullptr) << other;
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
