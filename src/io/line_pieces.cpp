#include "io/line_pieces.hpp"

#include <algorithm>

namespace codimap {

namespace {

LinesOfPiece bytes_between(const ByteSource& source, std::uint64_t begin, std::uint64_t end) {
  auto bytes = std::make_unique_for_overwrite<char[]>(end - begin);  // NOLINT
  source.read_at(begin, {bytes.get(), end - begin});
  const std::string_view text(bytes.get(), end - begin);
  return {std::move(bytes), text};
}

}  // namespace

// A line begins behind a line end, so that a piece is looked at from the byte before it to the byte before its last.
LinesOfPiece LinePieces::lines(Index piece) const {
  const std::uint64_t from = begin_ + static_cast<std::uint64_t>(piece) * piece_bytes_ - (piece > 0 ? 1 : 0);
  const std::uint64_t last = std::min(begin_ + static_cast<std::uint64_t>(piece + 1) * piece_bytes_, end_) - 1;
  for (std::uint64_t more = 1024;; more *= 2) {
    LinesOfPiece found = bytes_between(source_, from, std::min(last + more, end_));
    const std::size_t start = piece > 0 ? found.text.find('\n') : std::string_view::npos;
    if (piece > 0 && start >= last - from) return {};
    const std::size_t line_end = found.text.find('\n', last - from);
    if (line_end == std::string_view::npos && from + found.text.size() < end_) continue;
    found.text = found.text.substr(0, line_end == std::string_view::npos ? line_end : line_end + 1);
    found.text.remove_prefix(piece > 0 ? start + 1 : 0);
    return found;
  }
}

}  // namespace codimap
