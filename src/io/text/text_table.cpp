// Tables of numbers in text files.
#include "io/text/text_table.hpp"

#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/nonfinite.hpp"
#include "io/number.hpp"
#include "io/turned_table.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

[[noreturn]] void refuse_cell(const TextRows& text, const TextLayout& layout, Index line, Index column,
                              std::string_view cell, NumberKind kind) {
  const auto& header = layout.columns.header;
  const std::string where =
      codimap::text("{}:{}:{}: {} in {}", text.name(), line, column + 1, shown(cell), column_words(header, column));
  if (has_decimal_comma(cell)) {
    fail(ErrorKind::bad_file, "{} has a decimal comma; numbers need a decimal point", where);
  }
  if (kind == NumberKind::out_of_range) {
    fail(ErrorKind::bad_file, "{} is out of range: no finite double is that large", where);
  }
  if (kind == NumberKind::finite) {
    fail(ErrorKind::bad_file, "{} is out of range of float; read the table with --precision double", where);
  }
  fail(ErrorKind::bad_file, "{} is not a number; leave the column out with --exclude {}", where,
       column_handle(header, column));
}

// Rows are split a second time here, so that they can be shared out among threads.
template <class T>
Matrix<T> parse_values(const TextRows& text, const TextLayout& layout, const Selection& selection,
                       std::vector<std::string>& row_names) {
  const auto rows = static_cast<Index>(layout.rows.size());
  Matrix<T> values(rows, static_cast<Index>(selection.columns.size()));
  row_names.resize(selection.row_names ? layout.rows.size() : 0);
  constexpr Index grain = 1024;
  parallel_for({}, rows, grain, [&](Index begin, Index end) {
    std::vector<Cell> cells;
    for (Index i = begin; i < end; ++i) {
      const RowStart& row = layout.rows[static_cast<std::size_t>(i)];
      text.split(row, cells);
      if (selection.row_names) row_names[static_cast<std::size_t>(i)] = cells[0].unescaped();
      for (Index j = 0; j < values.cols(); ++j) {
        const Index column = selection.columns[static_cast<std::size_t>(j)];
        const std::string_view cell = cells[static_cast<std::size_t>(column)].words;
        const Number number = parse_number(cell);
        const bool readable = number.kind == NumberKind::finite || number.kind == NumberKind::not_finite;
        if (!readable || !fits<T>(number.value)) {
          refuse_cell(text, layout, row.line, column, cell, number.kind);
        }
        values(i, j) = static_cast<T>(number.value);
      }
    }
  });
  return values;
}

}  // namespace

Table read_text_table(const TextRows& text, const ReadOptions& options) {
  const TextLayout layout = scan_layout(text);
  // A table that is turned has its columns selected among those that it then has.
  const Selection selection = select_columns(layout.columns, options.transpose ? ReadOptions{} : options, text.name());
  Table table;
  if (options.single) {
    table.values = parse_values<float>(text, layout, selection, table.row_names);
  } else {
    table.values = parse_values<double>(text, layout, selection, table.row_names);
  }
  if (!layout.columns.header.empty()) {
    for (const Index column : selection.columns) {
      table.column_names.push_back(layout.columns.header[static_cast<std::size_t>(column)]);
    }
  }
  std::vector<Index> turned;  // the row of the text for each column, where these were turned
  if (options.transpose) {
    turn(table);
    turned = keep_columns(table, options, text.name());
  }
  const auto place = [&](Index row, Index column) {
    const auto [line, cell] =
        options.transpose ? std::pair(turned[static_cast<std::size_t>(column)], row) : std::pair(row, column);
    return codimap::text("{}:{}", layout.rows[static_cast<std::size_t>(line)].line,
                         selection.columns[static_cast<std::size_t>(cell)] + 1);
  };
  settle_nonfinite(table, options.drop_nonfinite, text.name(), {":", place});
  return table;
}

}  // namespace codimap
