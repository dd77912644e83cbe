// The largest eigenvalues of a sparse symmetric matrix.
#pragma once

#include "linalg/block_lanczos.hpp"

namespace codimap {

/// As largest_eigenpairs of an operator, for a symmetric matrix with eigenvalues in [−1, 1]. Where they cluster below 1,
/// a Krylov space of `a` converges slowly and that of (1 + δ − a)⁻¹ fast. The latter is taken wherever the factor of the
/// matrix stays small enough. The tolerance is then that of its pairs.
[[nodiscard]] EigenPairs largest_eigenpairs(const SparseRows& a, Index count, MatrixView<double> known,
                                            const LanczosOptions& options, const Execution& run);

}  // namespace codimap
