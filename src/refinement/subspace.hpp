// The space that an iteration looks for eigenvectors in, on one level: [X W P], and what K makes of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "linalg/blocks.hpp"
#include "refinement/levels.hpp"

namespace codimap {

/// X are the Ritz vectors so far, W corrections of them and whatever else may help, P where the last step led to.
template <class T>
struct Subspace {
  std::vector<double> values;  // 1 − λ of X, ascending
  Matrix<T> x, kx;
  Matrix<T> w, kw;
  Matrix<T> p, kp;

  [[nodiscard]] Blocks<T> vectors() const { return {&x, &w, &p}; }
  [[nodiscard]] Blocks<T> images() const { return {&kx, &kw, &kp}; }
};

/// The first columns, in float64.
template <class T>
[[nodiscard]] Matrix<double> first_columns(const Matrix<T>& from, Index columns) {
  auto to = Matrix<double>::for_overwrite(from.rows(), columns);
  for (Index i = 0; i < from.rows(); ++i) std::copy_n(from.row(i).data(), columns, to.row(i).data());
  return to;
}

/// K·x on a level.
template <class T>
void multiply(const Levels& levels, Index l, const Matrix<T>& x, Matrix<T>& kx, const Execution& run);

/// Takes what is constant out of every column.
template <class T>
void centre(const NodeLevel& level, Matrix<T>& block, const Execution& run);

/// Takes out of w what lies in the span of x, whose columns are orthonormal under the degrees.
template <class T>
void project_out(const NodeLevel& level, const Matrix<T>& x, Matrix<T>& w, const Execution& run);

/// K·X − D·X·values in the first columns of `to`, and D^½ times random numbers in those behind.
template <class T>
void fill_residuals(const NodeLevel& level, const Subspace<T>& space, std::uint64_t seed, Matrix<float>& to,
                    const Execution& run);

/// Norms of D^-½(K·x − D·x·value), of each column.
template <class T>
[[nodiscard]] std::vector<double> residual_norms(const NodeLevel& level, const Subspace<T>& space, const Execution& run);

}  // namespace codimap
