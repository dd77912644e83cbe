// How far a search looks around, learned from queries whose neighbours are known.
#pragma once

#include <span>

#include "neighbors/lists.hpp"
#include "neighbors/search.hpp"

namespace codimap {

struct Probing {
  /// A query wants a list whose cell begins within `reach` times its k-th distance.
  double reach = 1;
  /// Lists around a query's own, by the distance of their centres, that it may want.
  Index lists_around = 0;
  /// No list is left out that may hold a neighbour, and distances in double decide throughout.
  bool exact = false;
};

/// The list of each point.
[[nodiscard]] std::vector<std::int32_t> list_of_each(const Groups& lists);

/// The least reach with which queries find `recall` of their neighbours. `nearest` are those of each row of `queries`,
/// `own` is the list that it belongs to. The first `skipped` neighbours do not count, which are the query itself.
template <class T>
[[nodiscard]] Probing learn_probing(MatrixView<T> queries, std::span<const std::int32_t> own, const Neighbors& nearest,
                                    Index skipped, const PointLists<T>& lists, double recall, const Execution& run);

}  // namespace codimap
