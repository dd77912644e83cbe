// The entries of a Matrix Market file, read in pieces of whole lines by many threads.
#include <algorithm>
#include <atomic>
#include <charconv>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/market/lines.hpp"
#include "io/market/matrix_market.hpp"
#include "io/number.hpp"
#include "io/text/rows.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 18;
constexpr Index pieces_at_once = 12;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

const char* skip_blanks(const char* at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
  return at;
}

/// A whole number from 1 to `most` and the blanks around it; null for anything else.
const char* take_index(const char* at, const char* end, Index most, Index& index) {
  at = skip_blanks(at, end);
  index = 0;
  for (; at != end && *at >= '0' && *at <= '9' && index <= most; ++at) index = 10 * index + (*at - '0');
  if (index < 1 || index > most || (at != end && !is_blank(*at))) return nullptr;
  return skip_blanks(at, end);
}

/// Adds up entries of one line and counts them together when the line changes, since lines mostly come together. Other
/// threads count at the same time.
class LineCounter {
 public:
  explicit LineCounter(std::span<Index> counts) : counts_(counts) {}
  LineCounter(const LineCounter&) = delete;
  LineCounter& operator=(const LineCounter&) = delete;
  ~LineCounter() { pass_on(); }
  void add(Index line) {
    if (line != line_) pass_on();
    line_ = line;
    ++count_;
  }

 private:
  void pass_on() {
    if (count_ > 0) std::atomic_ref(counts_[static_cast<std::size_t>(line_)]).fetch_add(count_);
    count_ = 0;
  }
  std::span<Index> counts_;
  Index line_ = 0;
  Index count_ = 0;
};

void count_entry(std::string_view line, const MatrixMarketHeader& header, bool columns, LineCounter& counter) {
  const char* const end = line.data() + line.size();
  Index row = 0;
  Index column = 0;
  const char* at = take_index(line.data(), end, header.rows, row);
  if (at == nullptr) return;
  if (!columns && !header.symmetric) return counter.add(row - 1);
  if (take_index(at, end, header.cols, column) == nullptr) return;
  counter.add((columns ? column : row) - 1);
  if (header.symmetric && row != column) counter.add((columns ? row : column) - 1);
}

class EntryParser {
 public:
  EntryParser(const MatrixMarketHeader& header, const std::string& name, bool affinities)
      : header_(header), name_(name), affinities_(affinities), pattern_(header.field == "pattern") {}

  [[nodiscard]] std::vector<MarketEntry> parse(std::string_view text, Index first_line, Index first_entry,
                                               Index count) const {
    MarketLines lines(text, first_line);
    Place place;
    if (!header_.coordinate) place = place_of(first_entry);
    std::vector<MarketEntry> entries;
    entries.reserve(static_cast<std::size_t>(count));
    for (std::string_view line; lines.next(line);) {
      if (first_entry + std::ssize(entries) == header_.entries) {
        fail(ErrorKind::bad_file, "{}:{}: goes on after the {} entries that line {} announces", name_, lines.number(),
             header_.entries, header_.size_line);
      }
      MarketEntry entry;
      if (!header_.coordinate) {
        entry = array_entry(line, lines.number(), place);
      } else if (!take_plain(line, entry)) {
        entry = coordinate_entry(line, lines.number());
      }
      entries.push_back(entry);
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

  // What nearly every line is. False for anything out of the ordinary, a fault included.
  bool take_plain(std::string_view line, MarketEntry& entry) const {
    const char* const end = line.data() + line.size();
    Index row = 0;
    Index column = 0;
    const char* at = take_index(line.data(), end, header_.rows, row);
    if (at != nullptr) at = take_index(at, end, header_.cols, column);
    if (at != nullptr && !pattern_) at = take_short_number(at, end, entry.value);
    if (at == nullptr || skip_blanks(at, end) != end) return false;
    if ((header_.symmetric && row < column) || (affinities_ && entry.value < 0)) return false;
    entry.row = static_cast<std::int32_t>(row - 1);
    entry.column = static_cast<std::int32_t>(column - 1);
    return true;
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

MarketEntries::MarketEntries(const ByteSource& source)
    : source_(source),
      header_(read_matrix_market_header(source)),
      pieces_(source, header_.begin, source.size(), piece_bytes),
      starts_(static_cast<std::size_t>(pieces_.count()) + 1) {}

void MarketEntries::count(std::span<Index> counts, bool columns) {
  std::atomic<bool> binary = false;
  parallel_for({}, pieces_.count(), 1, [&](Index piece, Index) {
    const LinesOfPiece read = pieces_.lines(piece);
    if (read.text.find('\0') != std::string_view::npos) binary = true;
    Index entries = 0;
    LineCounter counter(counts);
    MarketLines lines(read.text, 1);
    for (std::string_view line; lines.next(line); ++entries)
      if (!counts.empty()) count_entry(line, header_, columns, counter);
    starts_[static_cast<std::size_t>(piece) + 1] = {lines.number(), entries};
  });
  if (binary) {
    std::string all(source_.size(), '\0');
    source_.read_at(0, all);
    static_cast<void>(plain_text(all, name()));
  }
  starts_[0] = {header_.size_line, 0};
  for (std::size_t p = 1; p < starts_.size(); ++p) {
    starts_[p].lines += starts_[p - 1].lines;
    starts_[p].entries += starts_[p - 1].entries;
  }
}

void MarketEntries::for_each(bool affinities, const std::function<void(std::span<const MarketEntry>)>& use) const {
  const EntryParser parser(header_, name(), affinities);
  std::vector<std::vector<MarketEntry>> parsed(pieces_at_once);
  for (Index first = 0; first < pieces_.count(); first += pieces_at_once) {
    const Index pieces = std::min(pieces_at_once, pieces_.count() - first);
    parallel_for({}, pieces, 1, [&](Index p, Index) {
      const auto piece = static_cast<std::size_t>(first + p);
      const Start& start = starts_[piece];
      parsed[static_cast<std::size_t>(p)] = parser.parse(pieces_.lines(first + p).text, start.lines + 1, start.entries,
                                                         starts_[piece + 1].entries - start.entries);
    });
    for (Index p = 0; p < pieces; ++p) use(parsed[static_cast<std::size_t>(p)]);
  }
  if (starts_.back().entries < header_.entries) {
    fail(ErrorKind::bad_file, "{}:{}: ends after {} of the {} entries that line {} announces; the file is not complete",
         name(), starts_.back().lines + 1, starts_.back().entries, header_.entries, header_.size_line);
  }
}

}  // namespace codimap
