// The order in which a fit holds the points, and the way back to the order in which they were given.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

class Order {
 public:
  /// As they were given.
  Order() = default;
  /// Point i that is held is row rows[i] of those that were given.
  explicit Order(std::vector<Index> rows) : rows_(std::move(rows)) {}

  [[nodiscard]] const std::vector<Index>& rows() const { return rows_; }
  [[nodiscard]] Index given(Index held) const { return rows_.empty() ? held : rows_[held]; }

  /// Numbers of given points as those of held ones, ascending.
  [[nodiscard]] std::vector<Index> to_held(std::vector<Index> given) const {
    if (rows_.empty()) return given;
    std::vector<Index> held_at(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) held_at[rows_[i]] = static_cast<Index>(i);
    for (Index& point : given) point = held_at[point];
    std::ranges::sort(given);
    return given;
  }
  /// A value of each held point, in the order in which the points were given.
  template <class T>
  [[nodiscard]] std::vector<T> to_given(const std::vector<T>& values) const {
    if (rows_.empty()) return values;
    std::vector<T> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) result[rows_[i]] = values[i];
    return result;
  }
  [[nodiscard]] Matrix<double> to_given(Matrix<double> matrix) const {
    if (rows_.empty()) return matrix;
    Matrix<double> result(matrix.rows(), matrix.cols());
    for (Index i = 0; i < matrix.rows(); ++i) std::ranges::copy(matrix.row(i), result.row(rows_[i]).begin());
    return result;
  }

 private:
  std::vector<Index> rows_;
};

}  // namespace codimap
