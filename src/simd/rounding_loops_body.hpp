// The loops that round points to codes, and those that then decide: compiled as those of loops_body.hpp and under its
// rules.
#pragma once

#include "simd/near_loops.hpp"
#include "simd/vectors.hpp"

namespace codimap {
namespace {

template <class T, int bytes>
struct ShortVector {
  using type __attribute__((vector_size(bytes), may_alias, aligned(sizeof(T)))) = T;
};

/// The sum of all lanes, in halves.
template <class T, int bytes = vector_bytes>
inline T sum_of_lanes(typename ShortVector<T, bytes>::type v) {
  if constexpr (bytes == sizeof(T)) {
    return v[0];
  } else {
    typename ShortVector<T, bytes / 2>::type half[2];
    __builtin_memcpy(half, &v, sizeof v);
    return sum_of_lanes<T, bytes / 2>(half[0] + half[1]);
  }
}

template <class T>
T largest_difference(const T* a, const T* b, Index dimensions) {
  Lanes<T> most{};
  Index c = 0;
  for (; c + Vector<T>::width <= dimensions; c += Vector<T>::width) {
    const Lanes<T> d = load(a + c) - load(b + c);
    most = d > most ? d : most;
    most = -d > most ? -d : most;
  }
  T largest = 0;
  for (int i = 0; i < Vector<T>::width; ++i) largest = most[i] > largest ? most[i] : largest;
  for (; c < dimensions; ++c) {
    const T d = a[c] > b[c] ? a[c] - b[c] : b[c] - a[c];
    largest = d > largest ? d : largest;
  }
  return largest;
}

constexpr int steps_together = 16;

/// Coordinates in steps. What is very far is taken for nearer, so that its square is a number.
template <class T>
inline void take_steps(const T* row, const T* centre, T scale, float* steps) {
  constexpr int width = Vector<T>::width;
  using Steps __attribute__((vector_size(width * sizeof(float)), may_alias, aligned(sizeof(float)))) = float;
  const Lanes<T> far = Lanes<T>{} + T{1} * (Index{1} << 50);
  for (int c = 0; c < steps_together; c += width) {
    Lanes<T> step = (load(row + c) - load(centre + c)) * scale;
    step = step < far ? step : far;
    step = step > -far ? step : -far;
    *reinterpret_cast<Steps*>(steps + c) = __builtin_convertvector(step, Steps);
  }
}

/// The same for the last few, zeros behind.
template <class T>
inline void take_last_steps(const T* row, const T* centre, T scale, Index count, float* steps) {
  T rest[2][steps_together] = {};
  for (Index c = 0; c < count; ++c) {
    rest[0][c] = row[c];
    rest[1][c] = centre[c];
  }
  take_steps(rest[0], rest[1], scale, steps);
}

template <class T>
Rounded round_to_codes(const T* row, const T* centre, T scale, int largest, Index dimensions, std::int8_t* codes) {
  constexpr float rounder = 12582912.0F;  // 1.5·2²³: adding it rounds to a whole number, in the lowest bits
  constexpr int width = Vector<float>::width;
  using Whole __attribute__((vector_size(vector_bytes), may_alias)) = std::int32_t;
  using Code __attribute__((vector_size(width), may_alias, aligned(1))) = std::int8_t;
  const Lanes<float> most = Lanes<float>{} + static_cast<float>(largest);
  Lanes<float> outside{};
  Lanes<float> error{};
  Whole sum{};
  Whole norm{};
  alignas(64) float steps[steps_together];
  for (Index from = 0; from < dimensions; from += steps_together) {
    if (dimensions - from >= steps_together)
      take_steps(row + from, centre + from, scale, steps);
    else
      take_last_steps(row + from, centre + from, scale, dimensions - from, steps);
    for (int c = 0; c < steps_together; c += width) {
      const Lanes<float> v = load(steps + c);
      Lanes<float> inside = v < most ? v : most;
      inside = inside > -most ? inside : -most;
      const Lanes<float> rounded = inside + rounder;
      const Lanes<float> lost = inside - (rounded - rounder);
      const Whole whole = reinterpret_cast<Whole>(rounded) - reinterpret_cast<Whole>(Lanes<float>{} + rounder);
      outside += (v - inside) * (v - inside);
      error += lost * lost;
      sum += whole;
      norm += whole * whole;
      *reinterpret_cast<Code*>(codes + from + c) = __builtin_convertvector(whole, Code);
    }
  }
  return {.sum = sum_of_lanes<std::int32_t>(sum),
          .norm = sum_of_lanes<std::int32_t>(norm),
          .error = sum_of_lanes<float>(error),
          .outside = sum_of_lanes<float>(outside)};
}

/// Squared distances of `few` rows from a query. Where the last columns do not fill a vector, the last vector of the
/// row is taken without what was in those before.
template <int few, class T>
inline void distances_of_rows(const T* query, const T* const* row, Index dimensions, T* out) {
  constexpr Index width = Vector<T>::width;
  Lanes<T> sum[few];
  for (int i = 0; i < few; ++i) sum[i] = Lanes<T>{};
  T rest[few] = {};
  Index c = 0;
  for (; c + width <= dimensions; c += width) {
    const Lanes<T> q = load(query + c);
    for (int i = 0; i < few; ++i) {
      const Lanes<T> difference = q - load(row[i] + c);
      sum[i] += difference * difference;
    }
  }
  if (c < dimensions && dimensions >= width) {
    Lanes<T> keep{};
    for (Index l = 0; l < width; ++l) keep[l] = l >= c + width - dimensions ? T{1} : T{0};
    const Lanes<T> q = load(query + dimensions - width);
    for (int i = 0; i < few; ++i) {
      const Lanes<T> difference = (q - load(row[i] + dimensions - width)) * keep;
      sum[i] += difference * difference;
    }
  } else {
    for (; c < dimensions; ++c)
      for (int i = 0; i < few; ++i) rest[i] += (query[c] - row[i][c]) * (query[c] - row[i][c]);
  }
  for (int i = 0; i < few; ++i) out[i] = sum_of_lanes<T>(sum[i]) + rest[i];
}

template <class T>
void distances_to(const T* query, const T* points, const std::int32_t* rows, Index count, Index dimensions, T* out) {
  constexpr int few = 4;
  const T* row[few];
  Index first = 0;
  for (; first + few <= count; first += few) {
    for (int i = 0; i < few; ++i) row[i] = points + rows[first + i] * dimensions;
    distances_of_rows<few>(query, row, dimensions, out + first);
  }
  for (; first < count; ++first) {
    row[0] = points + rows[first] * dimensions;
    distances_of_rows<1>(query, row, dimensions, out + first);
  }
}

}  // namespace
}  // namespace codimap
