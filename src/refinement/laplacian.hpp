// K·x on a level, row by row.
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>

#include "base/flush_to_zero.hpp"
#include "base/parallel.hpp"
#include "linalg/sparse.hpp"
#include "refinement/levels.hpp"
#include "simd/loops.hpp"

namespace codimap {

/// Rows of a block that are worth a thread.
[[nodiscard]] inline Index block_rows_a_range(Index width) {
  return std::max<Index>(128, 16384 / std::max<Index>(width, 8));
}

/// Rows of K·x one at a time, for a block x of the level's nodes: Σ_j a_ij (x_i − x_j), which keeps its relative
/// accuracy where x hardly changes from node to node.
template <class A, class T>
class LaplacianRows {
 public:
  LaplacianRows(SparseView<A> a, MatrixView<T> x, const Execution& run) : a_(a), x_(x) {
    if constexpr (std::is_same_v<T, float>)
      loop_ = loops<A>(run).laplacian_row_float;
    else
      loop_ = loops<A>(run).laplacian_row;
  }
  void operator()(Index i, T* sums) const {
    const auto row = row_of(a_, i);
    loop_(row.columns, row.values, row.count, x_.data(), x_.data() + i * x_.cols(), x_.cols(), sums);
  }

 private:
  SparseView<A> a_;
  MatrixView<T> x_;
  void (*loop_)(const std::int32_t*, const A*, Index, const T*, const T*, Index, T*);
};

/// body(row), where row(i, sums) writes row i of K·x.
template <class T, class Body>
void with_laplacian_rows(const NodeLevel& level, MatrixView<T> x, const Execution& run, const Body& body) {
  std::visit(
      [&](const auto& rows) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) body(LaplacianRows(rows, x, run));
      },
      level.rows.rows);
}

}  // namespace codimap
