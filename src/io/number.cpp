// Numbers as people write them in text files.
#include "io/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
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

constexpr int largest_power = 22;  // of ten, that is a double
constexpr auto powers_of_ten = [] {
  std::array<double, largest_power + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

/// Adds digits to a number; more than 19 of them may be another number.
const char* take_digits(const char* at, const char* end, std::uint64_t& number) {
  for (; at != end && *at >= '0' && *at <= '9'; ++at) number = 10 * number + static_cast<std::uint64_t>(*at - '0');
  return at;
}

/// Where an exponent ends; null where `e` is followed by none or by one of many digits.
const char* take_exponent(const char* at, const char* end, int& exponent) {
  const bool negative = at != end && *at == '-';
  if (at != end && (*at == '-' || *at == '+')) ++at;
  std::uint64_t size = 0;
  const char* const next = take_digits(at, end, size);
  if (next == at || next - at > 3) return nullptr;
  exponent = negative ? -static_cast<int>(size) : static_cast<int>(size);
  return next;
}

}  // namespace

const char* take_short_number(const char* at, const char* end, double& value) {
  const bool negative = at != end && *at == '-';
  const char* const whole = negative ? at + 1 : at;
  std::uint64_t digits = 0;
  const char* next = take_digits(whole, end, digits);
  std::ptrdiff_t count = next - whole;
  if (count == 0) return nullptr;
  int exponent = 0;
  if (next != end && *next == '.') {
    const char* const fraction = next + 1;
    next = take_digits(fraction, end, digits);
    if (next == fraction) return nullptr;
    count += next - fraction;
    exponent = -static_cast<int>(std::min<std::ptrdiff_t>(next - fraction, 2 * largest_power));
  }
  if (next != end && (*next == 'e' || *next == 'E')) {
    int more = 0;
    next = take_exponent(next + 1, end, more);
    if (next == nullptr) return nullptr;
    exponent += more;
  }
  constexpr std::ptrdiff_t most_digits = 18;
  constexpr std::uint64_t largest = std::uint64_t{1} << std::numeric_limits<double>::digits;
  if (count > most_digits || digits > largest || std::abs(exponent) > largest_power) return nullptr;
  const auto whole_number = static_cast<double>(digits);
  const double power = powers_of_ten[static_cast<std::size_t>(std::abs(exponent))];
  const double size = exponent < 0 ? whole_number / power : whole_number * power;
  value = negative ? -size : size;
  return next;
}

std::string_view without_blanks(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
  return cell;
}

Number parse_number(std::string_view cell) {
  std::string_view digits = without_blanks(cell);
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  if (take_short_number(digits.data(), digits.data() + digits.size(), value) == digits.data() + digits.size()) {
    return {NumberKind::finite, value};
  }
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
