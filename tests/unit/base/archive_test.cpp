// The archive that models are saved as.
#include "base/archive.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

constexpr std::string_view magic = "CODIMAPT";
using Bytes = std::vector<std::byte>;

const std::string name = "bad.codimap";

Bytes archive() {
  const std::vector<double> numbers = {1.5, -2};
  const std::vector<std::int32_t> integers = {7, 8, 9};
  ArchiveWriter writer;
  writer.add(std::uint64_t{42});
  writer.add(0.1);
  writer.add(std::string_view("α and β"));
  writer.add(std::span<const double>(numbers));
  writer.add(std::span<const std::int32_t>(integers));
  return std::move(writer).sealed(magic, 3);
}

void expect_refusal(std::span<const std::byte> bytes, const std::vector<std::string>& words,
                    std::uint32_t version = 3) {
  expect_error(ErrorKind::bad_file, words, [&] { ArchiveReader(bytes, name, magic, version); });
}

TEST(Archive, GivesBackWhatItWasGiven) {
  const Bytes bytes = archive();
  ArchiveReader reader(bytes, name, magic, 3);
  EXPECT_EQ(reader.u64(), 42U);
  EXPECT_EQ(reader.number(), 0.1);
  EXPECT_EQ(reader.text(), "α and β");
  EXPECT_EQ(reader.values<double>(), (std::vector<double>{1.5, -2}));
  EXPECT_EQ(reader.values<std::int32_t>(), (std::vector<std::int32_t>{7, 8, 9}));
  EXPECT_NO_THROW(reader.finish());
}

TEST(Archive, EndsWithTheChecksumOfZlib) {
  const Bytes bytes = archive();
  const std::size_t covered = bytes.size() - 4;
  std::uint32_t stored = 0;
  std::memcpy(&stored, bytes.data() + covered, sizeof stored);
  EXPECT_EQ(stored, crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), covered));
}

TEST(Archive, RefusesEverySingleFlippedBit) {  // fault 40
  const Bytes whole = archive();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bytes flipped = whole;
    flipped[i] ^= std::byte{1};
    expect_refusal(flipped, {"bad.codimap"});
  }
  Bytes flipped = whole;
  flipped[30] ^= std::byte{64};
  expect_refusal(flipped, {"a byte has changed"});
}

TEST(Archive, RefusesEveryTruncation) {  // fault 40
  Bytes bytes = archive();
  const std::span<const std::byte> whole = bytes;
  for (std::size_t length = 0; length < whole.size(); ++length) expect_refusal(whole.first(length), {"bad.codimap"});
  expect_refusal(whole.first(15), {"breaks off at byte 15"});
  expect_refusal(whole.first(whole.size() - 1), {"declares", "holds"});
  bytes.push_back(std::byte{'x'});
  expect_refusal(bytes, {"declares", "holds"});
}

TEST(Archive, RefusesOtherFilesAndOtherVersions) {  // fault 40
  constexpr std::string_view table = "1,2\n3,4\n";
  expect_refusal(std::as_bytes(std::span(table)), {"bad.codimap: is not a codimap model"});
  expect_refusal(archive(), {"version 3", "reads version 4"}, 4);
}

TEST(Archive, NeverBelievesASize) {  // fault 40
  ArchiveWriter writer;
  writer.add(~std::uint64_t{0});
  const Bytes huge = std::move(writer).sealed(magic, 3);
  const auto reader = [&] { return ArchiveReader(huge, name, magic, 3); };
  expect_error(ErrorKind::bad_file, {"bad.codimap: the model is damaged at byte 28"},
               [&] { static_cast<void>(reader().values<double>()); });
  expect_error(ErrorKind::bad_file, {"damaged at byte"}, [&] { static_cast<void>(reader().text()); });
  const Bytes empty = ArchiveWriter().sealed(magic, 3);
  expect_error(ErrorKind::bad_file, {"damaged at byte 20"},
               [&] { static_cast<void>(ArchiveReader(empty, name, magic, 3).u64()); });
  expect_error(ErrorKind::bad_file, {"damaged at byte 20"}, [&] { reader().finish(); });
}

}  // namespace
}  // namespace codimap
