// The largest eigenvalues of a sparse symmetric matrix.
#pragma once

#include "linalg/block_lanczos.hpp"

namespace codimap {

/// As largest_eigenpairs of an operator, for a symmetric matrix with eigenvalues in [−1, 1]. Where they crowd below 1 a
/// Krylov space takes long to tell them apart; that of (1 + δ − a)⁻¹, which spreads them, does not, and is taken
/// wherever the matrix can be factored at a bearable cost. The tolerance is then that of its pairs.
[[nodiscard]] EigenPairs largest_eigenpairs(const SparseRows& a, Index count, MatrixView<double> known,
                                            const LanczosOptions& options, const Execution& run);

/// δ·(1 + δ − a)⁻¹ of such a matrix. None where factoring takes too long.
[[nodiscard]] std::optional<SymmetricOperator> resolvent(const SparseRows& a, double delta, const Execution& run);

/// The `count` largest pairs of a beside `known` by way of its resolvent, where they crowd below 1 as near as δ. None
/// where there are so many, so near to each other, that to tell them apart takes too long.
[[nodiscard]] std::optional<EigenPairs> largest_eigenpairs_near_one(const SparseRows& a,
                                                                    const SymmetricOperator& resolvent, double delta,
                                                                    Index count, MatrixView<double> known,
                                                                    const Execution& run);

}  // namespace codimap
