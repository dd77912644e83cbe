// A text file as rows of cells: encoding, separator, quotes and line ends. What the cells mean is decided elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

struct Cell {
  std::string_view words;  // between its quotes, if any, else without the blanks around it
  bool quoted = false;

  /// The words with doubled quotes made single.
  [[nodiscard]] std::string unescaped() const;
};

struct RowStart {
  std::size_t offset = 0;
  Index line = 1;  // of the file, counted from 1
};

/// Stands for runs of blanks and tabs.
inline constexpr char blanks = ' ';

/// The text after a byte order mark. UTF-16 and NUL bytes are refused.
[[nodiscard]] std::string_view plain_text(std::string_view bytes, const std::string& name);

/// What parts the cells of a row. An unset format lets the row decide among tab, comma, semicolon and blanks; a comma
/// between digits is no separator where semicolons or blanks show that it is a decimal sign.
[[nodiscard]] char detect_separator(std::string_view row, std::optional<FileFormat> format);

class TextRows {
 public:
  TextRows(std::string bytes, std::string name, std::optional<FileFormat> format);
  TextRows(const TextRows&) = delete;  // text_ points into bytes_
  TextRows& operator=(const TextRows&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] char separator() const { return separator_; }
  /// After empty lines and lines that begin with #, which only count as comments here, before the first row.
  [[nodiscard]] RowStart first() const { return first_; }
  [[nodiscard]] bool at_end(RowStart row) const { return row.offset >= text_.size(); }
  /// Splits a row into its cells (at least one) and returns the start of the next row.
  RowStart split(RowStart row, std::vector<Cell>& cells) const;

 private:
  std::size_t take_quoted(std::size_t begin, Index& line, std::vector<Cell>& cells) const;
  std::size_t take_bare(std::size_t begin, std::vector<Cell>& cells) const;
  [[nodiscard]] std::size_t skip_blanks(std::size_t at) const;
  [[nodiscard]] bool ends_row(std::size_t at) const;

  std::string bytes_;
  std::string name_;
  std::string_view text_;
  RowStart first_;
  char separator_ = ',';
};

}  // namespace codimap
