// What new points are near to among the points of a kernel, as often as it is asked.
#pragma once

#include <mutex>
#include <optional>
#include <span>

#include "neighbors/list_search.hpp"

namespace codimap {

/// Among few points all pairs are looked at. Among many, new points go through the lists that the neighbours of the
/// points were found by, as these did, and so with the same recall; in few columns, where there were none, through
/// lists that are made for it, of which none is left out that may hold a neighbour.
template <class T>
class NewPointSearch {
 public:
  NewPointSearch() = default;
  explicit NewPointSearch(std::optional<LearnedLists<T>> learned) : learned_(std::move(learned)) {}
  void keep(std::optional<LearnedLists<T>> learned) { learned_ = std::move(learned); }
  /// The lists that the points were searched by.
  [[nodiscard]] const std::optional<LearnedLists<T>>& learned() const { return learned_; }

  /// The k nearest points of each query, and those with it within their radius. Points, k and radii are the same at
  /// each call; codes are made at the first.
  [[nodiscard]] NewNeighbors find(MatrixView<T> queries, MatrixView<T> points, Index k,
                                  std::span<const double> squared_radius, const Execution& run) const;

 private:
  struct Prepared {
    LearnedLists<T> own;  // where there are none from the points
    ListCodes<T> codes;
    Reaches<T> reaches;
  };

  void prepare(MatrixView<T> points, Index k, std::span<const double> squared_radius, const Execution& run) const;

  std::optional<LearnedLists<T>> learned_;
  mutable std::once_flag once_;
  mutable Prepared prepared_;
};

}  // namespace codimap
