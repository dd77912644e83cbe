// The loops of the neighbour search themselves, compiled as those of loops_body.hpp and under its rules.
#pragma once

#include "simd/loops_body.hpp"
#include "simd/rounding_loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {
namespace {

template <class T>
struct LaneMask {
  using Bits = typename Exponential<T>::Bits;
  using type __attribute__((vector_size(vector_bytes), may_alias, aligned(sizeof(T)))) = Bits;
};

template <class T>
using Mask = typename LaneMask<T>::type;

inline bool any(Mask<double> mask) {
  std::int64_t bits = 0;
  for (int i = 0; i < vector_bytes / 8; ++i) bits |= mask[i];
  return bits != 0;
}

/// After so many columns the sums so far are looked at: most points are out of reach before the last.
constexpr Index columns_at_a_time = 16;

template <class T>
inline Mask<T> within(const Panel<T>& panel, int row, const Lanes<T>* limit) {
  Mask<T> mask = panel.value[row][0] <= limit[0];
  for (int s = 1; s < Vector<T>::a_strip; ++s) mask |= panel.value[row][s] <= limit[s];
  return mask;
}

template <class T>
inline bool any_within(const Panel<T>& panel, const Lanes<T>* limit) {
  Mask<T> near = within(panel, 0, limit);
  for (int r = 1; r < Vector<T>::rows; ++r) near |= within(panel, r, limit);
  return any(reinterpret_cast<Mask<double>>(near));
}

template <class T>
inline void keep_row(const Panel<T>& panel, int row, Index point, CandidateLists<T>& lists) {
  alignas(64) T distance[lanes<T>];
  for (int s = 0; s < Vector<T>::a_strip; ++s) store(distance + s * Vector<T>::width, panel.value[row][s]);
  for (Index i = 0; i < lanes<T>; ++i)
    if (distance[i] <= lists.limit[i]) {
      *lists.next[i]++ = {distance[i], static_cast<std::int32_t>(point)};
      --lists.room[i];
    }
}

template <class T>
inline bool has_room(const CandidateLists<T>& lists) {
  bool room = true;
  for (Index i = 0; i < lanes<T>; ++i) room &= lists.room[i] >= Vector<T>::rows;
  return room;
}

template <class T>
Index keep_near(const T* points, Index rows, Index first, const T* strip, Index dimensions, CandidateLists<T>& lists) {
  using V = Vector<T>;
  Lanes<T> limit[V::a_strip];
  for (int s = 0; s < V::a_strip; ++s) limit[s] = load(lists.limit + s * V::width);
  for (Index j = 0; j < rows; j += V::rows) {
    Panel<T> panel;
    bool near = true;
    for (Index from = 0; near && from < dimensions; from += columns_at_a_time) {
      const Index rest = dimensions - from;
      add_coordinates(points + j * dimensions, strip, dimensions, from,
                      from + (rest < columns_at_a_time ? rest : columns_at_a_time), panel);
      near = any_within(panel, limit);
    }
    if (!near) continue;
    if (!has_room(lists)) return j;
    for (int r = 0; r < V::rows; ++r)
      if (j + r < rows && any(reinterpret_cast<Mask<double>>(within(panel, r, limit))))
        keep_row(panel, r, first + j + r, lists);
  }
  return rows;
}

template <class T>
void find_nearest(const T* points, Index rows, const T* strip, Index dimensions, std::int32_t* nearest) {
  using V = Vector<T>;
  using Bits = typename LaneMask<T>::Bits;
  Lanes<T> smallest[V::a_strip];
  Mask<T> row_of[V::a_strip];
  for (int s = 0; s < V::a_strip; ++s) {
    smallest[s] = Lanes<T>{} + static_cast<T>(__builtin_inff());
    row_of[s] = Mask<T>{};
  }
  for (Index j = 0; j < rows; j += V::rows) {
    const Panel<T> panel = distance_panel(points + j * dimensions, strip, dimensions);
    for (int r = 0; r < V::rows && j + r < rows; ++r)
      for (int s = 0; s < V::a_strip; ++s) {
        const Mask<T> nearer = panel.value[r][s] < smallest[s];
        smallest[s] = nearer ? panel.value[r][s] : smallest[s];
        row_of[s] = nearer ? Mask<T>{} + static_cast<Bits>(j + r) : row_of[s];
      }
  }
  for (Index i = 0; i < lanes<T>; ++i)
    nearest[i] = static_cast<std::int32_t>(row_of[i / V::width][static_cast<int>(i % V::width)]);
}

template <class T>
constexpr NearLoops<T> these_near_loops{.keep_near = keep_near<T>,
                                        .find_nearest = find_nearest<T>,
                                        .largest_difference = largest_difference<T>,
                                        .round_to_codes = round_to_codes<T>,
                                        .distances_to = distances_to<T>};

constexpr LoopTables these_tables{.of_float = &these_loops<float>,
                                  .of_double = &these_loops<double>,
                                  .near_of_float = &these_near_loops<float>,
                                  .near_of_double = &these_near_loops<double>};

}  // namespace
}  // namespace codimap
