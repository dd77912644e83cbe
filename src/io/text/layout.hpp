// Where the rows of a text table begin, which of its lines is a header and whether its first column names the rows.
#pragma once

#include <vector>

#include "io/columns.hpp"
#include "io/text/rows.hpp"

namespace codimap {

struct TextLayout {
  Columns columns;
  std::vector<RowStart> rows;  // of data
};

/// The first row is a header if a cell after the first is words; or if its first cell is words or empty and the others
/// count 0, 1, 2, … or 1, 2, 3, … (as data frames without names write them); or if its first cell alone is words and
/// the next row's first is not. Words are what is neither a number nor empty, NaN or infinite.
///
/// The first column names the rows if its header is empty, or if there are others and it is words in every row.
///
/// Every row has as many cells as the first; empty lines are passed over, except in a table of one column, where they
/// are empty cells.
[[nodiscard]] TextLayout scan_layout(const TextRows& text);

}  // namespace codimap
