// Splitting a text file into rows of cells.
#include "io/text/rows.hpp"

#include <utility>

#include "base/fail.hpp"
#include "io/number.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The start of the next row, for an offset at a line end or at the end of the text. CR LF is one line end.
RowStart after_line_end(std::string_view text, std::size_t offset, Index line) {
  if (offset < text.size()) offset += text.substr(offset, 2) == "\r\n" ? 2 : 1;
  return {offset, line + 1};
}

RowStart first_row(std::string_view text) {
  RowStart row;
  while (row.offset < text.size()) {
    std::size_t end = row.offset;
    while (end < text.size() && !is_line_end(text[end])) ++end;
    const std::string_view line = without_blanks(text.substr(row.offset, end - row.offset));
    if (!line.empty() && line.front() != '#') break;
    row = after_line_end(text, end, row.line);
  }
  return row;
}

}  // namespace

std::string Cell::unescaped() const {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    result += words[i];
    if (quoted && words[i] == '"') ++i;
  }
  return result;
}

TextRows::TextRows(std::string bytes, std::string name, std::optional<FileFormat> format)
    : bytes_(std::move(bytes)), name_(std::move(name)), text_(plain_text(bytes_, name_)) {
  while (!text_.empty() && is_line_end(text_.back())) text_.remove_suffix(1);
  first_ = first_row(text_);
  if (at_end(first_)) fail(ErrorKind::bad_file, "{}: is empty; a table has at least one row of numbers", name_);
  separator_ = detect_separator(text_.substr(first_.offset), format);
}

bool TextRows::ends_row(std::size_t at) const { return at >= text_.size() || is_line_end(text_[at]); }

std::size_t TextRows::skip_blanks(std::size_t at) const {
  while (at < text_.size() && (text_[at] == ' ' || (text_[at] == '\t' && separator_ != '\t'))) ++at;
  return at;
}

RowStart TextRows::split(RowStart row, std::vector<Cell>& cells) const {
  cells.clear();
  std::size_t at = row.offset;
  Index line = row.line;
  for (;;) {
    at = skip_blanks(at);
    // Blanks at the end of a row part nothing; a separator of any other kind does, and an empty cell follows it.
    if (separator_ == blanks && ends_row(at) && !cells.empty()) break;
    const bool quoted = at < text_.size() && text_[at] == '"';
    at = skip_blanks(quoted ? take_quoted(at, line, cells) : take_bare(at, cells));
    if (ends_row(at)) break;
    if (separator_ != blanks) ++at;
  }
  return after_line_end(text_, at, line);
}

std::size_t TextRows::take_quoted(std::size_t begin, Index& line, std::vector<Cell>& cells) const {
  const Index opened = line;
  std::size_t end = begin + 1;
  while (end < text_.size() && (text_[end] != '"' || text_.substr(end, 2) == "\"\"")) {
    if (text_[end] == '\n' || (text_[end] == '\r' && text_.substr(end, 2) != "\r\n")) ++line;
    end += text_[end] == '"' ? 2 : 1;
  }
  const std::size_t column = cells.size() + 1;
  if (end >= text_.size()) {
    fail(ErrorKind::bad_file, "{}:{}:{}: a quote opens here and is never closed; close it or leave it out", name_,
         opened, column);
  }
  cells.push_back({text_.substr(begin + 1, end - begin - 1), true});
  const std::size_t next = skip_blanks(end + 1);
  const bool parted = separator_ == blanks ? next > end + 1 : text_.substr(next, 1) == std::string_view(&separator_, 1);
  if (!ends_row(next) && !parted) {
    fail(ErrorKind::bad_file, "{}:{}:{}: something follows the closing quote of {}; write a quote inside quotes twice",
         name_, line, column, shown(cells.back().words));
  }
  return next;
}

std::size_t TextRows::take_bare(std::size_t begin, std::vector<Cell>& cells) const {
  std::size_t end = begin;
  while (!ends_row(end) && text_[end] != separator_ && !(separator_ == blanks && text_[end] == '\t')) ++end;
  cells.push_back({without_blanks(text_.substr(begin, end - begin)), false});
  return end;
}

}  // namespace codimap
