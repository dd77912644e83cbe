// FCS data: every type, width and byte order.
#include <gtest/gtest.h>

#include <limits>

#include "io/fcs/values.hpp"
#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

using FcsValues = FcsScratch;

const Values one_to_four = {1, 2, 3, 4};

TEST_F(FcsValues, FloatsComeAsTheyAreInBothByteOrders) {
  EXPECT_EQ(values(floats()), one_to_four);
  EXPECT_EQ(read(floats()).values.index(), 0U);
  EXPECT_EQ(values(floats().set("$BYTEORD", "4,3,2,1").with(as_bytes<float>({1, 2, 3, 4}, true))), one_to_four);
}

TEST_F(FcsValues, DoublesComeAsDoublesUnlessFloatIsAskedFor) {
  auto made = MadeFcs("D", "1,2,3,4", 2)
                  .channel("A", "64", "10")
                  .channel("B", "64", "10")
                  .with(as_bytes<double>({1, 2, 3, 0.1}));
  EXPECT_EQ(values(made), (Values{1, 2, 3, 0.1}));
  EXPECT_EQ(values(made, {.single = true}), (Values{1, 2, 3, 0.1F}));
  made.set("$BYTEORD", "8,7,6,5,4,3,2,1").with(as_bytes<double>({1, 2, 3, 4}, true));
  EXPECT_EQ(values(made), one_to_four);
  made.with(as_bytes<double>({1, 2, 3, 1e300}, true));
  expect_refusal(made, {"event 2 channel 2 ('B')", "out of range of float", "--precision double"}, {.single = true});
}

TEST_F(FcsValues, IntegersOfEveryWidthAndMixedWidthsAreRead) {
  const std::vector<std::string> ranges = {"256", "65536", "16777216", "4294967296"};
  for (const bool big : {false, true}) {
    MadeFcs made("I", big ? "4,3,2,1" : "1,2,3,4", 2);
    std::string event;
    for (int bytes = 1; bytes <= 8; ++bytes) {
      made.channel("W" + std::to_string(bytes), std::to_string(8 * bytes),
                   bytes <= 4 ? ranges[static_cast<std::size_t>(bytes - 1)] : "4503599627370496");
      std::string value(static_cast<std::size_t>(bytes), '\0');
      value[0] = '\x7b';
      if (bytes > 1) value[1] = '\x01';
      if (big) std::ranges::reverse(value);
      event += value;
    }
    const Values row = {0x7b, 0x17b, 0x17b, 0x17b, 0x17b, 0x17b, 0x17b, 0x17b};
    Values expected = row;
    expected.insert(expected.end(), row.begin(), row.end());
    EXPECT_EQ(values(made.with(event + event)), expected) << "big-endian: " << big;
  }
}

TEST_F(FcsValues, OnlyTheBitsOfTheRangeCount) {
  auto made = MadeFcs("I", "1,2", 1)
                  .channel("A", "16", "1024")
                  .channel("B", "16", "1000")
                  .channel("C", "16", "1025")
                  .channel("D", "16", "65536")
                  .channel("E", "16", "0")
                  .channel("F", "16", "4294967296")
                  .channel("G", "16", "262143.0")
                  .with(std::string(14, '\xff'));
  EXPECT_EQ(values(made), (Values{1023, 1023, 2047, 65535, 65535, 65535, 65535}));
  expect_refusal(made.set("$P2R", "wide"), {"$P2R", "'wide'", "range"});
  expect_refusal(made.set("$P2R", "-5"), {"$P2R", "'-5'"});
  expect_refusal(made.remove("$P2R"), {"has no $P2R"});
}

TEST_F(FcsValues, MixedByteOrdersAreRead) {
  auto made = MadeFcs("I", "3,4,1,2", 1).channel("A", "32", "4294967296").with("\x02\x01\x04\x03");
  EXPECT_EQ(values(made), (Values{0x01020304}));
  EXPECT_EQ(values(made.set("$BYTEORD", "2,1,4,3").with("\x03\x04\x01\x02")), (Values{0x01020304}));
  // A 16-bit value beside it has the order within the words of two bytes.
  made = MadeFcs("I", "3,4,1,2", 1).channel("A", "16", "65536").channel("B", "8", "256").with("\x02\x01\x07");
  EXPECT_EQ(values(made), (Values{0x0102, 7}));
  EXPECT_EQ(values(made.set("$BYTEORD", "2,1,4,3")), (Values{0x0201, 7}));
  made = MadeFcs("I", "3,4,1,2", 1).channel("A", "24", "65536").with("abc");
  expect_refusal(made, {"$BYTEORD is '3,4,1,2'", "3 bytes", "channel 1 ('A')"});
  for (const char* order : {"1,2,2,4", "1,2,3,5", "0,1", "1,x", "1,2,3,4,5,6,7,8,9", ","}) {
    expect_refusal(made.set("$BYTEORD", order), {"$BYTEORD is", "1,2,3,4"});
  }
  expect_refusal(made.remove("$BYTEORD"), {"has no $BYTEORD"});
}

