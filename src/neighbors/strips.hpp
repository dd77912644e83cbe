// Rows of a matrix as the strips that the loops of src/simd take, and their squared distances in double.
#pragma once

#include <algorithm>
#include <span>

#include "codimap/matrix.hpp"
#include "simd/loops.hpp"

namespace codimap {

/// Lays out up to lanes<T> rows as one strip. Lanes without a row repeat the first.
template <class T, class RowOf>
void pack_strip(MatrixView<T> matrix, Index count, RowOf row_of, T* strip) {
  for (Index lane = 0; lane < lanes<T>; ++lane) {
    const T* row = matrix.row(row_of(lane < count ? lane : 0)).data();
    for (Index c = 0; c < matrix.cols(); ++c) strip[c * lanes<T> + lane] = row[c];
  }
}

/// In the order of the columns, whatever T is.
template <class T>
double squared_distance_in_double(std::span<const T> a, std::span<const T> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    const double difference = static_cast<double>(a[c]) - static_cast<double>(b[c]);
    sum += difference * difference;
  }
  return sum;
}

/// out[i] = the same for `query` and row_of(i), a few at a time so that their sums do not wait for one another.
template <class T, class RowOf>
void squared_distances_in_double(std::span<const T> query, Index count, RowOf row_of, double* out) {
  constexpr Index few = 4;
  for (Index first = 0; first < count; first += few) {
    const T* row[few];
    double sum[few] = {};
    for (Index i = 0; i < few; ++i) row[i] = row_of(std::min(first + i, count - 1)).data();
    for (std::size_t c = 0; c < query.size(); ++c)
      for (Index i = 0; i < few; ++i) {
        const double difference = static_cast<double>(query[c]) - static_cast<double>(row[i][c]);
        sum[i] += difference * difference;
      }
    std::copy_n(sum, std::min(few, count - first), out + first);
  }
}

}  // namespace codimap
