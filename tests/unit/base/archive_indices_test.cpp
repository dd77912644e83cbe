// Indices in archives.
#include "base/archive_indices.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "codimap/matrix.hpp"
#include "unit/errors.hpp"

namespace codimap {
namespace {

constexpr std::string_view magic = "CODIMAPT";
const std::string name = "model";

std::vector<std::byte> sealed(ArchiveWriter archive) { return std::move(archive).sealed(magic, 1); }

std::vector<std::int32_t> read_back(const std::vector<std::int32_t>& indices) {
  ArchiveWriter archive;
  add_indices(archive, indices);
  const std::vector<std::byte> bytes = sealed(std::move(archive));
  ArchiveReader reader(bytes, name, magic, 1);
  auto result = read_indices<std::int32_t>(reader);
  reader.finish();
  return result;
}

TEST(ArchiveIndices, AreReadBackWhateverTheyAre) {
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  for (const std::vector<std::int32_t>& indices : {std::vector<std::int32_t>{},
                                                   {0},
                                                   {-1, -1, 5, 4},
                                                   {63, -1, 64, 127, 128, 0},
                                                   {least, largest, least, 0, largest}})
    EXPECT_EQ(read_back(indices), indices);
}

TEST(ArchiveIndices, TakeAByteWhereTheyAreNearToTheOneBefore) {
  std::vector<Index> indices;
  for (Index i = 0; i < 1000; ++i) indices.push_back(i + i % 20);
  ArchiveWriter archive;
  add_indices(archive, indices);
  EXPECT_LT(sealed(std::move(archive)).size(), 1050U);
}

TEST(ArchiveIndices, AreRefusedWhereTheyBreakOffOrDoNotFit32Bits) {
  for (const std::vector<std::uint8_t>& broken : {std::vector<std::uint8_t>{0x80},
                                                  {0, 0xff},
                                                  {0x80, 0x80, 0x80, 0x80, 0x80, 0},
                                                  {0xfe, 0xff, 0xff, 0xff, 0x7f},
                                                  {0xfe, 0xff, 0xff, 0xff, 0x0f, 2}}) {
    ArchiveWriter archive;
    archive.add(std::span<const std::uint8_t>(broken));
    const std::vector<std::byte> bytes = sealed(std::move(archive));
    ArchiveReader reader(bytes, name, magic, 1);
    expect_error(ErrorKind::bad_file, "model", [&] { (void)read_indices<Index>(reader); });
  }
}

}  // namespace
}  // namespace codimap
