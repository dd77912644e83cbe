// Bytes of a file, from anywhere to anywhere.
#include "io/byte_source.hpp"

#include <gtest/gtest.h>

#include "codimap/matrix.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class Bytes : public Scratch {};

TEST_F(Bytes, AreReadAlikeHoweverFarTheyLieFromWhereTheyGo) {
  std::string bytes;
  while (bytes.size() < 400'000) bytes += std::to_string(bytes.size() * 7919);
  const ByteSource source(file("x.bin", bytes));
  constexpr std::size_t count = 300'001;
  std::vector<char, UnsetAllocator<char>> to(count + 64);
  for (std::size_t offset = 0; offset <= 64; ++offset)
    for (const std::size_t shift : {std::size_t{0}, offset % 64, (offset + 9) % 64}) {
      std::ranges::fill(to, '-');
      source.read_at(offset, {to.data() + shift, count});
      EXPECT_EQ(std::string_view(to.data() + shift, count), std::string_view(bytes).substr(offset, count));
    }
}

}  // namespace
}  // namespace codimap
