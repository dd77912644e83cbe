#include "io/text/plain_text.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <numeric>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/line_pieces.hpp"
#include "io/nonfinite.hpp"
#include "io/number.hpp"
#include "io/text/layout.hpp"

namespace codimap {

namespace {

constexpr std::uint64_t head_bytes = std::uint64_t{1} << 20;  // that tell header, separator and columns
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 19;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string bytes_between(const ByteSource& source, std::uint64_t begin, std::uint64_t end) {
  std::string bytes(end - begin, '\0');
  source.read_at(begin, bytes);
  return bytes;
}

/// What the beginning of the text tells of the rest.
struct PlainLayout {
  Columns columns;
  char separator = ',';
  std::uint64_t begin = 0;  // of the first row of numbers
  std::uint64_t end = 0;    // of the last, without its line end
  Index first_line = 1;     // of the file
};

std::uint64_t end_of_rows(const ByteSource& source, std::uint64_t begin) {
  constexpr std::uint64_t tail_bytes = 4096;
  const std::uint64_t from = std::max(begin, source.size() - std::min(source.size(), tail_bytes));
  const std::string tail = bytes_between(source, from, source.size());
  const std::size_t last = tail.find_last_not_of("\r\n");
  return last == std::string::npos ? begin : from + last + 1;
}

std::optional<PlainLayout> plain_layout(const ByteSource& source, std::optional<FileFormat> format) {
  std::string head = bytes_between(source, 0, std::min(source.size(), head_bytes));
  if (head.size() < source.size()) head.resize(head.rfind('\n') + 1);
  const std::uint64_t mark = head.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  PlainLayout plain;
  try {
    const TextRows text(std::move(head), source.name(), format);
    TextLayout layout = scan_layout(text);
    if (layout.columns.row_names || text.separator() == blanks) return std::nullopt;
    plain = {std::move(layout.columns), text.separator(), mark + layout.rows.front().offset, 0,
             layout.rows.front().line};
  } catch (const Error&) {
    return std::nullopt;
  }
  plain.end = end_of_rows(source, plain.begin);
  return plain;
}

/// Rows of numbers in pieces of the text.
class Pieces {
 public:
  Pieces(const ByteSource& source, const PlainLayout& layout)
      : lines_(source, layout.begin, layout.end, piece_bytes),
        first_rows_(static_cast<std::size_t>(lines_.count()) + 1) {}

  [[nodiscard]] Index count() const { return lines_.count(); }
  [[nodiscard]] Index rows() const { return first_rows_.back(); }
  [[nodiscard]] Index first_row(Index piece) const { return first_rows_[static_cast<std::size_t>(piece)]; }
  [[nodiscard]] Index rows_in(Index piece) const { return first_row(piece + 1) - first_row(piece); }

  [[nodiscard]] LinesOfPiece lines(Index piece) const { return lines_.lines(piece); }

  /// Counts the rows. False where the text has something about it that is not plain.
  [[nodiscard]] bool scan() {
    std::atomic<bool> plain = true;
    parallel_for({}, count(), 1, [&](Index piece, Index) {
      if (!plain) return;
      const LinesOfPiece lines = lines_.lines(piece);
      const std::string_view text = lines.text;
      if (text.find('"') != std::string_view::npos || text.find('\0') != std::string_view::npos) plain = false;
      const bool unended = !text.empty() && text.back() != '\n';  // the last row of all
      first_rows_[static_cast<std::size_t>(piece) + 1] = std::count(text.begin(), text.end(), '\n') + (unended ? 1 : 0);
    });
    std::partial_sum(first_rows_.begin(), first_rows_.end(), first_rows_.begin());
    return plain;
  }

 private:
  LinePieces lines_;
  std::vector<Index> first_rows_;
};

/// Reads one row after another.
template <class T>
class RowParser {
 public:
  RowParser(std::string_view text, char separator, std::span<const Index> places)
      : at_(text.data()), end_(text.data() + text.size()), separator_(separator), places_(places) {}

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// False where a row is not plain.
  [[nodiscard]] bool take_row(std::span<T> values) {
    for (std::size_t column = 0; column < places_.size(); ++column) {
      if (column > 0 && (at_ == end_ || *at_++ != separator_)) return false;
      skip_blanks();
      if (places_[column] < 0)
        skip_cell();
      else if (!take_number(values[static_cast<std::size_t>(places_[column])]))
        return false;
      skip_blanks();
    }
    if (at_ != end_ && *at_ == '\r') ++at_;
    return at_ == end_ || *at_++ == '\n';
  }

