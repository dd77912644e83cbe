// Points as a kernel keeps them: centred, in the precision of its affinities, by rows and by columns, each with its
// own bandwidth and weight.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// g(x, y) = w(x)·w(y)·exp(−‖x−y‖²·b(x)·b(y)). A fixed ε is b = ε^-½ everywhere, an adaptive bandwidth b(x) = 1/s(x).
template <class T>
struct PointSet {
  Matrix<T> rows;
  Matrix<T> transposed;              // one point a column
  std::vector<T> inverse_bandwidth;  // b
  std::vector<double> weight;        // w = q^-α; empty where α = 0

  [[nodiscard]] Index size() const { return rows.rows(); }
  [[nodiscard]] double weight_of(Index i) const { return weight.empty() ? 1 : weight[i]; }
};

/// The mean of each column, in double.
[[nodiscard]] std::vector<double> column_means(Points points);

/// Points minus `centre`, subtracted in double: float32 then keeps its digits for the differences between points,
/// however far from the origin they lie.
template <class T>
[[nodiscard]] Matrix<T> centred(Points points, std::span<const double> centre);

/// Rows `selected` of a set.
template <class T>
[[nodiscard]] PointSet<T> subset(const PointSet<T>& set, std::span<const Index> selected);

template <class T>
[[nodiscard]] Matrix<T> transpose(MatrixView<T> matrix);

}  // namespace codimap
