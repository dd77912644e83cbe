// Points sorted into lists by the nearest of many centres.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Members of groups, group by group: those of group g stand at offsets[g] … offsets[g + 1] − 1.
struct Groups {
  std::vector<Index> offsets;
  std::vector<std::int32_t> members;
  [[nodiscard]] Index size(Index group) const { return offsets[group + 1] - offsets[group]; }
  [[nodiscard]] std::span<const std::int32_t> of(Index group) const {
    return {members.data() + offsets[group], members.data() + offsets[group + 1]};
  }
};

[[nodiscard]] Groups group_by(std::span<const std::int32_t> group_of, Index groups);

/// Centres in two levels: each coarse one stands for a group of fine ones, which are looked up by way of it.
template <class T>
struct Centres {
  Matrix<T> coarse;            // one a group
  std::vector<Index> offsets;  // of group g: the fine centres offsets[g] … offsets[g + 1] − 1
  Matrix<T> fine;
};

/// Coarse centres around a point's own whose fine centres it is compared with.
inline constexpr Index usual_near_groups = 6;

/// The list of each point: the nearest fine centre among those of the few coarse centres around it, which is the
/// nearest of all but for a few points that lie between two. Equal points have the same list.
template <class T>
[[nodiscard]] std::vector<std::int32_t> lists_of(MatrixView<T> points, const Centres<T>& centres, const Execution& run,
                                                 Index near_groups = usual_near_groups);

/// A list may be empty.
template <class T>
struct PointLists {
  Centres<T> centres;  // a fine one for each list
  Groups lists;        // of points

  [[nodiscard]] Index count() const { return centres.fine.rows(); }
  [[nodiscard]] Index size(Index list) const { return lists.size(list); }
  [[nodiscard]] std::span<const std::int32_t> members(Index list) const { return lists.of(list); }
  [[nodiscard]] std::span<const T> centre(Index list) const { return centres.fine.view().row(list); }
};

/// Lists of about `list_size` points. With `all_centres` each point is in the list of the nearest of all.
template <class T>
[[nodiscard]] PointLists<T> make_lists(MatrixView<T> points, Index list_size, bool all_centres, const Execution& run);

}  // namespace codimap
