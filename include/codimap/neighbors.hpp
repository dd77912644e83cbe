// Points and the points nearest to them.
#pragma once

#include <cstdint>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// The k nearest points of each query, nearest first, the lower index first among equally near ones.
struct Neighbors {
  Index k = 0;
  std::vector<std::int32_t> index;       // k a query
  std::vector<double> squared_distance;  // k a query
  double recall = 1;                     // share of the true neighbours among these; below 1, an estimate
};

}  // namespace codimap
