// A text in pieces of whole lines, for threads that read it side by side and keep none of it.
#pragma once

#include <memory>
#include <string_view>

#include "codimap/matrix.hpp"
#include "io/byte_source.hpp"

namespace codimap {

struct LinesOfPiece {
  std::unique_ptr<char[]> bytes;  // NOLINT: a vector would clear them first
  std::string_view text;
};

class LinePieces {
 public:
  /// The bytes from `begin`, where a line begins, to `end`; a piece is about `piece_bytes` of them.
  LinePieces(const ByteSource& source, std::uint64_t begin, std::uint64_t end, std::uint64_t piece_bytes)
      : source_(source), begin_(begin), end_(end), piece_bytes_(piece_bytes) {}

  [[nodiscard]] Index count() const { return static_cast<Index>((end_ - begin_ + piece_bytes_ - 1) / piece_bytes_); }
  /// The lines that begin in a piece, up to the end of the last; none where a line is longer than the piece.
  [[nodiscard]] LinesOfPiece lines(Index piece) const;

 private:
  const ByteSource& source_;
  std::uint64_t begin_;
  std::uint64_t end_;
  std::uint64_t piece_bytes_;
};

}  // namespace codimap
