#include "linalg/rayleigh_ritz.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/dense.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

/// Shortest direction, of unit columns, that is more than rounding.
constexpr double noise = 1e-12;

/// Coefficients that make the columns orthonormal, from their products with one another.
Matrix<double> whitening(const Matrix<double>& gram) {
  std::vector<double> scale;  // to unit length
  for (Index i = 0; i < gram.rows(); ++i) scale.push_back(gram(i, i) > 0 ? 1 / std::sqrt(gram(i, i)) : 0);
  Matrix<double> scaled = gram;
  for (Index i = 0; i < gram.rows(); ++i)
    for (Index j = 0; j < gram.cols(); ++j)
      scaled(i, j) *= scale[static_cast<std::size_t>(i)] * scale[static_cast<std::size_t>(j)];
  const EigenPairs pairs = symmetric_eigen(scaled);
  const auto rank = std::ranges::count_if(pairs.values, [&](double v) { return v > noise * pairs.values.front(); });
  Matrix<double> coefficients(gram.rows(), rank);
  for (Index i = 0; i < gram.rows(); ++i)
    for (Index j = 0; j < rank; ++j)
      coefficients(i, j) = scale[static_cast<std::size_t>(i)] * pairs.vectors(i, j) /
                           std::sqrt(pairs.values[static_cast<std::size_t>(j)]);
  return coefficients;
}

std::vector<double> residual_norms(const RitzBlock& block, const Execution& run) {
  constexpr Index rows_a_range = 2048;
  const Index rows = block.vectors.rows();
  const Index width = block.vectors.cols();
  Matrix<double> squares((rows + rows_a_range - 1) / rows_a_range, width);
  parallel_for(run, rows, rows_a_range, [&](Index begin, Index end) {
    double* sums = squares.row(begin / rows_a_range).data();
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c) {
        const double residual = block.images(i, c) - block.values[static_cast<std::size_t>(c)] * block.vectors(i, c);
        sums[c] += residual * residual;
      }
  });
  std::vector<double> norms(static_cast<std::size_t>(width));
  for (Index r = 0; r < squares.rows(); ++r)
    for (Index c = 0; c < width; ++c) norms[static_cast<std::size_t>(c)] += squares(r, c);
  for (double& norm : norms) norm = std::sqrt(norm);
  return norms;
}

}  // namespace

Matrix<double> images_of(const RowwiseOperator& multiply, MatrixView<double> block) {
  auto images = Matrix<double>::for_overwrite(block.rows(), block.cols());
  multiply(block, [&](Index begin, Index end, const double* rows) {
    std::copy_n(rows, (end - begin) * images.cols(), images.row(begin).data());
  });
  return images;
}

RitzBlock rayleigh_ritz(Matrix<double> columns, Matrix<double> images, const Execution& run) {
  const TallView tall = first_columns(columns, columns.cols());
  const Matrix<double> whitener = whitening(dot(tall, columns, run));
  const Matrix<double> projected = transposed_product(whitener, product(dot(tall, images, run), whitener));
  EigenPairs pairs = symmetric_eigen(projected);
  const Matrix<double> coefficients = product(whitener, pairs.vectors);
  RitzBlock block;
  block.values = std::move(pairs.values);
  block.vectors = combine(std::move(columns), coefficients, run);
  block.images = combine(std::move(images), coefficients, run);
  block.residuals = residual_norms(block, run);
  return block;
}

}  // namespace codimap
