// The banner, the comments and the line of sizes of a Matrix Market file.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/fail.hpp"
#include "io/market/lines.hpp"
#include "io/market/matrix_market.hpp"
#include "io/text/rows.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

std::string lower(std::string_view word) {
  std::string result(word);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

void read_banner(std::string_view line, MatrixMarketHeader& header, const std::string& name) {
  MarketTokens<6> tokens(line);
  if (tokens.count() != 5 || lower(tokens[0]) != "%%matrixmarket") {
    fail(ErrorKind::bad_file, "{}:1: begins with {}; a Matrix Market file begins with %%MatrixMarket and four words",
         name, shown(line));
  }
  const std::string object = lower(tokens[1]);
  const std::string layout = lower(tokens[2]);
  const std::string symmetry = lower(tokens[4]);
  header.field = lower(tokens[3]);
  if (object != "matrix" || (layout != "coordinate" && layout != "array")) {
    fail(ErrorKind::bad_file, "{}:1:{}: holds a {} {}; a matrix in coordinate or array format is read", name,
         object != "matrix" ? 2 : 3, shown(tokens[1]), shown(tokens[2]));
  }
  if (header.field == "complex") {
    fail(ErrorKind::bad_file, "{}:1:4: holds complex numbers; take their real parts or magnitudes first", name);
  }
  constexpr std::array<std::string_view, 4> fields = {"real", "double", "integer", "pattern"};
  if (std::ranges::find(fields, header.field) == fields.end()) {
    fail(ErrorKind::bad_file, "{}:1:4: holds values of kind {}; real, integer and pattern are read", name,
         shown(tokens[3]));
  }
  if (symmetry != "general" && symmetry != "symmetric") {
    fail(ErrorKind::bad_file, "{}:1:5: the matrix is {}; general and symmetric ones are read, so store all its entries",
         name, shown(tokens[4]));
  }
  header.coordinate = layout == "coordinate";
  header.symmetric = symmetry == "symmetric";
  if (!header.coordinate && header.field == "pattern") {
    fail(ErrorKind::bad_file, "{}:1:4: an array has values, so it cannot be a pattern", name);
  }
}

Index size_of(const MarketTokens<4>& tokens, std::size_t which, const MatrixMarketHeader& header,
              const std::string& name) {
  const std::string_view word = tokens[which];
  Index value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range) {
    fail(ErrorKind::bad_file, "{}:{}:{}: the size {} overflows 64 bits; the header is damaged", name, header.size_line,
         which + 1, shown(word));
  }
  if (error != std::errc() || end != word.data() + word.size() || value < 0) {
    fail(ErrorKind::bad_file, "{}:{}:{}: the size {} is not a whole number from 0 on", name, header.size_line,
         which + 1, shown(word));
  }
  return value;
}

// As much of the file as has the line of sizes in it, however many comments stand before that.
std::string head_of(const ByteSource& source) {
  for (std::uint64_t bytes = std::uint64_t{1} << 14;; bytes *= 4) {
    std::string head(std::min(bytes, source.size()), '\0');
    source.read_at(0, head);
    MarketLines lines(head, 1);
    std::string_view line;
    const bool complete = lines.next_of_any_kind(line) && lines.next(line) && lines.position() < head.size();
    if (complete || head.size() == source.size()) return head;
  }
}

// By the bytes that follow, since what is announced may be anything: an entry takes two bytes at least. Rows without
// entries take none, but a matrix that is little else is a damaged one.
void check_size(const MatrixMarketHeader& header, std::uint64_t bytes, const std::string& name) {
  const std::string where = text("{}:{}", name, header.size_line);
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  if (header.rows < 1 || header.cols < 1) {
    fail(ErrorKind::bad_file, "{}: announces {} × {} values; a matrix has at least one row and one column", where,
         header.rows, header.cols);
  }
  if (header.rows > most || header.cols > most) {
    fail(ErrorKind::bad_file, "{}: announces {} × {} values; at most {} rows and columns are read", where, header.rows,
         header.cols, most);
  }
  if (header.symmetric && header.rows != header.cols) {
    fail(ErrorKind::bad_file, "{}: announces a symmetric matrix of {} × {}; a symmetric one is square", where,
         header.rows, header.cols);
  }
  const auto possible = static_cast<Index>(bytes / 2 + 1);
  if (header.entries > possible) {
    fail(ErrorKind::bad_file, "{}: announces {} entries, and {} bytes follow; the file is not complete", where,
         header.entries, bytes);
  }
  constexpr Index always = 1'000'000;
  if (header.rows + header.cols > always + 64 * possible) {
    fail(ErrorKind::bad_file, "{}: announces {} × {} values, and {} bytes follow; the sizes are damaged", where,
         header.rows, header.cols, bytes);
  }
}

}  // namespace

MatrixMarketHeader read_matrix_market_header(const ByteSource& source) {
  const std::string head = head_of(source);
  const std::string& name = source.name();
  const std::string_view text = plain_text(head, name);
  MatrixMarketHeader header;
  MarketLines lines(text, 1);
  std::string_view line;
  if (!lines.next_of_any_kind(line)) fail(ErrorKind::bad_file, "{}: is empty; a Matrix Market file has a header", name);
  read_banner(line, header, name);
  if (!lines.next(line)) fail(ErrorKind::bad_file, "{}: breaks off before the line of sizes", name);
  header.size_line = lines.number();
  const MarketTokens<4> tokens(line);
  if (tokens.count() != (header.coordinate ? 3 : 2)) {
    fail(ErrorKind::bad_file, "{}:{}: {} where the sizes are expected: {}", name, header.size_line, shown(line),
         header.coordinate ? "rows, columns and entries" : "rows and columns");
  }
  header.rows = size_of(tokens, 0, header, name);
  header.cols = size_of(tokens, 1, header, name);
  header.begin = head.size() - text.size() + lines.position();
  if (header.coordinate) {
    header.entries = size_of(tokens, 2, header, name);
  } else {
    // Both are checked to fit 32 bits before the product is believed.
    constexpr Index most = std::numeric_limits<std::int32_t>::max();
    const Index rows = std::min(header.rows, most);
    header.entries = header.symmetric ? rows * (rows + 1) / 2 : rows * std::min(header.cols, most);
  }
  check_size(header, source.size() - header.begin, name);
  return header;
}

}  // namespace codimap
