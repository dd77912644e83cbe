// The largest eigenvalues of a symmetric operator that is known only by its products with blocks of vectors.
#pragma once

#include <cstdint>
#include <functional>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "linalg/eigen_pairs.hpp"

namespace codimap {

using SymmetricOperator = std::function<Matrix<double>(MatrixView<double> block)>;

struct LanczosOptions {
  double tolerance = 1e-10;   // of a residual, relative to the operator's norm, which is taken to be at most 1
  Index max_products = 4000;  // of the operator with a block
  std::uint64_t seed = 0;
  bool search_again = true;  // with a fresh block, for what the first has missed
  Index dense_size = 1024;   // up to this size all pairs are found at once: less where a product costs little
};

/// The `count` algebraically largest eigenpairs of the operator on the complement of `known`, whose columns are
/// orthonormal eigenvectors (none: zero columns); count ≤ size − known.cols(). Multiple eigenvalues are found with all
/// their copies. Ends with ErrorKind::not_converged, and the residuals in the message, where max_products do not
/// suffice.
[[nodiscard]] EigenPairs largest_eigenpairs(const SymmetricOperator& multiply, Index size, Index count,
                                            MatrixView<double> known, const LanczosOptions& options,
                                            const Execution& run);

}  // namespace codimap
