// Blocks of vectors that stand side by side, as the parts of a subspace do, in float32 or float64.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

template <class T>
using Blocks = std::vector<const Matrix<T>*>;

/// [a…]ᵀ·diag(weight)·[b…], products and sums in float64; no weight stands for ones. `symmetric`: the result is known to
/// be, and one half of it is computed.
template <class T>
[[nodiscard]] Matrix<double> gram(const Blocks<T>& a, const Blocks<T>& b, std::span<const double> weight,
                                  bool symmetric, const Execution& run);

/// [outs…] = [blocks…]·coefficients, the columns of the result shared out in order. Outs may be among the blocks.
template <class T>
void combine(const Blocks<T>& blocks, const Matrix<double>& coefficients, const std::vector<Matrix<T>*>& outs,
             const Execution& run);

/// Row ranges that sums are taken over before they are added up: by the number of rows alone.
[[nodiscard]] inline Index partial_sums(Index rows) { return std::clamp<Index>((rows + 2047) / 2048, 1, 32); }

/// Σ add(i, sums) over the rows i, for `count` sums.
template <class Add>
std::vector<double> sums_over_rows(Index rows, Index count, const Execution& run, const Add& add) {
  const Index ranges = partial_sums(rows);
  Matrix<double> partial(ranges, count);
  parallel_for(run, ranges, 1, [&](Index s, Index) {
    double* sums = partial.row(s).data();
    for (Index i = rows * s / ranges; i < rows * (s + 1) / ranges; ++i) add(i, sums);
  });
  std::vector<double> total(static_cast<std::size_t>(count));
  for (Index s = 0; s < ranges; ++s)
    for (Index c = 0; c < count; ++c) total[static_cast<std::size_t>(c)] += partial(s, c);
  return total;
}

}  // namespace codimap
