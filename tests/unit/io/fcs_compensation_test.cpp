// Compensation and linearisation of FCS data.
#include <gtest/gtest.h>

#include <cmath>

#include "io/fcs/compensation.hpp"
#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

class FcsCorrections : public FcsScratch {
 protected:
  /// Dyes A and B with 10 % of A seen at B and 50 % of B at A; dyes 100, 10 and 0, 20; and a channel beside them.
  static MadeFcs spilled() {
    return MadeFcs("F", "1,2,3,4", 2)
        .channel("A", "32", "10")
        .channel("side", "32", "10")
        .channel("B", "32", "10", "CD4")
        .set("$SPILLOVER", "2,A,B,1,0.1,0.5,1")
        .with(as_bytes<float>({105, 7, 20, 10, 8, 20}));
  }
  void expect_near(const MadeFcs& made, const ReadOptions& options, const Values& expected) {
    const Values found = values(made, options);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-5 * std::abs(expected[i]) + 1e-5);
  }
  void expect_spillover_refused(const std::string& spillover, const std::vector<std::string>& words) {
    expect_refusal(spilled().set("$SPILLOVER", spillover), words, {.compensate = true});
  }
};

const ReadOptions compensated{.compensate = true};
const ReadOptions linear{.linearize = true};

TEST_F(FcsCorrections, TakeOutWhatDyesSpillIntoOtherDetectors) {
  expect_near(spilled(), compensated, {100, 7, 10, 0, 8, 20});
  expect_near(spilled(), {}, {105, 7, 20, 10, 8, 20});
  EXPECT_TRUE(has_note(read(spilled(), compensated), "compensated by $SPILLOVER"));
}

TEST_F(FcsCorrections, NeedDetectorsThatAreNotSelected) {
  expect_near(spilled(), {.columns = {"CD4"}, .compensate = true}, {10, 20});
}

TEST_F(FcsCorrections, FindTheMatrixUnderEveryKeyword) {
  for (const char* keyword : {"SPILL", "spillover", "$Spillover"}) {
    expect_near(spilled().remove("$SPILLOVER").set(keyword, " 2, B,A,1,0.5,0.1 ,1"), compensated,
                {100, 7, 10, 0, 8, 20});
  }
  expect_near(spilled().set("$SPILLOVER", "2,A,CD4,1,0.1,0.5,1"), compensated, {100, 7, 10, 0, 8, 20});
}

TEST_F(FcsCorrections, AreRefusedWithoutAMatrix) {
  const MadeFcs none = spilled().remove("$SPILLOVER");
  expect_refusal(none, {"has no $SPILLOVER or SPILL", "leave --compensate out"}, compensated, ErrorKind::bad_data);
  MadeFcs older = none;
  expect_refusal(older.set("$DFC1TO2", "10"), {"only $COMP or $DFC"}, compensated, ErrorKind::bad_data);
  expect_error(ErrorKind::bad_option, {"--compensate is for FCS files"},
               [&] { static_cast<void>(read_table(file("x.csv", "1,2\n3,4\n"), compensated)); });
  expect_error(ErrorKind::bad_option, {"--linearize is for FCS files"},
               [&] { static_cast<void>(read_table(file("x.csv", "1,2\n3,4\n"), linear)); });
}

TEST_F(FcsCorrections, RefuseADamagedMatrixThatIsAskedFor) {
  expect_spillover_refused("2,A,B,1,0.1,0.5", {"$SPILLOVER has 6 entries for n = 2", "n × n"});
  expect_spillover_refused("2,A,C,1,0.1,0.5,1", {"names 'C', which is no channel"});
  expect_spillover_refused("2,A,A,1,0.1,0.5,1", {"names a channel twice"});
  expect_spillover_refused("2,A,B,1,x,0.5,1", {"holds 'x'"});
  expect_spillover_refused("2,A,B,1,nan,0.5,1", {"holds 'nan'"});
  for (const char* count : {"0", "-1", "1.5", "99", "x", "1e30"}) {
    expect_spillover_refused(std::string(count) + ",A,1", {"is for '" + std::string(count) + "' of 3 channels"});
  }
  expect_spillover_refused("2,A,B,1,0.5,2,1", {"$SPILLOVER cannot be inverted"});
  MadeFcs damaged = spilled().set("$SPILLOVER", "7");
  EXPECT_EQ(values(damaged).size(), 6U);  // nobody asked
  const FileSummary summary = describe_file(file("damaged.fcs", damaged.bytes()));
  EXPECT_NE(std::ranges::find(summary.facts, std::pair<std::string, std::string>{"spillover", "damaged"}),
            summary.facts.end());
}

TEST_F(FcsCorrections, InvertMatricesThatNeedAnotherPivot) {
  FcsSpillover spillover{"SPILL", {0, 1, 2}, Matrix<double>(3, 3)};
  const Values entries = {0, 2, 0, 1, 0, 1, 0, 0, 4};
  std::ranges::copy(entries, spillover.matrix.data());
  const Matrix<double> inverse = fcs_compensation(spillover, "x.fcs");
  EXPECT_EQ(Values(inverse.data(), inverse.data() + 9), (Values{0, 1, -0.25, 0.5, 0, 0, 0, 0, 0.25}));
}

TEST_F(FcsCorrections, UndoLogarithmsAndGains) {
  auto made = MadeFcs("I", "1,2,3,4", 1)
                  .channel("A", "16", "1024")
                  .channel("B", "16", "1024")
                  .channel("C", "16", "1024")
                  .channel("D", "16", "1024")
                  .set("$P1E", "4,1")
                  .set("$P2E", " 2.0,0")
                  .set("$P3G", "8")
                  .set("$P1G", "3")
                  .with(as_bytes<std::uint16_t>({512, 512, 100, 5}));
  expect_near(made, linear, {100, 10, 12.5, 5});
  const Table stored = read(made);
  EXPECT_TRUE(has_note(stored, "used as stored, as logarithms: A, B; --linearize undoes that"));
  EXPECT_EQ(values(made), (Values{512, 512, 100, 5}));
  EXPECT_FALSE(has_note(read(made, linear), "logarithms"));
  expect_refusal(made.set("$P3G", "0"), {"$P3G is '0'", "above 0"}, linear);
  EXPECT_EQ(values(made), (Values{512, 512, 100, 5}));  // nobody asked
  made.set("$P3G", "8");
  for (const char* amplification : {"4", "x,1", "-4,1", "4,-1"}) {
    expect_refusal(made.set("$P4E", amplification), {"$P4E is", "two numbers"}, linear);
  }
}

TEST_F(FcsCorrections, CompensateOnlyWhatIsLinear) {
  auto made = MadeFcs("I", "1,2,3,4", 1)
                  .channel("A", "16", "1024")
                  .channel("B", "16", "1024")
                  .set("$P1E", "4,1")
                  .set("SPILL", "2,A,B,1,0.1,0.5,1")
                  .with(as_bytes<std::uint16_t>({512, 20}));
  expect_refusal(made, {"channel 1 ('A')", "logarithm", "--linearize"}, compensated, ErrorKind::bad_option);
  expect_near(made, {.compensate = true, .linearize = true}, {90 / 0.95, 10 / 0.95});
}

TEST_F(FcsCorrections, RefuseLogarithmsOfFloats) {
  expect_refusal(floats().set("$P1E", "4,1"), {"channel 1 ('A')", "floating-point", "$P1E"}, linear);
  EXPECT_EQ(values(floats().set("$P1E", "4,1")), (Values{1, 2, 3, 4}));
}

}  // namespace
}  // namespace codimap
