// Eigen's view of our matrices. Only sources of this room include it.
#pragma once

// Eigen's path for tiny products sums in an order that depends on where in memory its operands lie.
#define EIGEN_GEMM_TO_COEFFBASED_THRESHOLD 1
#include <Eigen/Dense>

#include "codimap/matrix.hpp"

namespace codimap {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<const RowMajor> map_of(MatrixView<double> view) { return {view.data(), view.rows(), view.cols()}; }
inline Eigen::Map<const RowMajor> map_of(const Matrix<double>& matrix) { return map_of(matrix.view()); }
inline Eigen::Map<RowMajor> map_of(Matrix<double>& matrix) { return {matrix.data(), matrix.rows(), matrix.cols()}; }

}  // namespace codimap
