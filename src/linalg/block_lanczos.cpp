// Block Lanczos with full reorthogonalisation and thick restarts; small problems are solved densely.
#include "linalg/block_lanczos.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "linalg/dense.hpp"
#include "linalg/krylov_space.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

Matrix<double> unit_columns(Index rows, Index first, Index cols) {
  Matrix<double> block(rows, cols);
  for (Index j = 0; j < cols; ++j) block(first + j, j) = 1;
  return block;
}

/// The `count` pairs of largest value.
EigenPairs largest(const EigenPairs& pairs, Index count) {
  std::vector<Index> order(pairs.values.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto value = [&](Index i) { return pairs.values[static_cast<std::size_t>(i)]; };
  std::ranges::stable_sort(order, std::greater{}, value);
  order.resize(static_cast<std::size_t>(count));

  EigenPairs result{.values = {}, .vectors = Matrix<double>(pairs.vectors.rows(), count)};
  std::ranges::transform(order, std::back_inserter(result.values), value);
  for (Index i = 0; i < pairs.vectors.rows(); ++i)
    for (Index j = 0; j < count; ++j) result.vectors(i, j) = pairs.vectors(i, order[static_cast<std::size_t>(j)]);
  return result;
}

EigenPairs solve_densely(const SymmetricOperator& multiply, Index size, Index count, MatrixView<double> known,
                         const Execution& run) {
  // Moves the eigenvalues of known vectors below −1, where no other lies.
  Matrix<double> matrix(size, size);
  for (Index i = 0; i < size; ++i)
    for (Index j = 0; j <= i; ++j)
      matrix(i, j) = -4 * std::inner_product(known.row(i).begin(), known.row(i).end(), known.row(j).begin(), 0.0);
  constexpr Index block = 256;
  for (Index first = 0; first < size; first += block) {
    stop_if_cancelled(run);
    const Matrix<double> columns = multiply(unit_columns(size, first, std::min(block, size - first)));
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < columns.cols(); ++j) matrix(i, first + j) += columns(i, j);
  }
  return largest(symmetric_eigen(matrix), count);
}

class Lanczos {
 public:
  Lanczos(const SymmetricOperator& multiply, Index size, MatrixView<double> known, const LanczosOptions& options,
          const Execution& run)
      : size_(size), known_(known), options_(options), run_(run), random_(options.seed, size) {
    multiply_ = [this, &multiply](MatrixView<double> block) {
      stop_if_cancelled(run_);
      ++products_;
      return multiply(block);
    };
  }

  EigenPairs solve(Index count) {
    EigenPairs found = search({}, count, "eigenvectors", [&](const RitzPairs&) { return count; });
    while (options_.search_again) {
      const EigenPairs missed = search_complement(found, count);
      if (missed.values.empty()) return largest(found, count);
      found.vectors = side_by_side(found.vectors, missed.vectors, run_);
      found.values.insert(found.values.end(), missed.values.begin(), missed.values.end());
    }
    return found;
  }

 private:
  /// How many of the leading pairs must converge, as far as the pairs so far tell; 0 ends the search.
  using Goal = std::function<Index(const RitzPairs&)>;

  /// A block of b vectors sees at most b copies of an eigenvalue. So a fresh one looks at what was left over.
  EigenPairs search_complement(const EigenPairs& found, Index count) {
    if (known_.cols() + found.vectors.cols() == size_) return {};
    const double smallest = largest(found, count).values.back();
    const double margin = std::max(1e-8, options_.tolerance);
    return search(
        found.vectors, 1, "further eigenvectors, to show that none was missed,", [&](const RitzPairs& ritz) -> Index {
          const auto above = std::ranges::count_if(ritz.values, [&](double v) { return v > smallest + margin; });
          if (above > 0) return above;
          // The first Ritz vector holds at least the random start's share, about 1/√size, of any vector whose
          // eigenvalue lies above: a smaller residual shows that there is none.
          const double share = 0.05 / std::sqrt(static_cast<double>(size_));
          return ritz.residuals.front() > std::max(margin, share * (smallest - ritz.values.front())) ? 1 : 0;
        });
  }

