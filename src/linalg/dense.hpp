// Dense linear algebra on row-major matrices: all of Eigen that the other rooms see.
#pragma once

#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "linalg/eigen_pairs.hpp"

namespace codimap {

/// a·b, rows of a shared out among threads.
[[nodiscard]] Matrix<double> product(MatrixView<double> a, MatrixView<double> b, const Execution& run = {});

/// aᵀ·diag(weight)·b, summed over rows in fixed blocks; no weight stands for ones.
[[nodiscard]] Matrix<double> transposed_product(MatrixView<double> a, MatrixView<double> b,
                                                std::span<const double> weight = {}, const Execution& run = {});

/// All eigenpairs of a symmetric matrix, of which the lower triangle is read.
[[nodiscard]] EigenPairs symmetric_eigen(MatrixView<double> matrix);

/// An orthonormal basis of the columns' span, with as many columns as their numerical rank.
[[nodiscard]] Matrix<double> orthonormal_basis(MatrixView<double> columns);

}  // namespace codimap
