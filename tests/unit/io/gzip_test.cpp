// Inflating and deflating.
#include "io/gzip.hpp"

#include <gtest/gtest.h>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

std::string deflated(std::string_view bytes) {
  std::string out;
  GzipWriter writer([&](std::string_view piece) { out += piece; });
  writer.write(bytes);
  writer.finish();
  return out;
}

class Gzip : public Scratch {};

TEST_F(Gzip, GivesBackWhatItWasGiven) {
  std::string bytes;
  for (int i = 0; i < 200000; ++i) bytes += std::to_string(i * 7919 % 10007);
  EXPECT_EQ(inflate_gzip(deflated(bytes), "x.gz"), bytes);
  EXPECT_EQ(inflate_gzip(deflated(""), "x.gz"), "");
  EXPECT_EQ(deflated(bytes), deflated(bytes));
}

TEST_F(Gzip, ReadsSeveralMembersAndPaddingAfterThem) {
  EXPECT_EQ(inflate_gzip(deflated("1,2\n") + deflated("3,4\n") + std::string(512, '\0'), "x.gz"), "1,2\n3,4\n");
}

TEST_F(Gzip, IsKnownByItsBytesWhateverTheName) {
  EXPECT_EQ(read_table(file("plain.csv", deflated("1,2\n3,4\n"))).rows(), 2);
  EXPECT_EQ(read_table(file("cells.tsv.gz", deflated("1\t2\n"))).cols(), 2);
}

TEST_F(Gzip, RefusesTruncatedData) {  // fault 12
  const std::string whole = deflated("1,2\n3,4\n");
  for (const std::size_t length : {std::size_t{2}, std::size_t{12}, whole.size() - 1}) {
    const auto cut = file("cut.csv.gz", whole.substr(0, length));
    expect_error(ErrorKind::bad_file, {"cut.csv.gz: the gzip data break off at byte " + std::to_string(length)},
                 [&] { static_cast<void>(read_table(cut)); });
  }
}

TEST_F(Gzip, RefusesDamagedData) {  // fault 12
  std::string damaged = deflated("1,2\n3,4\n");
  damaged[damaged.size() - 6] ^= 1;  // in the checksum
  expect_error(ErrorKind::bad_file, {"x.gz: the gzip data are damaged at byte"},
               [&] { static_cast<void>(inflate_gzip(damaged, "x.gz")); });
  expect_error(ErrorKind::bad_file, {"damaged at byte"},
               [&] { static_cast<void>(inflate_gzip(deflated("1") + "rubbish", "x.gz")); });
}

TEST_F(Gzip, RefusesABomb) {  // fault 12
  const std::string bomb = deflated(std::string(8 << 20, '0'));
  const InflateLimits small{.bytes = 1 << 20, .ratio = 100};
  expect_error(ErrorKind::bad_file, {"x.gz: ", "over 100 times", "gunzip"},
               [&] { static_cast<void>(inflate_gzip(bomb, "x.gz", small)); });
  EXPECT_EQ(inflate_gzip(bomb, "x.gz").size(), std::size_t{8 << 20});
}

}  // namespace
}  // namespace codimap
