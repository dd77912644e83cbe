// The largest eigenvalues of a pencil of sparse symmetric matrices.
#pragma once

#include <optional>

#include "linalg/eigen_pairs.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

struct PencilOptions {
  /// About 1 − θ of the last pair that is wanted: what tells the wanted apart (see largest_eigenpairs of a sparse
  /// matrix).
  double shift = 0.1;
  double tolerance = 1e-6;  // of the pairs of the shifted inverse
  std::uint64_t seed = 0;
};

/// The `count` largest θ with a·y = θ·b·y and their y, beside the θ = 1 of the vector of ones, where b is positive
/// definite and all θ lie in [−1, 1]. None where b is singular to rounding, or where factoring takes too long.
[[nodiscard]] std::optional<EigenPairs> largest_pencil_pairs(const SparseRows& a, const SparseRows& b, Index count,
                                                             const PencilOptions& options, const Execution& run);

}  // namespace codimap
