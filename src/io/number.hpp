// Numbers as people write them in text files.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "codimap/matrix.hpp"

namespace codimap {

enum class NumberKind {
  finite,
  not_finite,    // empty, NaN, NA, N/A, null or an infinity: a value that is missing
  out_of_range,  // digits that no double holds, such as 1e999
  words,         // anything else
};

struct Number {
  NumberKind kind = NumberKind::words;
  double value = 0;  // NaN where it is missing
};

/// Blanks around the number and a leading + are allowed. What is too small for a double is rounded to zero.
[[nodiscard]] Number parse_number(std::string_view cell);

/// A number such as 1,5 or -0,25e3.
[[nodiscard]] bool has_decimal_comma(std::string_view cell);

/// Digits with or without a point and an exponent, where both the digits and the power of ten are doubles: then one
/// product or quotient is the nearest double, which std::from_chars finds by a longer way. Says where the number ends;
/// null for anything else, numbers included.
[[nodiscard]] const char* take_short_number(const char* at, const char* end, double& value);

[[nodiscard]] std::string_view without_blanks(std::string_view cell);

/// Whether a value stays finite as a T.
template <class T>
[[nodiscard]] bool fits(double value) {
  return std::is_same_v<T, double> || !std::isfinite(value) || std::abs(value) <= std::numeric_limits<T>::max();
}

[[noreturn]] void refuse_range(double value, Index row, Index column, const std::string& name);

/// The value at a 0-based place of the file `name` as a T; what no T holds is refused.
template <class T>
[[nodiscard]] T narrowed(double value, Index row, Index column, const std::string& name) {
  if (!fits<T>(value)) refuse_range(value, row, column, name);
  return static_cast<T>(value);
}

}  // namespace codimap
