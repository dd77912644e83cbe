// Points that reach a query: those that it is as near to as their own k-th neighbour, or nearer.
//
// Codes find them as they find near points, but that each point has a radius of its own, by which its sums begin
// higher.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "neighbors/list_codes.hpp"

namespace codimap {

template <class T>
struct Reaches {
  /// Of each point; borrowed.
  std::span<const double> squared_radius;
  std::vector<double> largest_square{};  // of each list: the squared radius from within which queries want it
  std::vector<double> longest{};  // of each list, in steps: the largest radius and the roundings of point and query
  std::vector<std::int32_t> starts{};  // as those of the codes

  /// The codes of a list, their sums beginning as reaches have it.
  [[nodiscard]] CodeList of(const ListCodes<T>& codes, Index list) const {
    CodeList result = codes.of(list);
    result.starts = starts.data() + codes.strips[list] * code_strip;
    return result;
  }
  /// The sum that every point has that reaches the query.
  [[nodiscard]] std::int32_t least_sum(const ListCodes<T>& codes, Index list, const Rounded& query,
                                       Index columns) const;
};

/// With `all`, largest_square is the largest of the list. Without, a few points that reach much further than the others
/// do not count: they are found from their own list and those near to it only.
template <class T>
[[nodiscard]] Reaches<T> make_reaches(const PointLists<T>& lists, const ListCodes<T>& codes,
                                      std::span<const double> squared_radius, bool all, const Execution& run);

}  // namespace codimap
