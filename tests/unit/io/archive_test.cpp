// The archive that models are saved as.
#include "io/archive.hpp"

#include <gtest/gtest.h>

#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

constexpr std::string_view magic = "CODIMAPT";

class Archive : public Scratch {
 protected:
  static std::string payload() {
    const std::vector<double> numbers = {1.5, -2};
    const std::vector<std::int32_t> integers = {7, 8, 9};
    ArchiveWriter writer;
    writer.add(std::uint64_t{42});
    writer.add(0.1);
    writer.add(std::string_view("α and β"));
    writer.add(std::span<const double>(numbers));
    writer.add(std::span<const std::int32_t>(integers));
    return writer.payload();
  }
  [[nodiscard]] std::filesystem::path saved() const {
    OutputFile out(path("m.codimap"), OutputFile::Existing::replace);
    write_archive(out, magic, 3, payload());
    out.commit();
    return path("m.codimap");
  }
  void expect_refusal(const std::string& bytes, const std::vector<std::string>& words) const {
    expect_error(ErrorKind::bad_file, words,
                 [&] { static_cast<void>(read_archive(file("bad.codimap", bytes), magic, 3)); });
  }
};

TEST_F(Archive, GivesBackWhatItWasGiven) {
  const std::string bytes = read_archive(saved(), magic, 3);
  const std::string name = "m.codimap";
  ArchiveReader reader(bytes, name);
  EXPECT_EQ(reader.u64(), 42U);
  EXPECT_EQ(reader.number(), 0.1);
  EXPECT_EQ(reader.text(), "α and β");
  EXPECT_EQ(reader.values<double>(), (std::vector<double>{1.5, -2}));
  EXPECT_EQ(reader.values<std::int32_t>(), (std::vector<std::int32_t>{7, 8, 9}));
  EXPECT_NO_THROW(reader.finish());
}

TEST_F(Archive, RefusesEverySingleFlippedBit) {  // fault 40
  const std::string whole = content(saved());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 1);
    expect_refusal(flipped, {"bad.codimap"});
  }
  std::string flipped = whole;
  flipped[30] = static_cast<char>(flipped[30] ^ 64);
  expect_refusal(flipped, {"a byte has changed"});
}

TEST_F(Archive, RefusesEveryTruncation) {  // fault 40
  const std::string whole = content(saved());
  for (std::size_t length = 0; length < whole.size(); ++length)
    expect_refusal(whole.substr(0, length), {"bad.codimap"});
  expect_refusal(whole.substr(0, 15), {"breaks off at byte 15"});
  expect_refusal(whole.substr(0, whole.size() - 1), {"declares", "holds"});
  expect_refusal(whole + "x", {"declares", "holds"});
}

TEST_F(Archive, RefusesOtherFilesAndOtherVersions) {  // fault 40
  expect_refusal("1,2\n3,4\n", {"bad.codimap: is not a codimap model"});
  expect_error(ErrorKind::bad_file, {"version 3", "reads version 4"},
               [&] { static_cast<void>(read_archive(saved(), magic, 4)); });
  expect_error(ErrorKind::missing_file, {"no such file"},
               [&] { static_cast<void>(read_archive(path("none.codimap"), magic, 3)); });
}

TEST_F(Archive, NeverBelievesASize) {  // fault 40
  const std::string name = "m.codimap";
  ArchiveWriter writer;
  writer.add(~std::uint64_t{0});
  const std::string huge = writer.payload();
  expect_error(ErrorKind::bad_file, {"m.codimap: the model is damaged at byte 28"},
               [&] { static_cast<void>(ArchiveReader(huge, name).values<double>()); });
  expect_error(ErrorKind::bad_file, {"damaged at byte"}, [&] { static_cast<void>(ArchiveReader(huge, name).text()); });
  expect_error(ErrorKind::bad_file, {"damaged at byte 20"},
               [&] { static_cast<void>(ArchiveReader("1234567", name).u64()); });
  expect_error(ErrorKind::bad_file, {"damaged at byte 20"}, [&] { ArchiveReader("more", name).finish(); });
}

}  // namespace
}  // namespace codimap
