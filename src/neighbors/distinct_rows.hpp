// Which rows of a matrix are copies of one another.
#pragma once

#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

struct DistinctRows {
  /// The first row of each set of equal rows, ascending.
  std::vector<Index> first;
  /// For each row, the place in `first` of its set.
  std::vector<Index> distinct_of;
};

/// −0 equals +0.
template <class T>
[[nodiscard]] DistinctRows distinct_rows(MatrixView<T> matrix, const Execution& run = {});

}  // namespace codimap
