// The best that a space of few columns knows of an operator's eigenpairs.
#pragma once

#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "linalg/chebyshev.hpp"

namespace codimap {

struct RitzBlock {
  std::vector<double> values;     // descending
  Matrix<double> vectors;         // orthonormal
  Matrix<double> images;          // A·vectors
  std::vector<double> residuals;  // ‖A·v − value·v‖
};

/// A·block.
[[nodiscard]] Matrix<double> images_of(const RowwiseOperator& multiply, MatrixView<double> block);

/// Of the span of `columns`, whose images under the operator are `images`. Directions that the columns hold only by
/// rounding are left out.
[[nodiscard]] RitzBlock rayleigh_ritz(Matrix<double> columns, Matrix<double> images, const Execution& run);

}  // namespace codimap
