// Values that are NaN, infinite or missing: where they are, and what is done about them.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

struct NonFinite {
  Index count = 0;
  std::vector<std::pair<Index, Index>> first_places;  // row and column of the first five
  std::vector<Index> finite_rows;                     // rows without any; not listed where all are
};

/// Nearly every table is finite, and this is much faster than finding out where one is not.
template <class T>
[[nodiscard]] bool all_finite(std::span<const T> values) {
  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> others = 0;  // as wide as T, so that vectors count
  for (const T value : values) others |= std::abs(value) <= std::numeric_limits<T>::max() ? 0 : 1;
  return others == 0;
}

[[nodiscard]] NonFinite find_nonfinite(const Table& table);

/// How a format speaks of a place: `words(row, column)`, put behind the name of the file with `joint`.
struct PlaceWords {
  std::string_view joint;
  std::function<std::string(Index row, Index column)> words;
};

/// Drops the rows that hold such values, or refuses the table.
void settle_nonfinite(Table& table, bool drop, const std::string& name, const PlaceWords& place);

}  // namespace codimap
