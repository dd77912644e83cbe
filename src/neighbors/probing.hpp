// How far the self-join looks around, learned from queries whose neighbours are known.
#pragma once

#include <span>

#include "neighbors/lists.hpp"
#include "neighbors/search.hpp"

namespace codimap {

struct Probing {
  /// A query wants a list whose cell begins within `reach` times its k-th distance. 1 finds every neighbour.
  double reach = 1;
  /// Lists around a query's own, by the distance of their centres, that it may want.
  Index lists_around = 0;
};

/// The least reach with which the queries find `recall` of their neighbours. `nearest` are those of points.row(q) for
/// each q in `queries`, the first of them being the point itself.
template <class T>
[[nodiscard]] Probing learn_probing(MatrixView<T> points, const PointLists<T>& lists,
                                    std::span<const std::int32_t> queries, const Neighbors& nearest, double recall,
                                    const Execution& run);

}  // namespace codimap
