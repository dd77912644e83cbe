// Which points of a kernel share a row, being copies of one another. Where there are none, nothing is stored.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"
#include "neighbors/distinct_rows.hpp"

namespace codimap {

class Copies {
 public:
  Copies() = default;
  /// Every distinct row has a point, and every point a row.
  explicit Copies(std::vector<Index> row_of, Index rows) : row_of_(std::move(row_of)) {
    if (static_cast<Index>(row_of_.size()) == rows) row_of_.clear();
    if (row_of_.empty()) return;
    offsets_.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const Index u : row_of_) ++offsets_[u + 1];
    for (std::size_t u = 1; u < offsets_.size(); ++u) offsets_[u] += offsets_[u - 1];
    std::vector<Index> next = offsets_;
    points_.resize(row_of_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) points_[next[row_of_[i]]++] = static_cast<Index>(i);
  }

  [[nodiscard]] bool any() const { return !row_of_.empty(); }
  [[nodiscard]] Index row_of(Index point) const { return any() ? row_of_[point] : point; }
  /// The row of each point; empty where there are no copies.
  [[nodiscard]] std::span<const Index> rows() const { return row_of_; }
  [[nodiscard]] Index first(Index row) const { return any() ? points_[offsets_[row]] : row; }
  [[nodiscard]] Index count(Index row) const { return any() ? offsets_[row + 1] - offsets_[row] : 1; }
  /// visit(point) for the points of a row, ascending.
  template <class Visit>
  void for_each(Index row, Visit&& visit) const {
    if (!any()) return visit(row);
    for (Index p = offsets_[row]; p < offsets_[row + 1]; ++p) visit(points_[p]);
  }

 private:
  std::vector<Index> row_of_;
  std::vector<Index> offsets_;  // of points_, by row
  std::vector<Index> points_;
};

}  // namespace codimap
