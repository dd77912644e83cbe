// The loops that multiply blocks of columns, compiled as those of loops_body.hpp and under its rules.
#pragma once

#include "simd/loops.hpp"
#include "simd/vectors.hpp"

namespace codimap {
namespace {

/// out(r, ·) += Σ_j a(j, r)·strip(j, ·) for `count` columns r of a, whose sums stay in registers.
template <int count, class T>
inline void add_panel(const T* a, Index row_step, Index column_step, Index rows, const T* strip, double* out,
                      Index out_width) {
  using V = Vector<T>;
  Lanes<T> sum[count][V::a_strip];
  for (auto& row : sum)
    for (Lanes<T>& lane : row) lane = Lanes<T>{};
  for (Index j = 0; j < rows; ++j) {
    Lanes<T> b[V::a_strip];
    for (int s = 0; s < V::a_strip; ++s) b[s] = load(strip + j * lanes<T> + s * V::width);
    for (int r = 0; r < count; ++r)
      for (int s = 0; s < V::a_strip; ++s) sum[r][s] += a[j * row_step + r * column_step] * b[s];
  }
  alignas(64) T sums[count][lanes<T>];
  for (int r = 0; r < count; ++r)
    for (int s = 0; s < V::a_strip; ++s) store(sums[r] + s * V::width, sum[r][s]);
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < lanes<T>; c += Vector<double>::width) {
      double* to = out + r * out_width + c;
      store(to, load(to) + load_as_double(sums[r] + c));
    }
}

template <class T>
void add_product(const T* tile, Index rows, const T* block, double* out, Index out_width) {
  for (Index i = 0; i < tile_size; i += Vector<T>::rows)
    add_panel<Vector<T>::rows>(tile + i, tile_size, 1, rows, block, out + i * out_width, out_width);
}

/// The columns of a from `first` on, `count` of them at a time and what is left over in halves of that.
template <int count, class T>
inline void add_panels(const StridedMatrix<T>& a, Index first, const T* strip, double* out, Index out_width) {
  Index i = first;
  for (; i + count <= a.columns; i += count)
    add_panel<count>(a.data + i * a.column_step, a.row_step, a.column_step, a.rows, strip, out + i * out_width,
                     out_width);
  if constexpr (count > 1)
    if (i < a.columns) add_panels<count / 2>(a, i, strip, out, out_width);
}

template <class T>
void add_strided_product(const StridedMatrix<T>& a, const T* strip, double* out, Index out_width) {
  // More than eight columns that lie far apart would want more pointers than there are registers.
  constexpr int together = Vector<T>::rows < 8 ? Vector<T>::rows : 8;
  add_panels<together>(a, 0, strip, out, out_width);
}

/// The columns of as many vectors as are given, whose sums stay in registers.
template <int vectors, class T>
inline void multiply_row_part(const std::int32_t* columns, const T* values, Index count, const double* weight,
                              const double* block, Index width, double* sums) {
  DoubleLanes sum[vectors];
  for (DoubleLanes& lane : sum) lane = DoubleLanes{};
  for (Index e = 0; e < count; ++e) {
    const double value = weight ? static_cast<double>(values[e]) * weight[columns[e]] : static_cast<double>(values[e]);
    const double* from = block + columns[e] * width;
    for (int v = 0; v < vectors; ++v) sum[v] += value * load(from + v * Vector<double>::width);
  }
  for (int v = 0; v < vectors; ++v) store(sums + v * Vector<double>::width, sum[v]);
}

template <class T>
void multiply_row(const std::int32_t* columns, const T* values, Index count, const double* weight, const double* block,
                  Index width, double* sums) {
  constexpr Index one = Vector<double>::width;
  Index c = 0;
  for (; c + 8 * one <= width; c += 8 * one)
    multiply_row_part<8>(columns, values, count, weight, block + c, width, sums + c);
  for (; c + one <= width; c += one) multiply_row_part<1>(columns, values, count, weight, block + c, width, sums + c);
  for (; c < width; ++c) {
    double sum = 0;
    for (Index e = 0; e < count; ++e)
      sum += (weight ? static_cast<double>(values[e]) * weight[columns[e]] : static_cast<double>(values[e])) *
             block[columns[e] * width + c];
    sums[c] = sum;
  }
}

}  // namespace
}  // namespace codimap