 private:
  void skip_blanks() {
    while (at_ != end_ && (*at_ == ' ' || (*at_ == '\t' && separator_ != '\t'))) ++at_;
  }
  void skip_cell() {
    while (at_ != end_ && *at_ != separator_ && *at_ != '\n' && *at_ != '\r') ++at_;
  }
  [[nodiscard]] bool take_number(T& to) {
    double value = 0;
    const char* next = take_short_number(at_, end_, value);
    if (next == nullptr) {
      const auto [rest, error] = std::from_chars(at_, end_, value);
      if (error != std::errc()) return false;
      next = rest;
    }
    if (!fits<T>(value)) return false;
    at_ = next;
    to = static_cast<T>(value);
    return true;
  }

  const char* at_;
  const char* end_;
  char separator_;
  std::span<const Index> places_;  // of each column of the text among those selected; −1 for none
};

std::vector<Index> places_of(const PlainLayout& layout, const Selection& selection) {
  std::vector<Index> places(static_cast<std::size_t>(layout.columns.count), -1);
  for (std::size_t j = 0; j < selection.columns.size(); ++j)
    places[static_cast<std::size_t>(selection.columns[j])] = static_cast<Index>(j);
  return places;
}

template <class T>
std::optional<Matrix<T>> parse(const Pieces& pieces, const PlainLayout& layout, const Selection& selection) {
  const std::vector<Index> places = places_of(layout, selection);
  auto values = Matrix<T>::for_overwrite(pieces.rows(), static_cast<Index>(selection.columns.size()));
  std::atomic<bool> plain = true;
  parallel_for({}, pieces.count(), 1, [&](Index piece, Index) {
    if (!plain || pieces.rows_in(piece) == 0) return;
    const LinesOfPiece lines = pieces.lines(piece);
    RowParser<T> parser(lines.text, layout.separator, places);
    for (Index row = pieces.first_row(piece); row < pieces.first_row(piece + 1); ++row)
      if (!parser.take_row(values.row(row))) {
        plain = false;
        return;
      }
  });
  if (!plain) return std::nullopt;
  return values;
}

template <class T>
bool parse_into(Table& table, const Pieces& pieces, const PlainLayout& layout, const Selection& selection) {
  std::optional<Matrix<T>> values = parse<T>(pieces, layout, selection);
  if (values) table.values = std::move(*values);
  return values.has_value();
}

}  // namespace

bool begins_plain(const ByteSource& source, std::optional<FileFormat> format, const ReadOptions& options) {
  if (options.transpose || source.size() == 0) return false;
  const std::optional<PlainLayout> layout = plain_layout(source, format);
  if (!layout || layout->end <= layout->begin) return false;
  const LinesOfPiece lines = LinePieces(source, layout->begin, layout->end, piece_bytes).lines(0);
  const std::vector<Index> places = places_of(*layout, select_columns(layout->columns, options, source.name()));
  std::vector<double> row(places.size());
  RowParser<double> parser(lines.text, layout->separator, places);
  while (!parser.at_end())
    if (!parser.take_row(row)) return false;
  return true;
}

std::optional<Table> read_plain_text(const ByteSource& source, std::optional<FileFormat> format,
                                     const ReadOptions& options) {
  if (options.transpose || source.size() == 0) return std::nullopt;
  const std::optional<PlainLayout> layout = plain_layout(source, format);
  if (!layout || layout->end <= layout->begin) return std::nullopt;
  Pieces pieces(source, *layout);
  if (!pieces.scan()) return std::nullopt;
  // No row is shorter than a digit a cell, so that a text of line ends can not ask for memory.
  const auto shortest = static_cast<std::uint64_t>(2 * layout->columns.count);
  if (static_cast<std::uint64_t>(pieces.rows()) > (layout->end - layout->begin + 1) / shortest) return std::nullopt;
  const Selection selection = select_columns(layout->columns, options, source.name());

  Table table;
  const bool plain = options.single ? parse_into<float>(table, pieces, *layout, selection)
                                    : parse_into<double>(table, pieces, *layout, selection);
  if (!plain) return std::nullopt;
  for (const Index column : selection.columns)
    if (!layout->columns.header.empty())
      table.column_names.push_back(layout->columns.header[static_cast<std::size_t>(column)]);
  settle_nonfinite(table, options.drop_nonfinite, source.name(),
                   {":", [&](Index row, Index column) {
                      return text("{}:{}", layout->first_line + row,
                                  selection.columns[static_cast<std::size_t>(column)] + 1);
                    }});
  return table;
}

}  // namespace codimap
