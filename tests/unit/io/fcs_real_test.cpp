// Real FCS files, against what other readers make of them; tests/data/fcs/README.md says which.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "unit/io/fcs_scratch.hpp"

namespace codimap {
namespace {

std::filesystem::path data_file(const std::string& name) {
  return std::filesystem::path(CODIMAP_TEST_DATA) / "fcs" / name;
}

Values values_of(const Table& table) {
  Values result;
  table.points().visit([&](const auto& matrix) { result.assign(matrix.data(), matrix.data() + matrix.size()); });
  return result;
}

/// Changes with every bit of a float and with the order of values.
std::uint64_t checksum(const Table& table) {
  std::uint64_t sum = 0;
  std::uint64_t i = 0;
  for (const double value : values_of(table)) sum += (std::bit_cast<std::uint64_t>(value) >> 13) * (i++ % 97 + 1);
  return sum;
}

struct RealFile {
  std::string name;
  Index events;
  Index channels;
  std::uint64_t checksum;
};

TEST(RealFcs, HoldsWhatOtherReadersFindInIt) {
  for (const RealFile& real : {RealFile{"variable_int.fcs.gz", 2, 26, 0xaea2e1f913c0000},
                               {"start_discrepancy.fcs.gz", 2, 26, 0xaea2e1f913c0000},
                               {"accuri.fcs.gz", 1589, 14, 0xb20272df8cdf0000},
                               {"calibur.fcs.gz", 13367, 8, 0xfc2301cd80000000},
                               {"cyflow_cube_8.fcs.gz", 725, 10, 0xc34641bb74800000},
                               {"healthy1_basal.fcs.gz", 100, 52, 0x8a9df710f41e0000}}) {
    const Table table = read_table(data_file(real.name), {.columns = {"*"}});
    EXPECT_EQ(table.rows(), real.events) << real.name;
    EXPECT_EQ(table.cols(), real.channels) << real.name;
    EXPECT_EQ(checksum(table), real.checksum) << real.name;
  }
}

TEST(RealFcs, OfMassCytometryLeavesOutWhatIsNoMarker) {
  const Table table = read_table(data_file("healthy1_basal.fcs.gz"));
  EXPECT_EQ(table.cols(), 48);
  EXPECT_TRUE(has_note(table, "Time, Cell_length, DNA1_Ir191, DNA2_Ir193; --columns takes them"));
  EXPECT_TRUE(has_note(table, "BC6_Pd110, viability_Pt195; --exclude"));
  EXPECT_EQ(values_of(read_table(data_file("healthy1_basal.fcs.gz"), {.columns = {"Time"}}))[1], 5409775);
}

TEST(RealFcs, OfACaliburIsTakenBackToTheLinearScale) {
  const Values linear = values_of(read_table(data_file("calibur.fcs.gz"), {.columns = {"*"}, .linearize = true}));
  const Values second_event = {19.07356948228883, 5.375, 36.51741272548377, 1,
                               170.0077618822873, 0,     4.293510210083482, 0};
  double sum = 0;
  for (const double value : linear) sum += value;
  EXPECT_NEAR(sum, 3152700.262443705, 1e-4);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(linear[8 + i], second_event[i], 1e-12 * second_event[i]);
}

TEST(RealFcs, OfAnAccuriIsCompensated) {
  const Values second_event = {
      19594, 6388, 0.8996617101079579, -0.24928597961415186, 94.03778392544302, 302.12024174161985,
      28416, 7753, 5.637274536612079,  10.193936389658116,   85.26632239163396, 147.82557543423638,
      40,    2490};
  const Values found = values_of(read_table(data_file("accuri.fcs.gz"), {.columns = {"*"}, .compensate = true}));
  for (std::size_t i = 0; i < 14; ++i) EXPECT_NEAR(found[14 + i], second_event[i], 1e-11 * std::abs(second_event[i]));
  // Channels are left out of what is read, not of what is compensated.
  const Values one = values_of(read_table(data_file("accuri.fcs.gz"), {.columns = {"PE-A"}, .compensate = true}));
  EXPECT_EQ(one[1], found[14 + 3]);
}

TEST(RealFcs, SaysWhereASupplementIsNone) {
  const Table table = read_table(data_file("cyflow_cube_8.fcs.gz"));
  EXPECT_TRUE(has_note(table, "the supplemental TEXT at byte 16681 is not in the form of keywords"));
}

}  // namespace
}  // namespace codimap
