// What kind of text a file holds: its encoding and what parts its cells.
#include <algorithm>
#include <array>

#include "base/fail.hpp"
#include "io/number.hpp"
#include "io/text/rows.hpp"

namespace codimap {

namespace {

// Every second byte of ASCII in UTF-16 is zero.
bool looks_like_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return true;
  return bytes.size() >= 4 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[0] == 0) == (bytes[2] == 0) &&
         (bytes[1] == 0) == (bytes[3] == 0);
}

// The first row, without what stands in quotes.
std::string outside_quotes(std::string_view text) {
  std::string rest;
  bool quoted = false;
  for (const char c : text) {
    if (!quoted && (c == '\n' || c == '\r')) break;
    if (c == '"') quoted = !quoted;
    if (!quoted) rest += c;
  }
  return rest;
}

// Whether the row is numbers parted by `separator`, at least one of them with a decimal comma.
bool parts_decimal_commas(std::string_view row, char separator) {
  int cells = 0;
  bool comma = false;
  while (!row.empty()) {
    const std::size_t end = std::min(row.find(separator), row.size());
    const std::string_view cell = without_blanks(row.substr(0, end));
    row.remove_prefix(std::min(end + 1, row.size()));
    if (cell.empty()) continue;
    if (parse_number(cell).kind == NumberKind::words && !has_decimal_comma(cell)) return false;
    comma = comma || has_decimal_comma(cell);
    ++cells;
  }
  return comma && cells > 1;
}

}  // namespace

std::string_view plain_text(std::string_view bytes, const std::string& name) {
  if (looks_like_utf16(bytes)) fail(ErrorKind::bad_file, "{}: is UTF-16 text; save it as UTF-8", name);
  if (const std::size_t nul = bytes.find('\0'); nul != std::string_view::npos) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
    fail(ErrorKind::bad_file, "{}:{}: a NUL byte at byte {}; a text file holds none, so this one is binary or damaged",
         name, line, nul);
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return bytes;
}

char detect_separator(std::string_view row, std::optional<FileFormat> format) {
  if (format == FileFormat::tsv) return '\t';
  const std::string line = outside_quotes(row);
  if (parts_decimal_commas(line, ';')) return ';';
  constexpr std::array csv_order = {',', ';', '\t'};
  constexpr std::array free_order = {'\t', ',', ';'};
  const bool csv = format == FileFormat::csv;
  if (!csv && parts_decimal_commas(line, ' ')) return blanks;
  for (const char separator : csv ? csv_order : free_order) {
    if (line.find(separator) != std::string::npos) return separator;
  }
  return csv ? ',' : blanks;
}

}  // namespace codimap
