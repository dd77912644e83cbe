// Points sorted into lists by the nearest of many centres.
#pragma once

#include <cstdint>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

template <class T>
struct PointLists {
  Matrix<T> centres;             // of each list
  std::vector<Index> offsets;    // list l holds the places offsets[l] … offsets[l + 1] − 1
  std::vector<std::int32_t> at;  // the point at each place
  Matrix<T> rows;                // the points by their places, then rows_read_beyond rows that are none

  [[nodiscard]] Index count() const { return centres.rows(); }
  [[nodiscard]] Index size(Index list) const { return offsets[list + 1] - offsets[list]; }
};

/// Lists of about `list_size` points. A list may be empty, and its centre is the nearest to its points but for a few
/// that lie between two: centres are looked up by way of fewer, coarser ones.
template <class T>
[[nodiscard]] PointLists<T> make_lists(MatrixView<T> points, Index list_size, const Execution& run);

}  // namespace codimap
