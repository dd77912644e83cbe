// The largest eigenvalues of a sparse symmetric matrix.
#pragma once

#include "linalg/block_lanczos.hpp"

namespace codimap {

/// As largest_eigenpairs of an operator, for a symmetric matrix with eigenvalues in [−1, 1]. Where they crowd below 1 a
/// Krylov space takes long to tell them apart; that of (1 + δ − a)⁻¹, which spreads them, does not, and is taken
/// wherever the matrix can be factored at a bearable cost. The tolerance is then that of its pairs.
[[nodiscard]] EigenPairs largest_eigenpairs(const SparseRows& a, Index count, MatrixView<double> known,
                                            const LanczosOptions& options, const Execution& run);

}  // namespace codimap
