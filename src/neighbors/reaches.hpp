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
  /// Of each list: the largest radius squared, but for a few points that reach much further than the others. How far
  /// queries come from that want the list.
  std::vector<double> usual_square{};
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

template <class T>
[[nodiscard]] Reaches<T> make_reaches(const PointLists<T>& lists, const ListCodes<T>& codes,
                                      std::span<const double> squared_radius, const Execution& run);

}  // namespace codimap
