#include "linalg/pencil.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/block_lanczos.hpp"
#include "linalg/eigen_map.hpp"
// After eigen_map.hpp, which sets how Eigen is to compute.
#include <Eigen/SparseCholesky>

namespace codimap {
namespace {

constexpr double factor_work_for_a_row = 1e5;  // multiplications
constexpr Index width = 4;                     // columns that are solved for together, always as many

using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor, Index>;
using Cholesky = Eigen::SimplicialLLT<Columns, Eigen::Lower, Eigen::AMDOrdering<Index>>;

Columns lower_triangle(double shifted, const SparseRows& b, const SparseRows& a) {
  std::vector<Eigen::Triplet<double, Index>> entries;
  const auto add = [&](const SparseRows& matrix, double factor) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      const auto row = row_of(matrix, i);
      for (Index e = 0; e < row.count && row.columns[e] <= i; ++e)
        entries.emplace_back(i, row.columns[e], factor * row.values[e]);
    }
  };
  add(b, shifted);
  add(a, -1);
  Columns lower(a.rows(), a.rows());
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

/// n = LLᵀ up to an order of its rows; LLᵀ is never formed.
class Factored : private Cholesky {
 public:
  explicit Factored(const Columns& n) {
    analyzePattern(n);
    if (m_nonZerosPerCol.cast<double>().squaredNorm() > factor_work_for_a_row * static_cast<double>(n.rows())) return;
    factorize(n);
    complete_ = info() == Eigen::Success && (matrix().diagonal().array() > 0).all();
  }
  [[nodiscard]] bool complete() const { return complete_; }

  /// Lᵀ·y for one vector.
  [[nodiscard]] Matrix<double> times_transpose(std::span<const double> y) const {
    Matrix<double> result(std::ssize(y), 1);
    for (Index j = 0; j < result.rows(); ++j)
      for (Columns::InnerIterator entry(matrix(), j); entry; ++entry)
        result(j, 0) += entry.value() * y[static_cast<std::size_t>(permutationPinv().indices()[entry.row()])];
    return result;
  }
  /// Rows of L⁻ᵀ·z in the order of n.
  [[nodiscard]] Matrix<double> solve_transpose(Matrix<double> z) const {
    for (Index j = z.rows() - 1; j >= 0; --j) {
      Columns::InnerIterator entry(matrix(), j);
      const double diagonal = entry.value();
      double* row = z.row(j).data();
      for (++entry; entry; ++entry) {
        const double* other = z.row(entry.row()).data();
        for (Index c = 0; c < width; ++c) row[c] -= entry.value() * other[c];
      }
      for (Index c = 0; c < width; ++c) row[c] /= diagonal;
    }
    Matrix<double> y = Matrix<double>::for_overwrite(z.rows(), z.cols());
    for (Index i = 0; i < z.rows(); ++i) std::ranges::copy(z.row(permutationP().indices()[i]), y.row(i).begin());
    return y;
  }
  /// L⁻¹·w of rows in the order of n.
  [[nodiscard]] Matrix<double> solve(const Matrix<double>& w) const {
    Matrix<double> z = Matrix<double>::for_overwrite(w.rows(), w.cols());
    for (Index i = 0; i < w.rows(); ++i) std::ranges::copy(w.row(i), z.row(permutationP().indices()[i]).begin());
    for (Index j = 0; j < z.rows(); ++j) {
      Columns::InnerIterator entry(matrix(), j);
      double* row = z.row(j).data();
      for (Index c = 0; c < width; ++c) row[c] /= entry.value();
      for (++entry; entry; ++entry) {
        double* other = z.row(entry.row()).data();
        for (Index c = 0; c < width; ++c) other[c] -= entry.value() * row[c];
      }
    }
    return z;
  }

 private:
  [[nodiscard]] const Columns& matrix() const { return m_matrix; }
  bool complete_ = false;
};

/// Columns [first, last) of the block, filled up with zeros.
Matrix<double> some_columns(MatrixView<double> block, Index first, Index last) {
  Matrix<double> result(block.rows(), width);
  for (Index i = 0; i < block.rows(); ++i)
    std::copy(block.row(i).begin() + first, block.row(i).begin() + last, result.row(i).begin());
  return result;
}

/// `map` of ranges of columns, each on its own, so that the bits do not depend on how they are shared out.
template <class Map>
Matrix<double> by_columns(MatrixView<double> block, const Execution& run, const Map& map) {
  auto result = Matrix<double>::for_overwrite(block.rows(), block.cols());
  parallel_for(run, block.cols(), width, [&](Index begin, Index end) {
    const Matrix<double> mapped = map(some_columns(block, begin, end));
    for (Index i = 0; i < result.rows(); ++i)
      std::copy_n(mapped.row(i).begin(), end - begin, result.row(i).begin() + begin);
  });
  return result;
}

}  // namespace

// With (1 + δ)·b − a = LLᵀ the pencil is that of L⁻¹·b·L⁻ᵀ, whose eigenvalues are 1/(1 + δ − θ).
std::optional<EigenPairs> largest_pencil_pairs(const SparseRows& a, const SparseRows& b, Index count,
                                               const PencilOptions& options, const Execution& run) {
  const double delta = options.shift;
  const Factored factored(lower_triangle(1 + delta, b, a));
  if (!factored.complete()) return std::nullopt;
  Matrix<double> known = factored.times_transpose(std::vector<double>(static_cast<std::size_t>(a.rows()), 1.0));
  map_of(known) /= map_of(known).norm();
  const Execution one{.threads = 1};
  const auto multiply = [&](MatrixView<double> block) {
    return by_columns(block, run, [&](Matrix<double> z) {
      Matrix<double> w = product(b, factored.solve_transpose(std::move(z)), one);
      map_of(w) *= delta;
      return factored.solve(w);
    });
  };
  EigenPairs pairs = largest_eigenpairs(
      multiply, a.rows(), count, known,
      {.tolerance = options.tolerance, .seed = options.seed, .search_again = false, .dense_size = 128}, run);
  for (double& value : pairs.values) value = 1 + delta - delta / value;
  pairs.vectors =
      by_columns(pairs.vectors, run, [&](Matrix<double> z) { return factored.solve_transpose(std::move(z)); });
  return pairs;
}

}  // namespace codimap
