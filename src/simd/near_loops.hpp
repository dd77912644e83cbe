// The loops of the neighbour search: distances that are compared before they leave the registers.
#pragma once

#include <cstdint>

#include "simd/loops.hpp"

namespace codimap {

/// A point that was near enough, by its distance as the loops round it.
template <class T>
struct Candidate {
  T squared_distance;
  std::int32_t point;
};

/// Where the points of one strip keep their candidates; one of each member for every lane.
template <class T>
struct CandidateLists {
  Candidate<T>* next[lanes<T>];  // where the next candidate goes
  Index room[lanes<T>];          // how many still fit
  T limit[lanes<T>];             // squared distances beyond are of no interest; negative for a lane without a point
};

/// Points that the loops may read beyond the last they are asked to meet; what they find there has no effect.
inline constexpr Index rows_read_beyond = 15;

/// What rounding a row to codes came to. Squares are in squared steps.
struct Rounded {
  std::int32_t sum;   // of the codes
  std::int32_t norm;  // squared, of the codes
  float error;        // squared norm of what rounding took away or added
  float outside;      // squared distance from the box that codes reach to; the other numbers are of its nearest point
};

template <class T>
struct NearLoops {
  /// Shows `rows` points by rows, numbered from `first` on, to a strip of points: each lane keeps those within its
  /// limit. Stops before a list could overflow. Returns how many rows it showed.
  Index (*keep_near)(const T* points, Index rows, Index first, const T* strip, Index dimensions,
                     CandidateLists<T>& lists);
  /// nearest[i] = the row that lies nearest to point i of a strip, the first of them on ties.
  void (*find_nearest)(const T* points, Index rows, const T* strip, Index dimensions, std::int32_t* nearest);
  /// max |a − b| over the columns.
  T (*largest_difference)(const T* a, const T* b, Index dimensions);
  /// codes = (row − centre)·scale, rounded to whole numbers of up to `largest` by magnitude; zeros behind, up to a
  /// multiple of 16.
  Rounded (*round_to_codes)(const T* row, const T* centre, T scale, int largest, Index dimensions, std::int8_t* codes);
  /// out[i] = ‖query − points[rows[i]]‖², for points by rows.
  void (*distances_to)(const T* query, const T* points, const std::int32_t* rows, Index count, Index dimensions,
                       T* out);
};

/// As `loops`.
template <class T>
[[nodiscard]] const NearLoops<T>& near_loops(const Execution& run);

}  // namespace codimap
