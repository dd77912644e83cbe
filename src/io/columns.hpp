// Which columns of a table are read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

/// A table's columns as a file has them. Columns are counted from 0 here and from 1 in what people write.
struct Columns {
  std::vector<std::string> header{};  // empty: no names
  Index count = 0;
  /// The first column names the rows: only its own name or number selects it.
  bool row_names = false;
  /// One a column, or none at all: another name that selects it where no column bears it as its first.
  std::vector<std::string> second_names{};
  /// One a column, or none at all: whether it is left out unless a choice of columns takes it.
  std::vector<bool> on_request{};
};

struct Selection {
  std::vector<Index> columns;  // in the order asked for, each once
  bool row_names = false;      // whether the first column is kept as names of rows
};

[[nodiscard]] Selection select_columns(const Columns& table, const ReadOptions& options, const std::string& name);

/// "column 3 (CD4)", or "column 3" where there is no name.
[[nodiscard]] std::string column_words(std::span<const std::string> header, Index column);

/// What --exclude takes for a column: its name where that is unique and needs no quoting, else its number.
[[nodiscard]] std::string column_handle(std::span<const std::string> header, Index column);

/// * stands for any characters, ? for one.
[[nodiscard]] bool matches_glob(std::string_view name, std::string_view pattern);

}  // namespace codimap
