// The channels of FCS files: their names, and which are left out unless asked for.
#include <gtest/gtest.h>

#include "io/fcs/channels.hpp"
#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

using Names = std::vector<std::string>;

class FcsChannels : public FcsScratch {
 protected:
  /// One event of bytes, 1, 2, 3, …
  static MadeFcs named(const std::vector<std::pair<std::string, std::string>>& names) {
    MadeFcs made("I", "1,2,3,4", 1);
    for (const auto& [detector, name] : names) {
      made.channel(detector, "8", "256", name);
      made.data += static_cast<char>(made.data.size() + 1);
    }
    return made;
  }
};

const std::vector<std::pair<std::string, std::string>> panel = {{"Time", ""},       {"Event_length", ""},
                                                                {"Nd145Di", "CD4"}, {"Ir191Di", "DNA1"},
                                                                {"FSC-A", ""},      {"Pt195Di", "cisplatin"}};

TEST_F(FcsChannels, HaveTheNamesPeopleGaveThemElseThoseOfDetectors) {
  EXPECT_EQ(read(named({{"FL1", "CD4"}, {"FL2", ""}, {"FL3", "  "}})).column_names, (Names{"CD4", "FL2", "FL3"}));
  EXPECT_EQ(read(named({{"FL1", ""}, {"", ""}})).column_names, (Names{"FL1", "P2"}));
}

TEST_F(FcsChannels, AreSelectedByEitherName) {
  const MadeFcs made = named({{"FL1", "CD4"}, {"FL2", "FL1 note"}, {"FL3", ""}});
  EXPECT_EQ(values(made, {.columns = {"FL1"}}), Values{1});
  EXPECT_EQ(values(made, {.columns = {"CD4", "FL3"}}), (Values{1, 3}));
  EXPECT_EQ(values(made, {.columns = {"FL?"}}), (Values{1, 2, 3}));
  EXPECT_EQ(values(made, {.exclude = {"FL2"}}), (Values{1, 3}));
  EXPECT_EQ(read(made, {.columns = {"FL1"}}).column_names, Names{"CD4"});
  // A first name goes before a second one.
  EXPECT_EQ(values(named({{"X", "CD4"}, {"Y", "X"}}), {.columns = {"X"}}), Values{2});
  expect_refusal(made, {"no column 'CD8'", "'CD4'"}, {.columns = {"CD8"}}, ErrorKind::bad_option);
}

TEST_F(FcsChannels, OfOneNameAreToldApartByNumber) {
  const MadeFcs made = named({{"FL1", "GFP"}, {"FL2", "GFP"}});
  EXPECT_EQ(values(made), (Values{1, 2}));
  expect_refusal(made, {"2 columns are called 'GFP'", "number"}, {.columns = {"GFP"}}, ErrorKind::bad_option);
  EXPECT_EQ(values(made, {.columns = {"FL2"}}), Values{2});
  const MadeFcs twice = named({{"FL", "a"}, {"FL", "b"}});
  expect_refusal(twice, {"2 columns are called 'FL'"}, {.columns = {"FL"}}, ErrorKind::bad_option);
}

TEST_F(FcsChannels, ThatDescribeTheRunAreLeftOutUnlessAskedFor) {
  const Table table = read(named(panel));
  EXPECT_EQ(table.column_names, (Names{"CD4", "FSC-A", "cisplatin"}));
  EXPECT_TRUE(has_note(table, "columns used: CD4, FSC-A, cisplatin"));
  EXPECT_TRUE(has_note(table, ": Time, Event_length, DNA1; --columns takes them"));
  EXPECT_TRUE(has_note(table, "seldom wanted in a map: cisplatin; --exclude"));
  EXPECT_EQ(values(named(panel), {.columns = {"Time", "CD4"}}), (Values{1, 3}));
  EXPECT_EQ(values(named(panel), {.columns = {"*"}}), (Values{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(named(panel), {.exclude = {"cisplatin"}}), (Values{3, 5}));
  EXPECT_TRUE(read(named(panel), {.columns = {"CD4"}}).notes.empty());
  expect_refusal(named({{"Time", ""}}), {"no column of numbers is left"}, {}, ErrorKind::bad_option);
}

TEST_F(FcsChannels, HaveRolesByTheHabitsOfNaming) {
  const auto role = [](const std::string& name) { return fcs_role({.name = name, .detector = "FL1"}); };
  for (const char* name :
       {"Time", "TIME", "time", "HDR-T", "Time (10.24 sec.)", "Event_length", "EventLength", "Cell_length", "Event #",
        "DNA1", "DNA-2", "191Ir_DNA1", "Ir193Di", "empty_Ir191", "bead1", "EQ Beads", "beadst_beadDist"}) {
    EXPECT_EQ(role(name), FcsRole::run) << name;
  }
  for (const char* name : {"cisplatin_Pt195", "Viability", "BC1_Pd102", "Pd104Di_empty Pd104", "Live/Dead", "Center",
                           "Offset", "Width", "Residual", "Zombie NIR", "barcode 3"}) {
    EXPECT_EQ(role(name), FcsRole::aside) << name;
  }
  for (const char* name : {"CD4", "FSC-A", "SSC-Width", "TIM-3", "DNAM-1", "PD-1", "PD-L1_Tb159", "CD191", "pS6", "FL1",
                           "HLA-DR", "", "é"}) {
    EXPECT_EQ(role(name), FcsRole::marker) << name;
  }
  EXPECT_EQ(fcs_role({.name = "marker", .detector = "Time"}), FcsRole::run);
}

TEST_F(FcsChannels, NamesThatAreNotUtf8AreTakenForLatin1) {
  EXPECT_EQ(read(named({{"FL1", "TGF\xdf"}, {"FL2", "TGFβ"}})).column_names, (Names{"TGFß", "TGFβ"}));
}

TEST_F(FcsChannels, StandInTheSummary) {
  MadeFcs made = named(panel);
  made.set("$P3E", "4,1").set("$NEXTDATA", "9999").set("SPILL", "1,Nd145Di,1");
  const FileSummary summary = describe_file(file("cells.fcs", made.bytes()));
  const auto fact = [&](const std::string& name) {
    for (const auto& [key, value] : summary.facts) {
      if (key == name) return value;
    }
    return std::string("missing");
  };
  EXPECT_EQ(summary.format, "fcs");
  EXPECT_EQ(fact("version"), "3.1");
  EXPECT_EQ(fact("events"), "1");
  EXPECT_EQ(fact("channels"), "6");
  EXPECT_EQ(fact("channel names"), "Time, Event_length, CD4 (Nd145Di), DNA1 (Ir191Di), FSC-A, cisplatin (Pt195Di)");
  EXPECT_EQ(fact("used by embed"), "CD4, FSC-A, cisplatin");
  EXPECT_EQ(fact("left out unless asked"), "Time, Event_length, DNA1");
  EXPECT_EQ(fact("type"), "6 × integer 8");
  EXPECT_EQ(fact("byte order"), "1,2,3,4");
  EXPECT_EQ(fact("stored as logarithms"), "CD4");
  EXPECT_EQ(fact("spillover"), "SPILL, 1 channels");
  EXPECT_EQ(fact("further data sets"), "a further data set begins at byte 9999; only the first is read");
  EXPECT_EQ(fact("values not finite"), "0");
}

}  // namespace
}  // namespace codimap
