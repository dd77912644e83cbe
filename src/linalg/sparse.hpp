// Products with sparse rows.
#pragma once

#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// a·b.
[[nodiscard]] Matrix<double> product(const SparseRows& a, MatrixView<double> b, const Execution& run = {});

/// aᵀ·diag(weight)·a as a dense matrix.
[[nodiscard]] Matrix<double> weighted_gram(const SparseRows& a, std::span<const double> weight,
                                           const Execution& run = {});

}  // namespace codimap
