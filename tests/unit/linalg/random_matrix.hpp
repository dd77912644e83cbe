// Matrices of standard normal numbers, and what the tests of this room compare with.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap::test {

inline Execution with_threads(int threads) {
  Execution run;
  run.threads = threads;
  return run;
}

inline Matrix<double> random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Matrix<double> matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i)
    matrix.data()[i] = random_normal(seed, RandomStream::sample, static_cast<std::uint64_t>(i));
  return matrix;
}

inline double largest_difference(MatrixView<double> a, MatrixView<double> b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return HUGE_VAL;
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a.data()[i] - b.data()[i]));
  return largest;
}

/// aᵀ·diag(weight)·b by its definition.
inline Matrix<double> naive_transposed_product(MatrixView<double> a, MatrixView<double> b,
                                               std::span<const double> weight) {
  Matrix<double> result(a.cols(), b.cols());
  for (Index r = 0; r < a.rows(); ++r)
    for (Index i = 0; i < a.cols(); ++i)
      for (Index j = 0; j < b.cols(); ++j)
        result(i, j) += a(r, i) * (weight.empty() ? 1 : weight[static_cast<std::size_t>(r)]) * b(r, j);
  return result;
}

inline Matrix<double> transpose(MatrixView<double> matrix) {
  Matrix<double> result(matrix.cols(), matrix.rows());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) result(j, i) = matrix(i, j);
  return result;
}

/// The largest entry of vectorsᵀ·vectors − 1.
inline double distance_from_orthonormal(MatrixView<double> vectors) {
  Matrix<double> gram = naive_transposed_product(vectors, vectors, {});
  for (Index i = 0; i < gram.rows(); ++i) gram(i, i) -= 1;
  return largest_difference(gram, Matrix<double>(gram.rows(), gram.cols()));
}

inline bool same_bytes(MatrixView<double> a, MatrixView<double> b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && std::equal(a.data(), a.data() + a.size(), b.data());
}

}  // namespace codimap::test
