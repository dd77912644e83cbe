// The leading eigenvectors of a symmetric walk, with those of eigenvalue 1 taken as known.
#pragma once

#include <optional>
#include <string_view>

#include "linalg/block_lanczos.hpp"

namespace codimap {

struct LeadingVectors {
  std::vector<double> eigenvalues;  // descending, the trivial 1 left out
  Matrix<double> vectors;           // ψ, orthonormal
};

enum class Zeros { left_out, kept };

/// `components` eigenpairs of a symmetric operator whose eigenvalues lie in [−1, 1] and whose eigenvectors of
/// eigenvalue 1 are the columns of `trivial`, the first of which is left out of the result. Unset: 10, or as many as
/// there are with an eigenvalue that is not 0. Asking for more than that is an error that says the rank of `what`. As
/// many as `spare` more are given where there are; beside them no components may be asked for. Pairs of eigenvalue 0
/// are left out, or kept where there are enough others to fill the number asked for.
[[nodiscard]] LeadingVectors leading_vectors(const SymmetricOperator& multiply, MatrixView<double> trivial,
                                             std::optional<Index> components, Index spare,
                                             const LanczosOptions& options, std::string_view what, const Execution& run,
                                             Zeros zeros = Zeros::left_out);

/// The same for a sparse matrix.
[[nodiscard]] LeadingVectors leading_vectors(const SparseRows& matrix, MatrixView<double> trivial,
                                             std::optional<Index> components, Index spare,
                                             const LanczosOptions& options, std::string_view what,
                                             const Execution& run);

}  // namespace codimap
