// Numbers as people write them in text files.
#include "io/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/fail.hpp"

namespace codimap {

namespace {

bool same_letters(std::string_view cell, std::string_view lower) {
  return std::ranges::equal(
      cell, lower, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

bool is_missing(std::string_view cell) {
  constexpr std::array<std::string_view, 4> spellings = {"", "na", "n/a", "null"};
  return std::ranges::any_of(spellings, [&](std::string_view lower) { return same_letters(cell, lower); });
}

// from_chars says "out of range" for what is too large and too small alike; the wider type tells the two apart.
Number beyond_double(std::string_view digits) {
  long double wide = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), wide);
  if (error == std::errc() && std::abs(wide) < 1) return {NumberKind::finite, 0};
  return {NumberKind::out_of_range, 0};
}

}  // namespace

std::string_view without_blanks(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
  return cell;
}

Number parse_number(std::string_view cell) {
  std::string_view digits = without_blanks(cell);
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size();
  if (error == std::errc::result_out_of_range && whole) return beyond_double(digits);
  if (error == std::errc() && whole) {
    return {std::isfinite(value) ? NumberKind::finite : NumberKind::not_finite, value};
  }
  if (is_missing(digits)) return {NumberKind::not_finite, std::numeric_limits<double>::quiet_NaN()};
  return {NumberKind::words, 0};
}

bool has_decimal_comma(std::string_view cell) {
  std::string pointed(cell);
  const std::size_t comma = pointed.find(',');
  if (comma == std::string::npos || comma + 1 == pointed.size()) return false;
  const char next = pointed[comma + 1];
  pointed[comma] = '.';
  return next >= '0' && next <= '9' && parse_number(pointed).kind == NumberKind::finite;
}

void refuse_range(double value, Index row, Index column, const std::string& name) {
  fail(ErrorKind::bad_file, "{}: row {} column {}: {} is out of range of float; read it with --precision double", name,
       row + 1, column + 1, value);
}

}  // namespace codimap