  EigenPairs search(MatrixView<double> found, Index count, std::string_view what, const Goal& goal) {
    const Index dimension = size_ - known_.cols() - found.cols();
    const Index block = std::min(dimension, std::clamp<Index>(count / 2, 8, 16));
    const Index capacity = std::min(dimension, 2 * count + 16 * block);
    KrylovSpace space(multiply_, {known_, found}, size_, block, capacity, random_, run_);
    double target = options_.tolerance;
    while (true) {
      expand(space, 2 * count);
      const RitzPairs ritz = space.ritz_pairs();
      const Index wanted = goal(ritz);
      if (wanted == 0) return {};
      if (converged(ritz, wanted, target)) {
        EigenPairs pairs{.values = ritz.values, .vectors = space.vectors(ritz, wanted)};
        pairs.values.resize(static_cast<std::size_t>(wanted));
        if (largest_residual(pairs) <= options_.tolerance) return pairs;
        target /= 10;  // rounding has parted the space's own residuals from the true ones
      }
      if (space.exhausted() || products_ >= options_.max_products) give_up(ritz, wanted, what);
      if (space.full()) space.restart(ritz, std::min(wanted + 2 * (capacity - wanted) / 5, capacity - block));
    }
  }

  /// Grows the space by an eighth at least, since finding its pairs takes as long as some products, and to `least`
  /// columns, since before that too few of them would have converged.
  void expand(KrylovSpace& space, Index least) {
    const Index wanted = std::max(least, space.cols() + space.cols() / 8);
    do space.expand();
    while (space.cols() < wanted && !space.full() && !space.exhausted() && products_ < options_.max_products);
  }

  static bool converged(const RitzPairs& ritz, Index wanted, double target) {
    const auto first = ritz.residuals.begin();
    return std::ssize(ritz.residuals) >= wanted &&
           std::all_of(first, first + wanted, [&](double r) { return r <= target; });
  }

  double largest_residual(const EigenPairs& pairs) {
    const Matrix<double> images = multiply_(pairs.vectors);
    double largest_square = 0;
    for (Index j = 0; j < images.cols(); ++j) {
      double square = 0;
      for (Index i = 0; i < size_; ++i)
        square += std::pow(images(i, j) - pairs.values[static_cast<std::size_t>(j)] * pairs.vectors(i, j), 2);
      largest_square = std::max(largest_square, square);
    }
    return std::sqrt(largest_square);
  }

  [[noreturn]] void give_up(const RitzPairs& ritz, Index wanted, std::string_view what) const {
    Index done = 0;
    std::string residuals;
    for (Index j = 0; j < std::min(wanted, std::ssize(ritz.residuals)); ++j) {
      const double residual = ritz.residuals[static_cast<std::size_t>(j)];
      done += residual <= options_.tolerance ? 1 : 0;
      residuals += text("{}{:.1e}", j == 0 ? "" : ", ", residual);
    }
    fail(ErrorKind::not_converged,
         "the eigensolver brought {} of {} {} to a residual of {:.0e} in {} products; the residuals are {}; "
         "ask for fewer components, or join more distant points by a larger epsilon or more neighbors",
         done, wanted, what, options_.tolerance, products_, residuals);
  }

  Index size_;
  MatrixView<double> known_;
  const LanczosOptions& options_;
  const Execution& run_;
  RandomColumns random_;
  SymmetricOperator multiply_;
  Index products_ = 0;
};

}  // namespace

EigenPairs largest_eigenpairs(const SymmetricOperator& multiply, Index size, Index count, MatrixView<double> known,
                              const LanczosOptions& options, const Execution& run) {
  if (count == 0) return {.values = {}, .vectors = Matrix<double>(size, 0)};
  const MatrixView<double> locked = known.cols() > 0 ? known : MatrixView<double>(nullptr, size, 0);
  if (size <= options.dense_size || 3 * count > size - locked.cols())
    return solve_densely(multiply, size, count, locked, run);
  return Lanczos(multiply, size, locked, options, run).solve(count);
}

}  // namespace codimap
