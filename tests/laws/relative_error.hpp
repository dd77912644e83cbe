// How the laws measure closeness.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

namespace codimap::laws {

/// The largest difference of two entries, relative to the largest entry.
template <class A, class B>
double relative_error(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols() || !a.allFinite() || !b.allFinite()) {
    return std::numeric_limits<double>::infinity();
  }
  const double scale = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return scale == 0 ? 0 : (a - b).cwiseAbs().maxCoeff() / scale;
}

}  // namespace codimap::laws
