// Principal components: the directions in which rows vary most.
#pragma once

#include <vector>

#include "linalg/centred_matrix.hpp"

namespace codimap {

/// A residual ‖C·v − λ·v‖ that a component may be left with, as a share of the total variance, the trace of the
/// covariance C.
inline constexpr double principal_tolerance = 1e-10;

/// Up to this many rows or columns the smaller of covariance and Gram matrix is formed.
inline constexpr Index largest_covariance = 2048;

[[nodiscard]] constexpr bool forms_covariance(Index rows, Index cols, Index count) {
  const Index smaller = rows < cols ? rows : cols;
  return smaller <= largest_covariance || 3 * count > smaller;
}

/// The loadings of the `count` leading components, one a column, orthonormal; the largest of a column by magnitude is
/// positive. `total` is that of the matrix's moments, count ≤ min(rows − 1, cols). A component without variance may
/// have loadings of 0.
///
/// From the covariance or Gram matrix where either is small; else by block Lanczos from random vectors, which needs
/// passes over the rows and nothing of the size of columns × columns.
[[nodiscard]] Matrix<double> principal_loadings(const CentredMatrix& matrix, double total, Index count,
                                                const Execution& run);

}  // namespace codimap
