#include "linalg/principal_components.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "linalg/block_lanczos.hpp"
#include "linalg/dense.hpp"

namespace codimap {
namespace {

void add(Matrix<double>& sum, const Matrix<double>& part) {
  std::transform(sum.data(), sum.data() + sum.size(), part.data(), sum.data(), std::plus{});
}

/// Σ of pieceᵀ·piece over all pieces of `lines` lines each `width` long, as make(begin, end) makes them.
template <class Make>
Matrix<double> gram_of(Index lines, Index width, const Execution& run, const Make& make) {
  Matrix<double> sum(width, width);
  const Index at_a_time = lines_at_a_time(width);
  for (Index begin = 0; begin < lines; begin += at_a_time) {
    const Matrix<double> piece = make(begin, std::min(lines, begin + at_a_time));
    add(sum, transposed_product(piece, piece, {}, run));
  }
  return sum;
}

/// Eigenvalues come as shares of `total`, the operator's trace.
EigenPairs leading(const SymmetricOperator& multiply, double total, Index size, Index count,
                   const PrincipalAccuracy& accuracy, const Execution& run) {
  const SymmetricOperator scaled = [&](MatrixView<double> block) {
    Matrix<double> image = multiply(block);
    for (Index e = 0; e < image.size(); ++e) image.data()[e] /= total;
    return image;
  };
  try {
    const bool exact = accuracy.tolerance <= exact_components.tolerance;
    return largest_eigenpairs(scaled, size, count, {}, {.tolerance = accuracy.tolerance, .search_again = exact}, run);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_converged) throw;
    fail(ErrorKind::not_converged,
         "the first {} principal components were not told apart from those that follow; ask for fewer or more", count);
  }
}

EigenPairs leading(const Matrix<double>& matrix, double total, Index count, const PrincipalAccuracy& accuracy,
                   const Execution& run) {
  return leading([&](MatrixView<double> block) { return product(matrix, block, run); }, total, matrix.rows(), count,
                 accuracy, run);
}

/// From the eigenvectors u of X·Xᵀ: Xᵀu/√λ.
Matrix<double> from_gram(const CentredMatrix& matrix, EigenPairs pairs, const Execution& run) {
  constexpr double nothing = 1e-14;  // of the total, which is 1
  for (Index c = 0; c < pairs.vectors.cols(); ++c) {
    const double value = pairs.values[static_cast<std::size_t>(c)];
    for (Index i = 0; i < pairs.vectors.rows(); ++i)
      pairs.vectors(i, c) = value > nothing ? pairs.vectors(i, c) / std::sqrt(value) : 0;
  }
  Matrix<double> loadings(matrix.cols(), pairs.vectors.cols());
  const Index at_a_time = lines_at_a_time(matrix.rows());
  for (Index begin = 0; begin < matrix.cols(); begin += at_a_time) {
    const Index end = std::min(matrix.cols(), begin + at_a_time);
    const Matrix<double> some = product(matrix.column_range(begin, end, run), pairs.vectors, run);
    std::copy_n(some.data(), some.size(), loadings.row(begin).data());
  }
  return loadings;
}

/// Columns to length 1, the largest entry by magnitude positive; those of zeros stay.
void orient(Matrix<double>& loadings) {
  for (Index c = 0; c < loadings.cols(); ++c) {
    double largest = 0;
    double square = 0;
    for (Index k = 0; k < loadings.rows(); ++k) {
      if (std::abs(loadings(k, c)) > std::abs(largest)) largest = loadings(k, c);
      square += loadings(k, c) * loadings(k, c);
    }
    const double factor = square > 0 ? std::copysign(1 / std::sqrt(square), largest) : 0;
    for (Index k = 0; k < loadings.rows(); ++k) loadings(k, c) *= factor;
  }
}

}  // namespace

Matrix<double> principal_loadings(const CentredMatrix& matrix, double total, Index count,
                                  const PrincipalAccuracy& accuracy, const Execution& run) {
  const Index rows = matrix.rows();
  const Index cols = matrix.cols();
  if (!(total > 0)) return {cols, count};
  Matrix<double> loadings;
  if (!forms_covariance(rows, cols, count, accuracy)) {
    const auto multiply = [&](MatrixView<double> block) { return matrix.gram_product(block, run); };
    loadings = leading(multiply, total, cols, count, accuracy, run).vectors;
  } else if (cols <= rows) {
    const Matrix<double> covariance =
        gram_of(rows, cols, run, [&](Index begin, Index end) { return matrix.row_range(begin, end, run); });
    loadings = leading(covariance, total, count, accuracy, run).vectors;
  } else {
    const Matrix<double> gram =
        gram_of(cols, rows, run, [&](Index begin, Index end) { return matrix.column_range(begin, end, run); });
    loadings = from_gram(matrix, leading(gram, total, count, accuracy, run), run);
  }
  orient(loadings);
  return loadings;
}

}  // namespace codimap