TEST_F(FcsValues, WidthsThatAreNoWholeBytesAreRefused) {
  for (const char* bits : {"10", "0", "72", "1000000"}) {
    auto made = MadeFcs("I", "1,2,3,4", 1).channel("A", bits, "1024").with(std::string(2, 'a'));
    expect_refusal(made, {"channel 1 ('A')", bits, "whole bytes"});
  }
  expect_refusal(floats().set("$P2B", "64"), {"channel 2 ('B')", "64 bits", "$DATATYPE F needs 32"});
  expect_refusal(floats().set("$P2B", "-32"), {"$P2B is '-32'", "whole number"});
  expect_refusal(floats().set("$P2B", "*"), {"$P2B is '*'"});
  expect_refusal(floats().set("$DATATYPE", "X"), {"$DATATYPE is 'X'", "I, F, D and A"});
  expect_refusal(floats().set("$MODE", "C"), {"$MODE is 'C'", "list mode"});
}

TEST_F(FcsValues, WholeNumbersThatNoDoubleHoldsAreRefused) {
  auto made = MadeFcs("I", "1,2,3,4", 1).channel("A", "64", "18446744073709551616").with(std::string(8, '\xff'));
  expect_refusal(made, {"event 1 channel 1", "2^53"});
}

TEST_F(FcsValues, AsciiOfFixedWidthIsRead) {
  auto made = MadeFcs("A", "1,2,3,4", 2).channel("A", "3", "1000").channel("B", "2", "100").with("  112003 4");
  EXPECT_EQ(values(made), (Values{1, 12, 3, 4}));
  EXPECT_EQ(values(made, {.columns = {"B"}}), (Values{12, 4}));
  expect_refusal(made.with("  112003 x"), {"byte " + std::to_string(made.data_begin() + 8), "' x'", "not a number"});
  EXPECT_EQ(values(made.with("  112003 4").remove("$BYTEORD")), (Values{1, 12, 3, 4}));
}

TEST_F(FcsValues, AsciiPartedByDelimitersIsRead) {
  auto made = MadeFcs("A", "1,2,3,4", 2).channel("A", "*", "1000").channel("B", "*", "100").with("1, 2\r\n30\t400 ");
  EXPECT_EQ(values(made), (Values{1, 2, 30, 400}));
  expect_refusal(made.set("$TOT", "3"), {"4 numbers for 2 channels of 3 events"});
  EXPECT_EQ(values(made.remove("$TOT")), (Values{1, 2, 30, 400}));
  expect_refusal(made.with("1 2 3"), {"3 numbers for 2 channels"});
  expect_refusal(made.with("1 2 3 ?"), {"'?' is not a number"});
  expect_refusal(made.set("$P2B", "3"), {"some channels have $PnB *"});
}

TEST_F(FcsValues, TypesOfChannelsMayDifferInFcs32) {
  auto made = MadeFcs("F", "1,2,3,4", 1).channel("A", "32", "10").channel("B", "16", "65536").set("$P2DATATYPE", "I");
  made.version = "FCS3.2";
  EXPECT_EQ(values(made.with(as_bytes<float>({1.5F}) + as_bytes<std::uint16_t>({7}))), (Values{1.5, 7}));
  expect_refusal(made.set("$P2DATATYPE", "A"), {"channel 2", "ASCII"});
}

TEST_F(FcsValues, ColumnsComeInTheOrderAskedFor) {
  EXPECT_EQ(values(floats(), {.columns = {"B", "A"}}), (Values{2, 1, 4, 3}));
  EXPECT_EQ(values(floats(), {.columns = {"2"}}), (Values{2, 4}));
}

TEST_F(FcsValues, ValuesThatAreNotFiniteAreRefusedOrDropped) {
  const auto made = floats().with(as_bytes<float>({1, std::numeric_limits<float>::quiet_NaN(), 3, 4}));
  expect_refusal(made, {"cells.fcs: event 1 channel 2 ('B')", "1 value is", "--drop-nonfinite"}, {},
                 ErrorKind::bad_data);
  const Table table = read(made, {.drop_nonfinite = true});
  EXPECT_EQ(table.rows(), 1);
  EXPECT_EQ(table.kept_rows, std::vector<Index>{1});
}

TEST_F(FcsValues, ManyEventsComeInTheOrderOfTheFile) {
  constexpr int events = 300'000;  // several pieces for several threads
  MadeFcs made("I", "4,3,2,1", events);
  made.channel("A", "24", "16777216").channel("B", "8", "256");
  for (int i = 0; i < events; ++i) {
    made.data +=
        {static_cast<char>(i >> 16), static_cast<char>(i >> 8), static_cast<char>(i), static_cast<char>(i * 7)};
  }
  const Values read_back = values(made);
  for (int i = 0; i < events; ++i) {
    ASSERT_EQ(read_back[static_cast<std::size_t>(2 * i)], i);
    ASSERT_EQ(read_back[static_cast<std::size_t>(2 * i + 1)], i * 7 % 256);
  }
}

}  // namespace
}  // namespace codimap
