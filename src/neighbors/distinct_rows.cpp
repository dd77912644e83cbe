// Equal rows stand next to one another once rows are sorted.
#include "neighbors/distinct_rows.hpp"

#include <algorithm>
#include <numeric>

namespace codimap {

template <class T>
DistinctRows distinct_rows(MatrixView<T> matrix) {
  const auto rows = static_cast<std::size_t>(matrix.rows());
  std::vector<Index> order(rows);
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, [&](Index a, Index b) {
    const auto row_a = matrix.row(a);
    const auto row_b = matrix.row(b);
    const auto [in_a, in_b] = std::ranges::mismatch(row_a, row_b);
    return in_a == row_a.end() ? a < b : *in_a < *in_b;
  });

  std::vector<Index> first_copy(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const bool copy = i > 0 && std::ranges::equal(matrix.row(order[i]), matrix.row(order[i - 1]));
    first_copy[static_cast<std::size_t>(order[i])] =
        copy ? first_copy[static_cast<std::size_t>(order[i - 1])] : order[i];
  }

  DistinctRows result{.first = {}, .distinct_of = std::vector<Index>(rows)};
  for (std::size_t row = 0; row < rows; ++row) {
    const auto first = static_cast<std::size_t>(first_copy[row]);
    if (first == row) {
      result.distinct_of[row] = static_cast<Index>(result.first.size());
      result.first.push_back(static_cast<Index>(row));
    } else {
      result.distinct_of[row] = result.distinct_of[first];
    }
  }
  return result;
}

template DistinctRows distinct_rows(MatrixView<float>);
template DistinctRows distinct_rows(MatrixView<double>);

}  // namespace codimap
