// The points of lists rounded to 8 bits, for a first look at many of them: see simd/code_loops.hpp.
//
// A list rounds its points around its centre, all columns by the same step. A query is rounded anew for each list, and
// where it lies outside of the box that codes reach to, the nearest point of the box is rounded in its place. How near
// codes must be so that no point is missed follows from the lengths of the roundings themselves, whatever the data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "neighbors/lists.hpp"
#include "simd/code_loops.hpp"
#include "simd/near_loops.hpp"

namespace codimap {

template <class T>
struct ListCodes {
  Index a_point = 0;                   // words
  std::vector<Index> strips{};         // list l has the strips strips[l] … strips[l + 1] − 1
  std::vector<std::uint32_t> words{};  // as simd/code_loops.hpp has them
  std::vector<std::int32_t> starts{};
  std::vector<T> scale{};                   // of each list: steps a unit
  std::vector<double> rounding{};           // of each list: the longest rounding of a point, in steps
  std::vector<std::int32_t> outside_box{};  // of each list: points outside of the box, which are always looked at

  [[nodiscard]] CodeList of(Index list) const {
    return {.words = words.data() + strips[list] * code_strip * a_point,
            .starts = starts.data() + strips[list] * code_strip,
            .strips = strips[list + 1] - strips[list],
            .a_point = a_point};
  }
};

template <class T>
[[nodiscard]] ListCodes<T> encode_lists(MatrixView<T> points, const PointLists<T>& lists, const Execution& run);

/// What queries meet.
template <class T>
struct CodedLists {
  MatrixView<T> points;
  const PointLists<T>& lists;
  const ListCodes<T>& codes;
};

/// What squared distances in the precision of codes and loops may be off by, relative to themselves.
[[nodiscard]] double relative_slack(Index columns);

/// The length of a rounding, in steps, with what float32 adds to it.
[[nodiscard]] double rounding_length(const Rounded& rounded, Index columns);

/// Half of the squared distance from a code that a code at distance zero has: its sum with the query.
[[nodiscard]] inline std::int32_t sum_at_zero(const Rounded& query) { return query.norm / 2 + code_offset * query.sum; }

/// The sum that every point reaches that lies within `limit` of a query, a squared distance as the loops of T round it.
template <class T>
[[nodiscard]] std::int32_t least_sum(const Rounded& query, double limit, T scale, double point_rounding, Index columns);

}  // namespace codimap
