// An orthonormal basis that grows by blocks towards the ends of an operator's spectrum, and the operator restricted
// to it.
#pragma once

#include <cstdint>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "linalg/block_lanczos.hpp"

namespace codimap {

/// Standard normal columns, no two draws alike.
class RandomColumns {
 public:
  RandomColumns(std::uint64_t seed, Index rows) : seed_(seed), rows_(rows) {}
  [[nodiscard]] Matrix<double> draw(Index cols, const Execution& run);

 private:
  std::uint64_t seed_;
  Index rows_;
  Index drawn_ = 0;
};

/// What an operator looks like from within a space.
struct RitzPairs {
  std::vector<double> values;     // descending
  Matrix<double> coefficients;    // one column a pair, in the basis of the space
  std::vector<double> residuals;  // ‖A·v − value·v‖ of each pair, as far as the space knows
};

class KrylovSpace {
 public:
  /// Starts from a random block, in the complement of the orthonormal columns of `locked`, which must outlive the
  /// space as the other references must.
  KrylovSpace(const SymmetricOperator& multiply, std::vector<MatrixView<double>> locked, Index size, Index block,
              Index capacity, RandomColumns& random, const Execution& run);

  [[nodiscard]] Index cols() const { return cols_; }
  [[nodiscard]] bool full() const { return cols_ + next_.cols() > capacity_; }
  /// The space is all there is.
  [[nodiscard]] bool exhausted() const { return next_.cols() == 0; }

  /// One product with the operator. The space must not be full or exhausted.
  void expand();
  [[nodiscard]] RitzPairs ritz_pairs() const;
  [[nodiscard]] Matrix<double> vectors(const RitzPairs& pairs, Index count) const;
  /// Shrinks the space to its first `keep` pairs. Expanding goes on as if it had been larger all along.
  void restart(const RitzPairs& pairs, Index keep);

 private:
  void project_out(Matrix<double>& columns) const;
  [[nodiscard]] Matrix<double> random_directions(Index count, MatrixView<double> beside) const;
  void set_next(Matrix<double> directions, Matrix<double> coupling);

  const SymmetricOperator& multiply_;
  std::vector<MatrixView<double>> locked_;
  Index block_;
  Index capacity_;
  RandomColumns& random_;
  const Execution& run_;

  Matrix<double> basis_;  // size × capacity, of which the first cols_ columns are in use
  Index cols_ = 0;
  Matrix<double> projected_;  // Vᵀ·A·V, lower triangle
  Matrix<double> next_;       // orthonormal, the block to expand by
  Matrix<double> coupling_;   // A·V = V·projected + next·coupling
};

}  // namespace codimap
