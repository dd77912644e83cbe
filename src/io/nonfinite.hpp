// Values that are NaN, infinite or missing: where they are, and what is done about them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codimap/io.hpp"

namespace codimap {

struct NonFinite {
  Index count = 0;
  std::vector<std::pair<Index, Index>> first_places;  // row and column of the first five
  std::vector<Index> finite_rows;                     // rows without any; not listed where all are
};

[[nodiscard]] NonFinite find_nonfinite(const Table& table);

/// How a format speaks of a place: `words(row, column)`, put behind the name of the file with `joint`.
struct PlaceWords {
  std::string_view joint;
  std::function<std::string(Index row, Index column)> words;
};

/// Drops the rows that hold such values, or refuses the table.
void settle_nonfinite(Table& table, bool drop, const std::string& name, const PlaceWords& place);

}  // namespace codimap
