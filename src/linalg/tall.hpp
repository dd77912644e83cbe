// Matrices with many rows and few columns: what an iteration on blocks of vectors needs of them.
#pragma once

#include <algorithm>

#include "base/parallel.hpp"
#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// The first columns of a row-major matrix.
struct TallView {
  const double* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;  // from row to row
};

[[nodiscard]] inline TallView first_columns(MatrixView<double> matrix, Index cols) {
  return {.data = matrix.data(), .rows = matrix.rows(), .cols = cols, .stride = matrix.cols()};
}

/// vᵀ·w, summed over chunks of rows in order.
[[nodiscard]] Matrix<double> dot(TallView v, MatrixView<double> w, const Execution& run);

/// w − v·coefficients, in place.
void subtract_product(Matrix<double>& w, TallView v, MatrixView<double> coefficients, const Execution& run);

/// v·coefficients[:, :count].
[[nodiscard]] Matrix<double> combine(TallView v, MatrixView<double> coefficients, Index count, const Execution& run);

/// The same for all columns, and in place where they stay as many: memory that is touched for the first time takes
/// longer than the product.
[[nodiscard]] Matrix<double> combine(Matrix<double> v, MatrixView<double> coefficients, const Execution& run);
/// Writes the columns into `to`, from its column `first` on.
void copy_columns(MatrixView<double> from, Matrix<double>& to, Index first, const Execution& run);

[[nodiscard]] Matrix<double> side_by_side(MatrixView<double> left, MatrixView<double> right, const Execution& run);
/// The same of matrices that go as soon as they are copied.
[[nodiscard]] Matrix<double> side_by_side(Matrix<double>&& left, Matrix<double>&& right, const Execution& run);

/// w = columns·factor with orthonormal columns.
struct Orthonormal {
  Matrix<double> columns;
  Matrix<double> factor;
};

/// Directions in which w is shorter than `noise` are left out.
[[nodiscard]] Orthonormal orthonormalise(Matrix<double> w, double noise, const Execution& run);

}  // namespace codimap
