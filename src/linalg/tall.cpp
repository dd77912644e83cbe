#include "linalg/tall.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"
#include "linalg/block_product.hpp"
#include "linalg/dense.hpp"
#include "linalg/eigen_map.hpp"

namespace codimap {
namespace {

constexpr Index chunk_rows = 2048;
constexpr Index most_sums = 64;  // that are taken apart, for the sake of threads

/// One step of orthonormalise: columns to be scaled, each with its row of the factor.
struct Step {
  Matrix<double> rotation;
  Matrix<double> factor;
};

/// From wᵀw = U·Λ·Uᵀ: w·U·Λ^-½ and Λ^½·Uᵀ. Squaring hides directions 1e-8 shorter than the longest; these are
/// stretched by what is safe, and the next step sees them better.
Step step_towards_orthonormal(const EigenPairs& gram, const Matrix<double>& factor, double noise) {
  const Matrix<double> rotated = transposed_product(gram.vectors, factor);
  std::vector<std::pair<Index, double>> kept;
  for (Index i = 0; i < rotated.rows(); ++i) {
    const double value = std::max(gram.values[static_cast<std::size_t>(i)], 1e-15 * gram.values.front());
    const double scale = std::sqrt(value);
    if (scale * map_of(rotated).row(i).norm() >= noise) kept.emplace_back(i, scale);
  }
  const auto rank = static_cast<Index>(kept.size());
  Step step{.rotation = {gram.vectors.rows(), rank}, .factor = {rank, factor.cols()}};
  for (Index k = 0; k < rank; ++k) {
    const auto [i, scale] = kept[static_cast<std::size_t>(k)];
    map_of(step.rotation).col(k) = map_of(gram.vectors).col(i) / scale;
    map_of(step.factor).row(k) = map_of(rotated).row(i) * scale;
  }
  return step;
}

Matrix<double> identity(Index size) {
  Matrix<double> result(size, size);
  map_of(result).setIdentity();
  return result;
}

}  // namespace

Matrix<double> dot(TallView v, MatrixView<double> w, const Execution& run) {
  const Index sums = std::clamp((v.rows + chunk_rows - 1) / chunk_rows, Index{1}, most_sums);
  const Loops<double>& loop = loops<double>(run);
  std::vector<Matrix<double>> partial(static_cast<std::size_t>(sums), Matrix<double>(v.cols, w.cols()));
  parallel_for(run, sums, 1, [&](Index s, Index) {
    const Index begin = v.rows * s / sums;
    const Index height = v.rows * (s + 1) / sums - begin;
    Matrix<double>& sum = partial[static_cast<std::size_t>(s)];
    add_transposed_product(middle_rows(v, begin, height), middle_rows(first_columns(w, w.cols()), begin, height), {},
                           {sum.data(), sum.rows(), sum.cols(), Eigen::OuterStride<>(sum.cols())}, loop);
  });
  for (std::size_t s = 1; s < partial.size(); ++s) map_of(partial.front()) += map_of(partial[s]);
  return std::move(partial.front());
}

void subtract_product(Matrix<double>& w, TallView v, MatrixView<double> coefficients, const Execution& run) {
  const TallView factor = first_columns(coefficients, coefficients.cols());
  if (is_narrow(v.cols, factor.cols))
    parallel_for(run, v.rows, rows_a_range(factor), [&](Index begin, Index end) {
      map_of(w).middleRows(begin, end - begin).noalias() -= map_of(middle_rows(v, begin, end - begin)) * map_of(factor);
    });
  else
    multiply_by_rows(
        v, factor, [&](Index begin, TallView rows) { map_of(w).middleRows(begin, rows.rows) -= map_of(rows); }, run);
}

namespace {

/// result = v·factor; they may be one and the same.
void combine_rows(TallView v, TallView factor, Matrix<double>& result, const Execution& run) {
  if (is_narrow(v.cols, factor.cols))
    parallel_for(run, v.rows, rows_a_range(factor), [&](Index begin, Index end) {
      map_of(result).middleRows(begin, end - begin) = map_of(middle_rows(v, begin, end - begin)) * map_of(factor);
    });
  else
    multiply_by_rows(
        v, factor, [&](Index begin, TallView rows) { map_of(result).middleRows(begin, rows.rows) = map_of(rows); },
        run);
}

}  // namespace

Matrix<double> combine(TallView v, MatrixView<double> coefficients, Index count, const Execution& run) {
  auto result = Matrix<double>::for_overwrite(v.rows, count);
  combine_rows(v, first_columns(coefficients, count), result, run);
  return result;
}

Matrix<double> combine(Matrix<double> v, MatrixView<double> coefficients, const Execution& run) {
  const TallView all = first_columns(v, v.cols());
  if (coefficients.cols() != v.cols()) return combine(all, coefficients, coefficients.cols(), run);
  combine_rows(all, first_columns(coefficients, coefficients.cols()), v, run);
  return v;
}

void copy_columns(MatrixView<double> from, Matrix<double>& to, Index first, const Execution& run) {
  parallel_for(run, from.rows(), chunk_rows, [&](Index begin, Index end) {
    map_of(to).block(begin, first, end - begin, from.cols()) = map_of(from).middleRows(begin, end - begin);
  });
}

Matrix<double> side_by_side(MatrixView<double> left, MatrixView<double> right, const Execution& run) {
  auto result = Matrix<double>::for_overwrite(left.rows(), left.cols() + right.cols());
  copy_columns(left, result, 0, run);
  copy_columns(right, result, left.cols(), run);
  return result;
}

Matrix<double> side_by_side(Matrix<double>&& left, Matrix<double>&& right, const Execution& run) {
  Matrix<double> result = side_by_side(left.view(), right.view(), run);
  left = right = {};
  return result;
}

Orthonormal orthonormalise(Matrix<double> w, double noise, const Execution& run) {
  Matrix<double> factor = identity(w.cols());
  for (int steps = 0; steps < 8 && w.cols() > 0; ++steps) {
    const EigenPairs gram = symmetric_eigen(transposed_product(w, w, {}, run));
    if (gram.values.front() - 1 < 1e-13 && 1 - gram.values.back() < 1e-13) break;
    Step step = step_towards_orthonormal(gram, factor, noise);
    w = product(w, step.rotation, run);
    factor = std::move(step.factor);
  }
  return {.columns = std::move(w), .factor = std::move(factor)};
}

}  // namespace codimap
