// The HEADER and the TEXT segments of FCS files.
#include <gtest/gtest.h>

#include "io/fcs/text.hpp"
#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

class FcsTexts : public FcsScratch {
 protected:
  void expect_refusal_of_bytes(const std::string& bytes, const std::vector<std::string>& words) {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(read_table(file("x.fcs", bytes))); });
  }
};

TEST_F(FcsTexts, DoubledDelimitersAreOnesInValuesAndEmptyValuesAfterKeywords) {
  const FcsKeywords keywords = parse_fcs_keywords("/A/x//y/B//c///z//w/D////E/1/", 0, "x.fcs");
  EXPECT_EQ(keywords, (FcsKeywords{{"A", "x/y"}, {"B", ""}, {"C", "/z/w"}, {"D", "/"}, {"E", "1"}}));
}

TEST_F(FcsTexts, AMissingLastDelimiterAndBlanksAfterItAreFine) {
  const FcsKeywords expected{{"A", "1"}, {"B", "2"}};
  EXPECT_EQ(parse_fcs_keywords("|A|1|B|2", 0, "x.fcs"), expected);
  EXPECT_EQ(parse_fcs_keywords("|A|1|B|2|", 0, "x.fcs"), expected);
  EXPECT_EQ(parse_fcs_keywords(std::string("|A|1|B|2|  \r\n\0", 14), 0, "x.fcs"), expected);
  EXPECT_EQ(parse_fcs_keywords("|A|1|B||", 0, "x.fcs"), (FcsKeywords{{"A", "1"}, {"B", ""}}));
  EXPECT_EQ(parse_fcs_keywords("|", 0, "x.fcs"), FcsKeywords{});
}

TEST_F(FcsTexts, AKeywordWithoutAValueIsRefused) {
  expect_error(ErrorKind::bad_file, {"x.fcs: byte 105", "'B'", "no value"},
               [] { static_cast<void>(parse_fcs_keywords("|A|1|B", 100, "x.fcs")); });
}

TEST_F(FcsTexts, AKeywordWithTwoValuesIsRefused) {
  const auto parse = [](const char* segment) { return parse_fcs_keywords(segment, 0, "x.fcs"); };
  expect_error(ErrorKind::bad_file, {"$TOT", "'2' here and '1' before"},
               [&] { static_cast<void>(parse("|$TOT|1|$tot|2|")); });
  EXPECT_EQ(parse("|$TOT|1|$TOT| 1|"), (FcsKeywords{{"$TOT", "1"}}));
  EXPECT_EQ(parse("|note|1|note|2|"), (FcsKeywords{{"NOTE", "1"}}));
}

TEST_F(FcsTexts, KeywordsInSmallLettersAndAnyDelimiterAreRead) {
  for (const char delimiter : {'\\', '\f', '|', '\x1e', ','}) {
    MadeFcs made = MadeFcs("I", "1", 1).channel("a", "8", "256").with("x");
    made.delimiter = delimiter;
    for (auto& [key, value] : made.keywords) {
      std::ranges::transform(key, key.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
      if (delimiter == ',') std::erase(value, ',');
    }
    std::erase_if(made.keywords, [](const auto& keyword) { return keyword.first == "$p1e"; });
    EXPECT_EQ(values(made), Values{'x'}) << static_cast<int>(delimiter);
  }
}

TEST_F(FcsTexts, EmptyKeywordsDoNotShiftTheOthers) {
  MadeFcs made = floats();
  made.keywords.insert(made.keywords.begin(), {{"$COM", ""}, {"$P1S", ""}, {"$OP", ""}});
  EXPECT_EQ(values(made), (Values{1, 2, 3, 4}));
  EXPECT_EQ(read(made).column_names, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(read(floats().set("$P1S", "a//b")).column_names[0], "a/b");
}

TEST_F(FcsTexts, EveryVersionIsRead) {
  for (const char* version : {"FCS2.0", "FCS3.0", "FCS3.1", "FCS3.2"}) {
    MadeFcs made = floats();
    made.version = version;
    EXPECT_EQ(values(made), (Values{1, 2, 3, 4}));
  }
  MadeFcs made = floats();
  made.version = "FCS1.0";
  expect_refusal(made, {"FCS version '1.0'", "2.0, 3.0, 3.1 and 3.2"});
  made.version = "FCS3.9";
  expect_refusal(made, {"FCS version '3.9'"});
}

TEST_F(FcsTexts, AHeaderThatIsNoneIsRefused) {
  expect_refusal_of_bytes("oi21j08cn\n", {"is not an FCS file"});
  expect_refusal_of_bytes("", {"is not an FCS file"});
  expect_refusal_of_bytes("FCS3.0    ", {"has 10 bytes", "incomplete"});
  std::string bytes = floats().bytes();
  bytes.replace(10, 8, "   -1   ");
  expect_refusal_of_bytes(bytes, {"byte 10", "'-1' is no offset"});
  bytes.replace(10, 8, "      0 ");
  expect_refusal_of_bytes(bytes, {"TEXT segment should be bytes 0 to"});
  bytes.replace(10, 16, "      5899999999");
  expect_refusal_of_bytes(bytes, {"TEXT segment should be bytes 58 to 99999999", std::to_string(bytes.size())});
  bytes.replace(10, 16, "     100      58");
  expect_refusal_of_bytes(bytes, {"TEXT segment should be bytes 100 to 58"});
  bytes.replace(26, 8, "what?   ");
  expect_refusal_of_bytes(bytes, {"byte 26", "'what?'"});
}

TEST_F(FcsTexts, BlankOffsetsAreNone) {
  std::string bytes = floats().bytes();
  bytes.replace(26, 32, std::string(32, ' '));
  EXPECT_EQ(read_table(file("x.fcs", bytes)).rows(), 2);
}

TEST_F(FcsTexts, TheSupplementAddsKeywordsAndOverridesNone) {
  MadeFcs made = floats().set("$BEGINSTEXT", "0000").set("$ENDSTEXT", "0000");
  const int begin = made.data_begin() + 16;
  made.after_data = "/$P2S/second/$P1N/other/";
  made.set("$BEGINSTEXT", text("{:04}", begin)).set("$ENDSTEXT", text("{:04}", begin + 23));
  EXPECT_EQ(read(made).column_names, (std::vector<std::string>{"A", "second"}));
  made.after_data = "PK binary of some kind..";
  EXPECT_TRUE(has_note(read(made), "the supplemental TEXT at byte"));
  made.after_data = "/$P2S/";
  expect_refusal(made, {"supplemental TEXT should end at byte", "incomplete"});
}

TEST_F(FcsTexts, KnownByItsFirstBytesWhateverTheName) {
  EXPECT_EQ(read_table(file("cells.bin", floats().bytes())).rows(), 2);
  EXPECT_EQ(read_table(file("cells.LMD", floats().bytes())).rows(), 2);
  expect_error(ErrorKind::bad_file, {"is not an FCS file"},
               [&] { static_cast<void>(read_table(file("x.lmd", "1,2\n3,4\n"))); });
}

}  // namespace
}  // namespace codimap
