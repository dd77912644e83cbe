// Tall matrices are worked on in chunks of rows that fit the cache; sums over rows are taken chunk by chunk, in order.
#include "linalg/krylov_space.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "linalg/dense.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

// Norms below which a direction is rounding: of what is left of a product with an operator of norm 1, and of what is
// left of a unit vector that was orthogonal to the space already.
constexpr double noise_of_product = 1e-13;
constexpr double noise_of_unit = 1e-3;

}  // namespace

Matrix<double> RandomColumns::draw(Index cols, const Execution& run) {
  auto columns = Matrix<double>::for_overwrite(rows_, cols);
  parallel_for(run, rows_, 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < cols; ++j)
        columns(i, j) =
            random_normal(seed_, RandomStream::start_block, static_cast<std::uint64_t>((drawn_ + j) * rows_ + i));
  });
  drawn_ += cols;
  return columns;
}

KrylovSpace::KrylovSpace(const SymmetricOperator& multiply, std::vector<MatrixView<double>> locked, Index size,
                         Index block, Index capacity, RandomColumns& random, const Execution& run)
    : multiply_(multiply),
      locked_(std::move(locked)),
      block_(block),
      capacity_(capacity),
      random_(random),
      run_(run),
      basis_(size, capacity) {
  set_next(Matrix<double>(size, 0), {});
}

void KrylovSpace::project_out(Matrix<double>& columns) const {
  for (const MatrixView<double>& vectors : locked_)
    subtract_product(columns, first_columns(vectors, vectors.cols()),
                     dot(first_columns(vectors, vectors.cols()), columns, run_), run_);
}

Matrix<double> KrylovSpace::random_directions(Index count, MatrixView<double> beside) const {
  Matrix<double> directions = random_.draw(count, run_);
  for (const double noise : {noise_of_product, noise_of_unit}) {
    project_out(directions);
    for (const TallView& vectors : {first_columns(basis_, cols_), first_columns(beside, beside.cols())})
      subtract_product(directions, vectors, dot(vectors, directions, run_), run_);
    directions = orthonormalise(std::move(directions), noise, run_).columns;
  }
  return directions;
}

/// Fills a block that has lost directions with random ones, so that an invariant subspace is no trap.
void KrylovSpace::set_next(Matrix<double> directions, Matrix<double> coupling) {
  Index remaining = basis_.rows() - cols_;
  for (const MatrixView<double>& vectors : locked_) remaining -= vectors.cols();
  const Index missing = std::min(block_, remaining) - directions.cols();
  if (missing > 0) directions = side_by_side(directions, random_directions(missing, directions), run_);
  next_ = std::move(directions);
  coupling_ = Matrix<double>(next_.cols(), cols_);
  const Index last = cols_ - coupling.cols();
  for (Index i = 0; i < coupling.rows(); ++i)
    for (Index j = 0; j < coupling.cols(); ++j) coupling_(i, last + j) = coupling(i, j);
}

void KrylovSpace::expand() {
  Matrix<double> image = multiply_(next_);
  copy_columns(next_, basis_, cols_, run_);
  const Index before = std::exchange(cols_, cols_ + next_.cols());
  const TallView basis = first_columns(basis_, cols_);

  // Twice is enough: image = V·(first + second·R₁) + Q₂·R₂·R₁.
  project_out(image);
  Matrix<double> inside = dot(basis, image, run_);
  subtract_product(image, basis, inside, run_);
  Orthonormal once = orthonormalise(std::move(image), noise_of_product, run_);
  project_out(once.columns);
  const Matrix<double> second = dot(basis, once.columns, run_);
  subtract_product(once.columns, basis, second, run_);
  const Matrix<double> correction = product(second, once.factor);
  Orthonormal twice = orthonormalise(std::move(once.columns), noise_of_unit, run_);

  Matrix<double> grown(cols_, cols_);
  for (Index i = 0; i < before; ++i) std::ranges::copy(projected_.row(i), grown.row(i).begin());
  for (Index i = before; i < cols_; ++i)
    for (Index j = 0; j <= i; ++j) grown(i, j) = inside(j, i - before) + correction(j, i - before);
  projected_ = std::move(grown);
  set_next(std::move(twice.columns), product(twice.factor, once.factor));
}

RitzPairs KrylovSpace::ritz_pairs() const {
  EigenPairs pairs = symmetric_eigen(projected_);
  const Matrix<double> outside = product(coupling_, pairs.vectors);
  std::vector<double> residuals(static_cast<std::size_t>(cols_));
  for (Index j = 0; j < cols_; ++j) {
    double squares = 0;
    for (Index i = 0; i < outside.rows(); ++i) squares += outside(i, j) * outside(i, j);
    residuals[static_cast<std::size_t>(j)] = std::sqrt(squares);
  }
  return {.values = std::move(pairs.values), .coefficients = std::move(pairs.vectors), .residuals = residuals};
}

Matrix<double> KrylovSpace::vectors(const RitzPairs& pairs, Index count) const {
  return combine(first_columns(basis_, cols_), pairs.coefficients, count, run_);
}

void KrylovSpace::restart(const RitzPairs& pairs, Index keep) {
  copy_columns(vectors(pairs, keep), basis_, 0, run_);
  cols_ = keep;
  projected_ = Matrix<double>(keep, keep);
  for (Index i = 0; i < keep; ++i) projected_(i, i) = pairs.values[static_cast<std::size_t>(i)];
  coupling_ = combine(first_columns(coupling_, coupling_.cols()), pairs.coefficients, keep, run_);
}

}  // namespace codimap
