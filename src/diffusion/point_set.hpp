// Points as a dense kernel keeps them: centred, in the precision of its affinities, each with its own bandwidth and
// weight, in blocks that are evaluated together.
#pragma once

#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// b(x) = 1/s(x) where each point has its own scale, and ε^-½ everywhere where one ε serves all.
///
/// The last block is filled up with points so far away that they have no affinity to any other.
template <class T>
struct PointSet {
  Index size = 0;                    // without the filling, as all that follows is with it
  Matrix<T> rows;                    // one point a row
  std::vector<T> strips;             // the same, as simd/loops.hpp has them
  std::vector<T> inverse_bandwidth;  // b
  std::vector<double> weight;        // w = q^-α; empty where α = 0
  Matrix<T> box_low;                 // of each block
  Matrix<T> box_high;
  std::vector<T> box_inverse_bandwidth;  // the smallest b of each block

  [[nodiscard]] Index dimensions() const { return rows.cols(); }
  [[nodiscard]] Index blocks() const { return box_low.rows(); }
};

/// `weight` is empty where α = 0.
template <class T>
[[nodiscard]] PointSet<T> make_point_set(const Matrix<T>& points, std::vector<T> inverse_bandwidth,
                                         std::vector<double> weight);

/// Points `selected` of a set.
template <class T>
[[nodiscard]] PointSet<T> subset(const PointSet<T>& set, std::span<const Index> selected);

/// The least squared distance that points of these two blocks can have, by their boxes.
template <class T>
[[nodiscard]] double least_squared_distance(const PointSet<T>& a, Index block_a, const PointSet<T>& b, Index block_b);

/// Rows `selected` of a matrix.
template <class T>
[[nodiscard]] Matrix<T> selected_rows(MatrixView<T> matrix, std::span<const Index> selected);

/// The mean of each column, in double.
[[nodiscard]] std::vector<double> column_means(Points points, const Execution& run);

/// Points minus `centre`, subtracted in double: float32 then keeps its digits for the differences between points,
/// however far from the origin they lie. Row i of the result is row order[i], or i where no order is given.
template <class T>
[[nodiscard]] Matrix<T> centred(Points points, std::span<const double> centre, const Execution& run,
                                std::span<const Index> order = {});

}  // namespace codimap
