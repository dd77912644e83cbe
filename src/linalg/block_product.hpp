// Dense products of matrices as they lie in memory: what tall.cpp and dense.cpp are made of. Only sources of this room
// include it.
#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "linalg/eigen_map.hpp"
#include "linalg/tall.hpp"
#include "simd/loops.hpp"

namespace codimap {

using StridedMap = Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>;

[[nodiscard]] inline Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>> map_of(TallView v) {
  return {v.data, v.rows, v.cols, Eigen::OuterStride<>(v.stride)};
}

[[nodiscard]] inline TallView middle_rows(TallView v, Index first, Index count) {
  return {.data = v.data + first * v.stride, .rows = count, .cols = v.cols, .stride = v.stride};
}

/// Whether strips of columns would hold little but filling, or wait for being filled: Eigen's loops do as well there.
[[nodiscard]] inline bool is_narrow(Index cols, Index by_cols) { return cols < 8 || by_cols < 2; }

/// Multiplications that are worth a thread, and rows of a product with b that are.
inline constexpr Index range_work = 1 << 20;
[[nodiscard]] inline Index rows_a_range(TallView b) {
  return std::max<Index>(256, range_work / std::max<Index>(b.rows * b.cols, 1));
}

/// sum += aᵀ·diag(weight)·b, on one thread; no weight stands for ones.
void add_transposed_product(TallView a, TallView b, std::span<const double> weight, StridedMap sum,
                            const Loops<double>& loop);

/// Hands out a·b by ranges of rows from `begin` on; called from many threads. Not for what is narrow.
void multiply_by_rows(TallView a, TallView b, const std::function<void(Index begin, TallView rows)>& take,
                      const Execution& run);

}  // namespace codimap
