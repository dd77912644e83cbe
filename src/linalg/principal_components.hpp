// Principal components: the directions in which rows vary most.
#pragma once

#include <vector>

#include "linalg/centred_matrix.hpp"

namespace codimap {

/// How near components come to the exact ones, and by what way.
struct PrincipalAccuracy {
  /// Residual ‖C·v − λ·v‖ that a component may be left with, as a share of the total variance, the trace of the
  /// covariance C.
  double tolerance = 1e-10;
  /// Up to this many rows or columns the smaller of covariance and Gram matrix is formed.
  Index largest_covariance = 2048;
};

inline constexpr PrincipalAccuracy exact_components{};

/// The space of the leading components but not each of them: what distances need. The first space of the Lanczos
/// method, of twice as many vectors as components from some dozen passes over the rows, nearly always meets this
/// tolerance.
inline constexpr PrincipalAccuracy rough_components{.tolerance = 1e-3, .largest_covariance = 1024};

[[nodiscard]] constexpr bool forms_covariance(Index rows, Index cols, Index count, const PrincipalAccuracy& accuracy) {
  const Index smaller = rows < cols ? rows : cols;
  return smaller <= accuracy.largest_covariance || 3 * count > smaller;
}

/// The loadings of the `count` leading components, one a column, orthonormal; the largest of a column by magnitude is
/// positive. `total` is that of the matrix's moments, count ≤ min(rows − 1, cols). A component without variance may
/// have loadings of 0.
///
/// From the covariance or Gram matrix where either is small; else by block Lanczos from random vectors, which needs
/// passes over the rows and nothing of the size of columns × columns.
[[nodiscard]] Matrix<double> principal_loadings(const CentredMatrix& matrix, double total, Index count,
                                                const PrincipalAccuracy& accuracy, const Execution& run);

}  // namespace codimap
