// The loops themselves, compiled once for each instruction set by a file that includes this one.
//
// Everything is local to that file and nothing here calls a function of another header: an inline function shared
// between files of different instruction sets would be kept in one of its versions only, and perhaps in one that the
// processor cannot run.
#pragma once

#include "simd/loops.hpp"
#include "simd/product_loops_body.hpp"
#include "simd/vectors.hpp"

namespace codimap {
namespace {

template <class T>
struct Exponential;

template <>
struct Exponential<float> {
  using Bits = std::int32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr Bits bias = 127;
  static constexpr float underflow = 87.0F;
  static constexpr float rounder = 12582912.0F;  // 1.5·2²³: adding it rounds to a whole number, in the lowest bits
  static constexpr float log2_e = 1.44269504F;
  static constexpr float ln2_high = 0.693359375F;
  static constexpr float ln2_low = -2.12194440e-4F;
  // Chebyshev fit of e^x for |x| ≤ ln 2/2, highest power first: error 2e-9.
  static constexpr float coefficients[] = {0.0013941119F, 0.0083751348F, 0.041666353F, 0.16666415F,
                                           0.5F,          1.00000004F,   1.0F};
};

template <>
struct Exponential<double> {
  using Bits = std::int64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr Bits bias = 1023;
  static constexpr double underflow = 708.0;
  static constexpr double rounder = 6755399441055744.0;  // 1.5·2⁵²
  static constexpr double log2_e = 1.4426950408889634;
  static constexpr double ln2_high = 6.93147180369123816490e-01;
  static constexpr double ln2_low = 1.90821492927058770002e-10;
  // The same, error 3e-18.
  static constexpr double coefficients[] = {2.5110049204818659793e-8,
                                            2.763265472252779189e-7,
                                            2.7557240887229868596e-6,
                                            2.4801485441561312966e-5,
                                            1.9841269890076402829e-4,
                                            1.3888888952352862866e-3,
                                            8.3333333333195896163e-3,
                                            4.166666666648795252e-2,
                                            0.1666666666666668082,
                                            0.50000000000000184039,
                                            1.0,
                                            1.0};
};

/// exp(−z) for z ≥ 0; 0 where z is not less than `largest`, which must not go beyond Exponential::underflow.
template <class T>
__attribute__((always_inline)) inline Lanes<T> exp_of_negative(Lanes<T> z, T largest) {
  using E = Exponential<T>;
  using Bits = typename E::Bits;
  using BitLanes __attribute__((vector_size(vector_bytes))) = Bits;
  const BitLanes counts = z < largest;
  const Lanes<T> rounded = z * E::log2_e + E::rounder;
  const Lanes<T> whole = rounded - E::rounder;
  const Lanes<T> rest = (whole * E::ln2_high - z) + whole * E::ln2_low;
  Lanes<T> value = rest * E::coefficients[0] + E::coefficients[1];
  for (unsigned c = 2; c < sizeof(E::coefficients) / sizeof(T); ++c) value = value * rest + E::coefficients[c];
  const BitLanes rounder_bits = reinterpret_cast<BitLanes>(Lanes<T>{} + E::rounder);
  const BitLanes exponent = E::bias - (reinterpret_cast<BitLanes>(rounded) - rounder_bits);
  const auto power = reinterpret_cast<Lanes<T>>(exponent << E::mantissa_bits);
  return reinterpret_cast<Lanes<T>>(reinterpret_cast<BitLanes>(value * power) & counts);
}

/// A few rows of one strip of a tile of squared distances, in registers.
template <class T>
struct Panel {
  Lanes<T> value[Vector<T>::rows][Vector<T>::a_strip];
  // One by one: zeroed as a whole the values would go through memory. By number: what a reference is bound to is taken
  // for aligned.
  Panel() {
    for (int r = 0; r < Vector<T>::rows; ++r)
      for (int s = 0; s < Vector<T>::a_strip; ++s) value[r][s] = Lanes<T>{};
  }
};

/// Adds the coordinates [from, to) to squared distances.
template <class T>
inline void add_coordinates(const T* points, const T* strip, Index dimensions, Index from, Index to, Panel<T>& sum) {
  using V = Vector<T>;
  for (Index k = from; k < to; ++k) {
    Lanes<T> y[V::a_strip];
    for (int s = 0; s < V::a_strip; ++s) y[s] = load(strip + k * lanes<T> + s * V::width);
    for (int r = 0; r < V::rows; ++r) {
      const T x = points[r * dimensions + k];
      for (int s = 0; s < V::a_strip; ++s) {
        const Lanes<T> difference = y[s] - x;
        sum.value[r][s] += difference * difference;
      }
    }
  }
}

template <class T>
inline Panel<T> distance_panel(const T* points, const T* strip, Index dimensions) {
  Panel<T> sum;
  add_coordinates(points, strip, dimensions, 0, dimensions, sum);
  return sum;
}

template <class T>
void squared_distances(const T* points, Index rows, const T* strip_points, Index strips, Index dimensions, T* tile) {
  using V = Vector<T>;
  for (Index strip = 0; strip < strips; ++strip)
    for (Index j = 0; j < rows; j += V::rows) {
      const Panel<T> panel =
          distance_panel(points + j * dimensions, strip_points + strip * lanes<T> * dimensions, dimensions);
      for (int r = 0; r < V::rows; ++r)
        for (int s = 0; s < V::a_strip; ++s)
          store(tile + ((j + r) * strips + strip) * lanes<T> + s * V::width, panel.value[r][s]);
    }
}

/// tile(j, i) = affinity(d², b_j, b_i, largest exponent).
template <class T, class Affinity>
inline void for_each_pair(const T* points, const T* point_scale, Index rows, const T* strip_points,
                          const T* strip_scale, Index strips, Index dimensions, T largest_exponent, T* tile,
                          Affinity affinity) {
  using V = Vector<T>;
  const T largest = largest_exponent < Exponential<T>::underflow ? largest_exponent : Exponential<T>::underflow;
  for (Index strip = 0; strip < strips; ++strip)
    for (Index j = 0; j < rows; j += V::rows) {
      const Panel<T> panel =
          distance_panel(points + j * dimensions, strip_points + strip * lanes<T> * dimensions, dimensions);
      for (int r = 0; r < V::rows; ++r)
        for (int s = 0; s < V::a_strip; ++s) {
          const Lanes<T> scale = load(strip_scale + strip * lanes<T> + s * V::width);
          store(tile + ((j + r) * strips + strip) * lanes<T> + s * V::width,
                affinity(panel.value[r][s], point_scale[j + r], scale, largest));
        }
    }
}

template <class T>
void gaussians(const T* points, const T* point_scale, Index rows, const T* strip_points, const T* strip_scale,
               Index strips, Index dimensions, T largest_exponent, T* tile) {
  for_each_pair(
      points, point_scale, rows, strip_points, strip_scale, strips, dimensions, largest_exponent, tile,
      [](Lanes<T> squared, T b_j, Lanes<T> b_i, T largest)
          __attribute__((always_inline)) { return exp_of_negative<T>(squared * (b_i * b_j), largest); });
}

template <class T>
void row_wise_gaussians(const T* points, const T* point_scale, Index rows, const T* strip_points, const T* strip_scale,
                        Index strips, Index dimensions, T largest_exponent, T* tile) {
  for_each_pair(
      points, point_scale, rows, strip_points, strip_scale, strips, dimensions, largest_exponent, tile,
      [](Lanes<T> squared, T b_j, Lanes<T> b_i, T largest) __attribute__((always_inline)) {
        return exp_of_negative<T>(squared * (b_j * b_j), largest) + exp_of_negative<T>(squared * (b_i * b_i), largest);
      });
}

template <class T>
void scale(const double* row_weight, Index rows, const double* column_weight, Index strips, T* tile) {
  const Index cols = strips * lanes<T>;
  for (Index j = 0; j < rows; ++j)
    for (Index i = 0; i < cols; ++i) tile[j * cols + i] *= static_cast<T>(row_weight[j] * column_weight[i]);
}

/// Sums become add(j, value, sum) for the rows j of a tile, for a few columns at a time whose sums stay in registers.
/// By value: vectors here are aligned as their elements are, and clang takes a reference to one for aligned as a whole.
template <class T, class Add>
inline void for_each_column(const T* tile, Index rows, Index strips, double* sums, Add add) {
  constexpr int width = Vector<double>::width;
  constexpr int together = 4;
  const Index cols = strips * lanes<T>;
  for (Index i = 0; i < cols; i += together * width) {
    DoubleLanes sum[together];
    for (int s = 0; s < together; ++s) sum[s] = load(sums + i + s * width);
    for (Index j = 0; j < rows; ++j)
      for (int s = 0; s < together; ++s) sum[s] = add(j, load_as_double(tile + j * cols + i + s * width), sum[s]);
    for (int s = 0; s < together; ++s) store(sums + i + s * width, sum[s]);
  }
}

template <class T>
void add_rows(const T* tile, Index rows, Index strips, double* sums) {
  for_each_column(tile, rows, strips, sums, [](Index, DoubleLanes value, DoubleLanes sum) { return sum + value; });
}

template <class T>
void add_squares(const T* tile, const double* weight, Index rows, Index strips, double* sums) {
  for_each_column(tile, rows, strips, sums,
                  [weight](Index j, DoubleLanes value, DoubleLanes sum) { return sum + value * value * weight[j]; });
}

/// The same with add(i, value, sum) for the columns i of each row of a tile; adds up the lanes of the sum at the end.
template <class T, class Add>
inline void for_each_row(const T* tile, Index rows, Index strips, double* sums, Add add) {
  constexpr int width = Vector<double>::width;
  constexpr int together = 4;
  const Index cols = strips * lanes<T>;
  for (Index j = 0; j < rows; ++j) {
    DoubleLanes sum[together];
    for (int s = 0; s < together; ++s) sum[s] = DoubleLanes{};
    for (Index i = 0; i < cols; i += together * width)
      for (int s = 0; s < together; ++s)
        sum[s] = add(i + s * width, load_as_double(tile + j * cols + i + s * width), sum[s]);
    const DoubleLanes total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    for (int lane = 0; lane < width; ++lane) sums[j] += total[lane];
  }
}

template <class T>
void add_columns(const T* tile, Index rows, Index strips, double* sums) {
  for_each_row(tile, rows, strips, sums, [](Index, DoubleLanes value, DoubleLanes sum) { return sum + value; });
}

template <class T>
void add_column_squares(const T* tile, const double* weight, Index rows, Index strips, double* sums) {
  for_each_row(tile, rows, strips, sums, [weight](Index i, DoubleLanes value, DoubleLanes sum) {
    return sum + value * value * load(weight + i);
  });
}

template <class T>
constexpr Loops<T> these_loops{.squared_distances = squared_distances<T>,
                               .gaussians = gaussians<T>,
                               .row_wise_gaussians = row_wise_gaussians<T>,
                               .scale = scale<T>,
                               .add_rows = add_rows<T>,
                               .add_squares = add_squares<T>,
                               .add_columns = add_columns<T>,
                               .add_column_squares = add_column_squares<T>,
                               .add_product = add_product<T>,
                               .add_strided_product = add_strided_product<T>,
                               .multiply_row = multiply_row<T, double>,
                               .laplacian_row = laplacian_row<T, double>,
                               .laplacian_row_float = laplacian_row<T, float>};

}  // namespace
}  // namespace codimap
