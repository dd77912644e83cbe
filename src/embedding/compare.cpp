// How far two embeddings are apart, sign flips and order of columns aside.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.hpp"
#include "codimap/map.hpp"
#include "linalg/dense.hpp"

namespace codimap {
namespace {

/// Each column divided by its norm; a column of zeros stays.
Matrix<double> unit_columns(MatrixView<double> matrix) {
  std::vector<double> norm(static_cast<std::size_t>(matrix.cols()));
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index c = 0; c < matrix.cols(); ++c) norm[c] = std::hypot(norm[c], matrix(i, c));
  Matrix<double> result(matrix.rows(), matrix.cols());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index c = 0; c < matrix.cols(); ++c) result(i, c) = norm[c] > 0 ? matrix(i, c) / norm[c] : 0;
  return result;
}

/// The assignment of rows to columns of least total cost (the Hungarian method, row by row along shortest augmenting
/// paths; rows ≤ columns). Returns the column of each row.
std::vector<Index> best_assignment(const Matrix<double>& cost) {
  const Index rows = cost.rows();
  const Index cols = cost.cols();
  constexpr Index none = -1;
  std::vector<double> row_price(rows), col_price(cols + 1);
  std::vector<Index> row_of(cols + 1, none);  // the last column is a stand-in for the row being placed
  for (Index row = 0; row < rows; ++row) {
    std::vector<double> slack(cols, std::numeric_limits<double>::infinity());
    std::vector<Index> previous(cols, cols);
    std::vector<bool> done(cols + 1);
    Index at = cols;
    row_of[cols] = row;
    while (row_of[at] != none) {
      done[at] = true;
      Index next = none;
      for (Index j = 0; j < cols; ++j) {
        if (done[j]) continue;
        const double reduced = cost(row_of[at], j) - row_price[row_of[at]] - col_price[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          previous[j] = at;
        }
        if (next == none || slack[j] < slack[next]) next = j;
      }
      const double step = slack[next];
      for (Index j = 0; j <= cols; ++j) {
        if (done[j]) {
          row_price[row_of[j]] += step;
          col_price[j] -= step;
        } else if (j < cols) {
          slack[j] -= step;
        }
      }
      at = next;
    }
    for (; at != cols; at = previous[at]) row_of[at] = row_of[previous[at]];
  }
  std::vector<Index> column_of(rows);
  for (Index j = 0; j < cols; ++j)
    if (row_of[j] != none) column_of[row_of[j]] = j;
  return column_of;
}

/// Σ sin²θ over the principal angles between the spans of two sets of columns; directions that the smaller span lacks
/// count as right angles.
double subspace_error(const Matrix<double>& exact, const Matrix<double>& approximation) {
  const Matrix<double> a = orthonormal_basis(exact);
  const Matrix<double> b = orthonormal_basis(approximation);
  // sin²θ from the part of b outside a, which keeps its digits where the angles are small: 1 − cos²θ does not.
  const Matrix<double> inside = product(a, transposed_product(a, b));
  double squares = 0;
  for (Index e = 0; e < b.size(); ++e) squares += (b.data()[e] - inside.data()[e]) * (b.data()[e] - inside.data()[e]);
  return squares + static_cast<double>(std::max<Index>(0, a.cols() - b.cols()));
}

}  // namespace

Comparison compare(MatrixView<double> exact, MatrixView<double> approximation) {
  if (exact.rows() != approximation.rows() || exact.cols() != approximation.cols() || exact.size() == 0)
    fail(ErrorKind::bad_data,
         "two embeddings of the same points and as many components are needed; got {} × {} and {} × {}", exact.rows(),
         exact.cols(), approximation.rows(), approximation.cols());
  const Matrix<double> u = unit_columns(exact);
  const Matrix<double> v = unit_columns(approximation);
  const Matrix<double> correlation = transposed_product(u, v);
  Matrix<double> cost = correlation;
  for (Index e = 0; e < cost.size(); ++e) cost.data()[e] = -std::abs(cost.data()[e]);

  Comparison comparison;
  comparison.matching = best_assignment(cost);
  for (Index c = 0; c < u.cols(); ++c) {
    const Index match = comparison.matching[c];
    const double sign = correlation(c, match) < 0 ? -1 : 1;
    double squares = 0;
    for (Index i = 0; i < u.rows(); ++i) squares += std::pow(u(i, c) - sign * v(i, match), 2);
    comparison.sse_per_component.push_back(squares);
    comparison.sse += squares;
  }
  comparison.subspace_error = subspace_error(u, v);
  return comparison;
}

}  // namespace codimap
