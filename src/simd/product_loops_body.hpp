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
  for (int r = 0; r < count; ++r)
    for (int s = 0; s < V::a_strip; ++s) sum[r][s] = Lanes<T>{};
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

/// Vectors of sums that fit the registers beside what is added to them.
constexpr int most_sums = vector_bytes == 64 ? 24 : 14;

template <class T>
inline double entry(const T* values, const double* weight, const std::int32_t* columns, Index e) {
  return weight ? static_cast<double>(values[e]) * weight[columns[e]] : static_cast<double>(values[e]);
}

/// Columns of a block whose sums stay in `vectors` vectors of so many bytes. The last of them ends with the columns,
/// and overlaps the one before where they are no multiple of its width: what is summed twice is summed alike.
template <int bytes, int vectors, class T, class B>
inline void multiply_row_part(const std::int32_t* columns, const T* values, Index count, const double* weight,
                              const B* block, Index width, Index part, B* sums) {
  using Part __attribute__((vector_size(bytes), may_alias, aligned(sizeof(B)))) = B;
  constexpr int one = bytes / static_cast<int>(sizeof(B));
  const auto at = [part](int v) { return v < vectors - 1 ? Index{v} * one : part - one; };
  Part sum[vectors];
  for (int v = 0; v < vectors; ++v) sum[v] = Part{};
  for (Index e = 0; e < count; ++e) {
    const B value = static_cast<B>(entry(values, weight, columns, e));
    const B* from = block + columns[e] * width;
    for (int v = 0; v < vectors; ++v) sum[v] += value * *reinterpret_cast<const Part*>(from + at(v));
  }
  for (int v = 0; v < vectors; ++v) *reinterpret_cast<Part*>(sums + at(v)) = sum[v];
}

/// As many columns, up to what fits the registers, as are left. Returns how many.
template <int bytes, int vectors, class T, class B>
inline Index multiply_row_left(const std::int32_t* columns, const T* values, Index count, const double* weight,
                               const B* block, Index width, Index left, B* sums) {
  constexpr Index one = bytes / static_cast<Index>(sizeof(B));
  if constexpr (vectors > 1)
    if (left <= (vectors - 1) * one)
      return multiply_row_left<bytes, vectors - 1>(columns, values, count, weight, block, width, left, sums);
  const Index part = left < vectors * one ? left : vectors * one;
  multiply_row_part<bytes, vectors>(columns, values, count, weight, block, width, part, sums);
  return part;
}

template <class T, class B>
inline void multiply_row_column(const std::int32_t* columns, const T* values, Index count, const double* weight,
                                const B* block, B* sums) {
  B sum = 0;
  for (Index e = 0; e < count; ++e) sum += static_cast<B>(entry(values, weight, columns, e)) * block[columns[e]];
  *sums = sum;
}

/// With vectors of so many bytes, or of half as many where the block has fewer columns than one of them holds.
template <int bytes, class T, class B>
inline void multiply_row_by(const std::int32_t* columns, const T* values, Index count, const double* weight,
                            const B* block, Index width, B* sums) {
  constexpr Index one = bytes / static_cast<Index>(sizeof(B));
  if constexpr (one == 1) {
    if (width == 1) multiply_row_column(columns, values, count, weight, block, sums);
  } else {
    if (width < one) return multiply_row_by<bytes / 2>(columns, values, count, weight, block, width, sums);
    for (Index c = 0; c < width;) {
      const Index from = width - c < one ? width - one : c;
      c = from + multiply_row_left<bytes, most_sums>(columns, values, count, weight, block + from, width, width - from,
                                                     sums + from);
    }
  }
}

/// B is what the block and the sums are in.
template <class T, class B>
void multiply_row(const std::int32_t* columns, const T* values, Index count, const double* weight, const B* block,
                  Index width, B* sums) {
  multiply_row_by<vector_bytes>(columns, values, count, weight, block, width, sums);
}

/// Columns of a Laplacian's row whose sums, and own values beside them, stay in `vectors` vectors, as in
/// multiply_row_part.
template <int bytes, int vectors, class T, class B>
inline void laplacian_row_part(const std::int32_t* columns, const T* values, Index count, const B* block, const B* own,
                               Index width, Index part, B* sums) {
  using Part __attribute__((vector_size(bytes), may_alias, aligned(sizeof(B)))) = B;
  constexpr int one = bytes / static_cast<int>(sizeof(B));
  const auto at = [part](int v) { return v < vectors - 1 ? Index{v} * one : part - one; };
  Part mine[vectors];
  Part sum[vectors];
  for (int v = 0; v < vectors; ++v) {
    mine[v] = *reinterpret_cast<const Part*>(own + at(v));
    sum[v] = Part{};
  }
  for (Index e = 0; e < count; ++e) {
    const B value = static_cast<B>(values[e]);
    const B* from = block + columns[e] * width;
    for (int v = 0; v < vectors; ++v) sum[v] += value * (mine[v] - *reinterpret_cast<const Part*>(from + at(v)));
  }
  for (int v = 0; v < vectors; ++v) *reinterpret_cast<Part*>(sums + at(v)) = sum[v];
}

template <int bytes, int vectors, class T, class B>
inline Index laplacian_row_left(const std::int32_t* columns, const T* values, Index count, const B* block, const B* own,
                                Index width, Index left, B* sums) {
  constexpr Index one = bytes / static_cast<Index>(sizeof(B));
  if constexpr (vectors > 1)
    if (left <= (vectors - 1) * one)
      return laplacian_row_left<bytes, vectors - 1>(columns, values, count, block, own, width, left, sums);
  const Index part = left < vectors * one ? left : vectors * one;
  laplacian_row_part<bytes, vectors>(columns, values, count, block, own, width, part, sums);
  return part;
}

/// With vectors of so many bytes, or of half as many where the block is narrower.
template <int bytes, class T, class B>
inline void laplacian_row_by(const std::int32_t* columns, const T* values, Index count, const B* block, const B* own,
                             Index width, B* sums) {
  constexpr Index one = bytes / static_cast<Index>(sizeof(B));
  if constexpr (one == 1) {
    if (width != 1) return;
    B sum = 0;
    for (Index e = 0; e < count; ++e) sum += static_cast<B>(values[e]) * (*own - block[columns[e]]);
    *sums = sum;
  } else {
    if (width < one) return laplacian_row_by<bytes / 2>(columns, values, count, block, own, width, sums);
    for (Index c = 0; c < width;) {
      const Index from = width - c < one ? width - one : c;
      c = from + laplacian_row_left<bytes, most_sums / 2>(columns, values, count, block + from, own + from, width,
                                                          width - from, sums + from);
    }
  }
}

template <class T, class B>
void laplacian_row(const std::int32_t* columns, const T* values, Index count, const B* block, const B* own, Index width,
                   B* sums) {
  laplacian_row_by<vector_bytes>(columns, values, count, block, own, width, sums);
}

}  // namespace
}  // namespace codimap
