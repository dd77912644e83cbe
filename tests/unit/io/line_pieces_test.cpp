// Pieces of whole lines: every line in one piece, whatever their lengths.
#include "io/line_pieces.hpp"

#include <gtest/gtest.h>

#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class Pieces : public Scratch {
 protected:
  void expect_every_line_once(const std::string& text, std::uint64_t begin = 0) {
    const ByteSource source(file("x.txt", text));
    for (std::uint64_t bytes = 1; bytes < 12; ++bytes) {
      const LinePieces pieces(source, begin, text.size(), bytes);
      std::string together;
      for (Index piece = 0; piece < pieces.count(); ++piece) {
        const LinesOfPiece found = pieces.lines(piece);
        together += found.text;
        EXPECT_TRUE(together.empty() || together.back() == '\n' || begin + together.size() == text.size());
      }
      EXPECT_EQ(together, text.substr(begin)) << "in pieces of " << bytes;
    }
  }
};

TEST_F(Pieces, HoldEveryLineOnce) {
  expect_every_line_once("one\ntwo\nthree\n");
  expect_every_line_once("one\n\n\nfour, the last one");
  expect_every_line_once("\n");
  expect_every_line_once("x");
  expect_every_line_once("left out\na\nbb\nccc\ndddd\neeeee\n", 9);
}

TEST_F(Pieces, HoldLinesThatAreMuchLongerThanTheyAre) {
  expect_every_line_once("a\n" + std::string(5'000, 'b') + "\nc\n" + std::string(3'000, 'd'));
}

}  // namespace
}  // namespace codimap
