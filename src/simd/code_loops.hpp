// The loops of a first look at many points: points and queries are rounded to 8 bits around the centre of a list, and
// their products are summed as integers. Every instruction set gives the same sums.
//
// Codes stand in strips of 32 points. A word holds the next four coordinates of one point, each raised by 128 so that
// it has no sign; the first word of all points of a strip comes first, then the second. A sum begins with a number of
// the point's own, so that one comparison tells whether it is near: Σ (x + 128)·q − ‖x‖²/2 grows as x comes closer to
// q.
#pragma once

#include <algorithm>
#include <cstdint>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Points of a strip.
inline constexpr Index code_strip = 32;
/// Queries that meet a list of codes together.
inline constexpr Index code_queries = 8;
/// Coordinates of a word.
inline constexpr Index code_word = 4;
/// Added to the codes of points.
inline constexpr std::int32_t code_offset = 128;

/// Sums of products of codes, starts included, stay below this by magnitude.
inline constexpr std::int32_t largest_sum = std::int32_t{1} << 29;
/// Where sums of a point begin that is to be out of any reach, or in reach of every query. Its codes are zeros as they
/// stand, offset included.
inline constexpr std::int32_t never_near = -2 * largest_sum;
inline constexpr std::int32_t always_near = 2 * largest_sum - 1;

/// Beyond so many columns not even codes of −1, 0 and 1 keep sums below the largest.
inline constexpr Index most_code_columns = largest_sum / (2 * code_offset);

/// The largest code by magnitude: 127, and less where sums over so many columns could become too large.
[[nodiscard]] constexpr int largest_code(Index columns) {
  return static_cast<int>(
      std::clamp<Index>(2 * largest_sum / (5 * code_offset * std::max<Index>(columns, 1)), 1, code_offset - 1));
}

/// Words that hold the codes of a point.
[[nodiscard]] constexpr Index code_words(Index columns) { return (columns + code_word - 1) / code_word; }

/// The codes of the points of a list.
struct CodeList {
  const std::uint32_t* words;  // a_point · code_strip of each strip
  const std::int32_t* starts;  // code_strip of each strip
  Index strips;
  Index a_point;  // words
};

struct CodeLoops {
  /// Lays out query `query` of the code_queries of a panel of 2 · code_queries · a_point numbers, as the loops below
  /// want it. `codes` ends with zeros where the columns do not fill the last word.
  void (*pack_query)(const std::int8_t* codes, Index a_point, Index query, std::int32_t* panel);
  /// sums[q·stride + i] = the sum of query q and point i.
  void (*sum)(const CodeList& list, const std::int32_t* panel, std::int32_t* sums, Index stride);
  /// marks[q·stride + s] = a bit for each point of strip s whose sum with query q is at least least[q].
  void (*mark)(const CodeList& list, const std::int32_t* panel, const std::int32_t* least, std::uint32_t* marks,
               Index stride);
  /// The same from the sums of one query.
  void (*mark_sums)(const std::int32_t* sums, Index strips, std::int32_t least, std::uint32_t* marks);
  /// How many of the sums of one query are at least `least`.
  Index (*count_sums)(const std::int32_t* sums, Index strips, std::int32_t least);
};

/// As `loops`.
[[nodiscard]] const CodeLoops& code_loops(const Execution& run);

}  // namespace codimap
