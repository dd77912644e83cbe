// Lists of points with what was learned about searching them, as a model keeps them.
#pragma once

#include "base/archive.hpp"
#include "neighbors/lists.hpp"
#include "neighbors/probing.hpp"

namespace codimap {

/// Lists, and how far around its own a query looks for its k nearest points.
template <class T>
struct LearnedLists {
  PointLists<T> lists;
  Probing probing;
  Index k = 0;
};

template <class T>
void add_lists(ArchiveWriter& archive, const LearnedLists<T>& learned);

/// Of a set of `points` points with `columns` columns: what does not fit them is refused as damaged.
template <class T>
[[nodiscard]] LearnedLists<T> read_lists(ArchiveReader& archive, Index points, Index columns);

}  // namespace codimap
