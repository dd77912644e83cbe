// Where the rows of a text table begin, and what its first row and column are.
#include "io/text/layout.hpp"

#include <algorithm>
#include <span>

#include "base/fail.hpp"
#include "io/number.hpp"

namespace codimap {

namespace {

bool is_words(const Cell& cell) {
  const NumberKind kind = parse_number(cell.words).kind;
  return kind == NumberKind::words && !has_decimal_comma(cell.words);
}

bool is_empty_line(std::span<const Cell> cells) {
  return cells.size() == 1 && cells[0].words.empty() && !cells[0].quoted;
}

bool counts_from(std::span<const Cell> cells, Index start) {
  return std::ranges::all_of(cells, [&](const Cell& cell) { return cell.words == text("{}", start++); });
}

bool is_header(std::span<const Cell> first, std::span<const Cell> second) {
  const auto others = first.subspan(1);
  if (std::ranges::any_of(others, is_words)) return true;
  const bool named = is_words(first[0]);
  if ((named || first[0].words.empty()) && !others.empty() && (counts_from(others, 0) || counts_from(others, 1))) {
    return true;
  }
  return named && (others.empty() || second.empty() || !is_words(second[0]));
}

void check_width(const TextRows& text, RowStart row, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  const bool decimal_commas = text.separator() == ',' && found == 2 * expected;
  fail(ErrorKind::bad_file, "{}:{}: {} value{} where earlier lines have {}{}", text.name(), row.line, found,
       found == 1 ? "" : "s", expected,
       decimal_commas ? "; twice as many come of decimal commas, and numbers need a decimal point" : "");
}

// The next row that is not an empty line, and its cells; none of these at the end of the text.
RowStart next_row(const TextRows& text, RowStart& from, std::size_t columns, std::vector<Cell>& cells) {
  while (!text.at_end(from)) {
    const RowStart row = from;
    from = text.split(row, cells);
    if (columns > 1 && is_empty_line(cells)) continue;
    check_width(text, row, cells.size(), columns);
    return row;
  }
  cells.clear();
  return from;
}

}  // namespace

TextLayout scan_layout(const TextRows& text) {
  TextLayout layout;
  std::vector<Cell> first;
  std::vector<Cell> cells;
  RowStart row = text.first();
  RowStart next = text.split(row, first);
  const std::size_t columns = first.size();
  const RowStart second = next_row(text, next, columns, cells);
  layout.columns.count = static_cast<Index>(columns);

  bool words_first = columns > 1;
  if (is_header(first, cells)) {
    for (const Cell& cell : first) layout.columns.header.push_back(cell.unescaped());
  } else {
    layout.rows.push_back(row);
    words_first = words_first && is_words(first[0]);
  }
  for (row = second; !cells.empty(); row = next_row(text, next, columns, cells)) {
    layout.rows.push_back(row);
    words_first = words_first && is_words(cells[0]);
  }
  if (layout.rows.empty()) {
    fail(ErrorKind::bad_file, "{}: holds a header and no rows; a table has at least one row of numbers", text.name());
  }
  const bool unnamed = columns > 1 && !layout.columns.header.empty() && layout.columns.header[0].empty();
  layout.columns.row_names = words_first || unnamed;
  return layout;
}

}  // namespace codimap
