// The entries of a Matrix Market file, read in pieces of whole lines by many threads.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/market/lines.hpp"
#include "io/market/matrix_market.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

/// A piece of the text, and where it stands in the file.
struct Piece {
  std::string_view text;
  Index first_line = 0;
  Index first_entry = 0;
};

/// Pieces end with a line. What begins each of them is counted before anything is parsed, so that it can be done by
/// threads that know nothing of each other.
std::vector<Piece> pieces_of(std::string_view text, Index first_line) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  std::vector<Piece> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n', std::min(piece_bytes, text.size())), text.size() - 1) + 1;
    pieces.push_back({text.substr(0, end), 0, 0});
    text.remove_prefix(end);
  }
  std::vector<std::pair<Index, Index>> counts(pieces.size());  // lines and entries
  parallel_for({}, static_cast<Index>(pieces.size()), 1, [&](Index p, Index) {
    MarketLines lines(pieces[static_cast<std::size_t>(p)].text, 1);
    auto& [line_count, entries] = counts[static_cast<std::size_t>(p)];
    for (std::string_view line; lines.next(line);) ++entries;
    line_count = lines.number();
  });
  Index entry = 0;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    pieces[p].first_line = first_line;
    pieces[p].first_entry = entry;
    first_line += counts[p].first;
    entry += counts[p].second;
  }
  pieces.push_back({{}, first_line, entry});
  return pieces;
}

class EntryParser {
 public:
  EntryParser(const MatrixMarketHeader& header, const std::string& name, bool affinities)
      : header_(header), name_(name), affinities_(affinities), pattern_(header.field == "pattern") {}

  std::vector<MarketEntry> parse(const Piece& piece, Index count) const {
    std::vector<MarketEntry> entries;
    entries.reserve(static_cast<std::size_t>(count));
    MarketLines lines(piece.text, piece.first_line);
    Place place;
    if (!header_.coordinate && count > 0) place = place_of(piece.first_entry);
    for (std::string_view line; lines.next(line);) {
      if (piece.first_entry + static_cast<Index>(entries.size()) == header_.entries) {
        fail(ErrorKind::bad_file, "{}:{}: goes on after the {} entries that line {} announces", name_, lines.number(),
             header_.entries, header_.size_line);
      }
      entries.push_back(header_.coordinate ? coordinate_entry(line, lines.number())
                                           : array_entry(line, lines.number(), place));
    }
    return entries;
  }

 private:
  struct Place {
    Index row = 0;
    Index column = 0;
  };

  // Columns after columns; of a symmetric array, each from the diagonal down.
  [[nodiscard]] Place place_of(Index entry) const {
    if (entry >= header_.entries) return {};
    if (!header_.symmetric) return {entry % header_.rows, entry / header_.rows};
    Place place;
    for (Index height = header_.rows; entry >= height; --height, ++place.column) entry -= height;
    place.row = place.column + entry;
    return place;
  }

  MarketEntry array_entry(std::string_view line, Index number, Place& place) const {
    const MarketTokens<2> tokens(line);
    if (tokens.count() != 1) refuse_count(line, number, "a line of an array holds one value");
    const MarketEntry entry{static_cast<std::int32_t>(place.row), static_cast<std::int32_t>(place.column),
                            value(tokens[0], number, 1)};
    if (++place.row == header_.rows) {
      ++place.column;
      place.row = header_.symmetric ? place.column : 0;
    }
    return entry;
  }

  MarketEntry coordinate_entry(std::string_view line, Index number) const {
    const MarketTokens<4> tokens(line);
    if (tokens.count() != (pattern_ ? 2 : 3)) {
      refuse_count(line, number, pattern_ ? "an entry of a pattern is `row column`" : "an entry is `row column value`");
    }
    const Index row = index(tokens[0], number, 1);
    const Index column = index(tokens[1], number, 2);
    if (header_.symmetric && row < column) {
      fail(ErrorKind::bad_file,
           "{}:{}:2: entry ({}, {}) lies above the diagonal; a symmetric matrix stores its lower triangle only", name_,
           number, row, column);
    }
    return {static_cast<std::int32_t>(row - 1), static_cast<std::int32_t>(column - 1),
            pattern_ ? 1 : value(tokens[2], number, 3)};
  }

  [[noreturn]] void refuse_count(std::string_view line, Index number, std::string_view expected) const {
    fail(ErrorKind::bad_file, "{}:{}: {} is no entry; {}", name_, number, shown(line), expected);
  }

  [[nodiscard]] Index index(std::string_view word, Index line, int field) const {
    Index value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const std::string_view what = field == 1 ? "row" : "column";
    if (error == std::errc::invalid_argument || end != word.data() + word.size()) {
      fail(ErrorKind::bad_file, "{}:{}:{}: the {} {} is not a whole number", name_, line, field, what, shown(word));
    }
    if (error == std::errc() && value == 0) {
      fail(ErrorKind::bad_file, "{}:{}:{}: the {} is 0; Matrix Market counts from 1, so add 1 to every index", name_,
           line, field, what);
    }
    const Index most = field == 1 ? header_.rows : header_.cols;
    if (error != std::errc() || value < 0 || value > most) {
      fail(ErrorKind::bad_file, "{}:{}:{}: the {} {} is out of range; line {} announces {} {}s", name_, line, field,
           what, shown(word), header_.size_line, most, what);
    }
    return value;
  }

  [[nodiscard]] double value(std::string_view word, Index line, int field) const {
    const Number number = parse_number(word);
    const char* fault = nullptr;
    if (number.kind == NumberKind::words) fault = "is not a number; an entry ends in one";
    if (has_decimal_comma(word)) fault = "has a decimal comma; numbers need a decimal point";
    if (number.kind == NumberKind::out_of_range) fault = "is out of range: no finite double is that large";
    if (affinities_ && number.kind == NumberKind::not_finite) fault = "is NaN or infinite; an affinity is finite";
    if (affinities_ && number.value < 0) fault = "is negative; an affinity is not";
    if (fault != nullptr) fail(ErrorKind::bad_file, "{}:{}:{}: {} {}", name_, line, field, shown(word), fault);
    return number.value;
  }

  const MatrixMarketHeader& header_;
  const std::string& name_;
  bool affinities_;
  bool pattern_;
};

}  // namespace

MarketEntries read_market_entries(std::string_view text, const MatrixMarketHeader& header, const std::string& name,
                                  bool affinities) {
  const std::vector<Piece> pieces = pieces_of(text.substr(header.begin), header.size_line + 1);
  const EntryParser parser(header, name, affinities);
  MarketEntries entries(pieces.size() - 1);
  parallel_for({}, static_cast<Index>(entries.size()), 1, [&](Index p, Index) {
    const auto i = static_cast<std::size_t>(p);
    entries[i] = parser.parse(pieces[i], pieces[i + 1].first_entry - pieces[i].first_entry);
  });
  if (pieces.back().first_entry < header.entries) {
    fail(ErrorKind::bad_file, "{}:{}: ends after {} of the {} entries that line {} announces; the file is not complete",
         name, pieces.back().first_line, pieces.back().first_entry, header.entries, header.size_line);
  }
  return entries;
}

}  // namespace codimap
