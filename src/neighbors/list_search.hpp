// The nearest neighbours among many points, nearly all of them: by lists of the points, which queries meet in the order
// of list_join.hpp and at first by their codes. How far queries look around is learned from a sample of them whose
// neighbours are found among all lists; another sample says what recall came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "neighbors/learned_lists.hpp"
#include "neighbors/list_codes.hpp"
#include "neighbors/reaches.hpp"
#include "neighbors/search.hpp"

namespace codimap {

/// Up to here all pairs are looked at.
inline constexpr Index most_exact_points = 20'000;

/// Share of the true neighbours that is looked for where nothing else is asked: some more than the 99 % that are meant.
inline constexpr double usual_recall = 0.994;

/// Whether a search among such points is by lists. It is exact in few dimensions, where a k-d tree is faster, and among
/// few points.
[[nodiscard]] constexpr bool searched_by_lists(Index points, Index columns) {
  return columns > most_tree_dimensions && columns <= most_code_columns && points > most_exact_points;
}

/// What new points are near to.
struct NewNeighbors {
  Neighbors nearest;
  /// For each, the points that it is within the radius of, ascending.
  std::vector<std::vector<std::int32_t>> reached_from;
};

/// The k nearest of each point, itself the first unless it has copies, and the lists that they were found by.
/// k ≤ points.rows() and points.cols() ≤ most_code_columns. Distances are those of nearest_neighbors. Of the true
/// neighbours about `wanted_recall` are found, of which 1 stands for all, by nearest_neighbors itself the same ones;
/// the recall of the result is measured on a sample.
template <class T>
[[nodiscard]] std::pair<Neighbors, LearnedLists<T>> join_by_lists(MatrixView<T> points, Index k, double wanted_recall,
                                                                  const Execution& run);

/// The same where searched_by_lists; elsewhere exact and without lists.
template <class T>
[[nodiscard]] std::pair<Neighbors, std::optional<LearnedLists<T>>> neighbors_among(MatrixView<T> points, Index k,
                                                                                   double wanted_recall,
                                                                                   const Execution& run);

/// Lists that no query leaves out which may hold one of its neighbours.
template <class T>
[[nodiscard]] LearnedLists<T> lists_without_limit(MatrixView<T> points, Index k, const Execution& run);

/// The k nearest points of each query, and with reaches the points that reach it, with the recall of the points.
template <class T>
[[nodiscard]] NewNeighbors search_lists(MatrixView<T> queries, MatrixView<T> points, const LearnedLists<T>& learned,
                                        const ListCodes<T>& codes, const Reaches<T>* reaches, const Execution& run);

/// The k nearest points of each query, by lists that are made for it. How far to look is learned from the queries.
template <class T>
[[nodiscard]] Neighbors search_by_lists(MatrixView<T> queries, MatrixView<T> points, Index k, double wanted_recall,
                                        const Execution& run);

}  // namespace codimap
