// Bytes that values take once they are read.
#pragma once

#include <cstdint>

#include "codimap/io.hpp"

namespace codimap {

inline constexpr double index_bytes = sizeof(std::int32_t);

[[nodiscard]] inline double value_size(const ReadOptions& options, bool single) {
  return options.single || single ? sizeof(float) : sizeof(double);
}

[[nodiscard]] inline double product(Index rows, Index cols) {
  return static_cast<double>(rows) * static_cast<double>(cols);
}

}  // namespace codimap
