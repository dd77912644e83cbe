// Where the data of an FCS file lie: HEADER and TEXT, right, wrong and missing.
#include <gtest/gtest.h>

#include "io/fcs/layout.hpp"
#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

using FcsOffsets = FcsScratch;

const Values one_to_four = {1, 2, 3, 4};

TEST_F(FcsOffsets, EitherHeaderOrTextIsEnough) {
  MadeFcs made = floats();
  made.offsets_in_header = false;  // as in files of more than 99,999,999 bytes
  EXPECT_EQ(values(made), one_to_four);
  made.offsets_in_text = false;
  expect_refusal(made, {"neither HEADER nor TEXT says where the data begin"});
  made.offsets_in_header = true;
  EXPECT_EQ(values(made), one_to_four);
}

TEST_F(FcsOffsets, TheOneThatFitsTheNumberOfEventsIsTaken) {
  for (int MadeFcs::*const offset :
       {&MadeFcs::header_begin, &MadeFcs::header_last, &MadeFcs::text_begin, &MadeFcs::text_last}) {
    for (const int off : {-100, -1, 1, 7}) {
      MadeFcs made = floats();
      made.after_data = "00000000";
      made.*offset = off;
      EXPECT_EQ(values(made), one_to_four) << "off by " << off;
    }
  }
  MadeFcs made = floats();
  made.header_last = -1;  // too short an end, and one too far
  made.text_last = 1;
  EXPECT_EQ(values(made), one_to_four);
}

TEST_F(FcsOffsets, AnEndThatCountsTheByteAfterTheLastIsFine) {
  MadeFcs made = floats();
  made.header_last = made.text_last = 1;
  EXPECT_EQ(values(made), one_to_four);  // even where the file ends before that byte
  made.header_last = made.text_last = 7;
  made.after_data = "       ";
  EXPECT_EQ(values(made), one_to_four);  // less than an event of padding
}

TEST_F(FcsOffsets, AnEndAtTheBeginningIsNoEnd) {
  MadeFcs made = floats();
  made.offsets_in_header = false;
  made.text_last = -15;
  EXPECT_EQ(values(made), one_to_four);
  expect_refusal(made.set("$TOT", "3"), {"3 events of 8 bytes", "not complete"});
}

TEST_F(FcsOffsets, TwoBeginningsThatFitAlikeAreRefused) {
  MadeFcs made = floats();
  made.after_data = "00000000";
  made.text_begin = made.text_last = 1;
  expect_refusal(made, {"HEADER puts the data at byte", "TEXT at byte", "2 events"});
}

TEST_F(FcsOffsets, DataThatBreakOffAreRefusedWithTheNumbers) {
  MadeFcs made = floats();
  const std::string bytes = made.bytes();
  const std::string cut = bytes.substr(0, bytes.size() - 1);
  expect_error(
      ErrorKind::bad_file,
      {"declares 2 events of 8 bytes", std::to_string(made.data_begin()), std::to_string(cut.size()), "not complete"},
      [&] { static_cast<void>(read_table(file("cut.fcs", cut))); });
}

TEST_F(FcsOffsets, ATotalThatIsNotThatOfTheDataIsRefused) {
  expect_refusal(floats().set("$TOT", "1"), {"1 events of 8 bytes", "DATA segment is bytes", "one of them is wrong"});
  expect_refusal(floats().set("$TOT", "0"), {"$TOT is 0", "no events"});
  expect_refusal(floats().set("$TOT", "-2"), {"$TOT is '-2'", "whole number"});
  expect_refusal(floats().set("$TOT", "two"), {"$TOT is 'two'"});
  expect_refusal(floats().set("$TOT", "9223372036854775807"), {"9223372036854775807 events", "not complete"});
  expect_refusal(floats().set("$TOT", "99999999999999999999"), {"$TOT is '99999999999999999999'"});
}

TEST_F(FcsOffsets, WithoutATotalTheDataTell) {
  MadeFcs made = floats().remove("$TOT");
  made.version = "FCS2.0";
  EXPECT_EQ(values(made), one_to_four);
  made.header_last = made.text_last = 1;
  EXPECT_EQ(values(made), one_to_four);
  made.header_last = made.text_last = -3;
  expect_refusal(made, {"no $TOT", "no whole number of events of 8 bytes"});
}

TEST_F(FcsOffsets, AnImpossibleNumberOfChannelsIsRefused) {
  expect_refusal(floats().set("$PAR", "0"), {"$PAR declares 0 channels"});
  expect_refusal(floats().set("$PAR", "-1"), {"$PAR is '-1'"});
  expect_refusal(floats().set("$PAR", "1000000000"), {"$PAR declares 1000000000 channels", "keywords"});
  expect_refusal(floats().set("$PAR", "3"), {"has no $P3B"});
  expect_refusal(floats().remove("$PAR"), {"has no $PAR"});
}

TEST_F(FcsOffsets, OffsetsBeyondTheFileOrWithinTheTextAreRefused) {
  MadeFcs made = floats();
  made.offsets_in_header = false;
  made.text_begin = made.text_last = 1'000'000;
  expect_refusal(made, {"not complete"});
  made.text_begin = made.text_last = -20;
  expect_refusal(made, {"one of them is wrong"});
  made.set("$BEGINDATA", "9223372036854775807").set("$ENDDATA", "9223372036854775807");
  made.offsets_in_text = false;
  expect_refusal(made, {"not complete"});
}

TEST_F(FcsOffsets, OneByteOfDataIsRead) {
  EXPECT_EQ(values(MadeFcs("I", "1,2,3,4", 1).channel("A", "8", "256").with("a")), Values{'a'});
}

TEST_F(FcsOffsets, FurtherDataSetsAreAnnounced) {
  MadeFcs made = floats().set("$NEXTDATA", "4096");
  made.after_data = "FCS3.1 and so on";
  const Table table = read(made);
  EXPECT_EQ(table.rows(), 2);
  EXPECT_TRUE(has_note(table, "a further data set begins at byte 4096; only the first is read"));
  EXPECT_FALSE(has_note(read(floats()), "further data set"));
}

}  // namespace
}  // namespace codimap
