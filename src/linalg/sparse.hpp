// Products with sparse matrices.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

template <class T>
[[nodiscard]] SparseRow<T> row_of(const SparseMatrix<T>& a, Index i) {
  const Index begin = a.offsets[static_cast<std::size_t>(i)];
  return {a.columns.data() + begin, a.values.data() + begin, a.offsets[static_cast<std::size_t>(i) + 1] - begin};
}
template <class T>
[[nodiscard]] SparseRow<T> row_of(const SparseView<T>& a, Index i) {
  return a.row(i);
}

/// What every reader of borrowed rows relies on: offsets that ascend from 0 and span the values, columns that ascend
/// and are in range; ErrorKind::bad_data otherwise.
void check_rows(const AnySparse& a, const Execution& run = {});

/// a·b.
[[nodiscard]] Matrix<double> product(const SparseRows& a, MatrixView<double> b, const Execution& run = {});

/// Sums by column of one sparse row at a time: only the columns it meets are touched.
class RowSums {
 public:
  explicit RowSums(Index cols)
      : sums_(static_cast<std::size_t>(cols)),
        met_before_(static_cast<std::size_t>(cols)),
        met_(static_cast<std::size_t>(cols) + 1) {}
  /// Column −1 stands for none.
  void add(Index column, double value) {
    if (column < 0 || value == 0) return;
    const auto place = static_cast<std::size_t>(column);
    // Written in any case, counted if new: a branch would be guessed wrong too often.
    met_[met_count_] = static_cast<std::int32_t>(column);
    met_count_ += std::size_t{met_before_[place]} ^ 1U;
    met_before_[place] = 1;
    sums_[place] += value;
  }
  /// visit(column, sum) in the order in which columns were met; then starts anew.
  template <class Visit>
  void take(Visit&& visit) {
    for (std::size_t m = 0; m < met_count_; ++m) {
      const auto place = static_cast<std::size_t>(met_[m]);
      met_before_[place] = 0;
      visit(Index{met_[m]}, std::exchange(sums_[place], 0));
    }
    met_count_ = 0;
  }
  /// Appends the sums, times `scale`, as the next row; then starts anew.
  void flush(SparseRows& rows, double scale = 1);
  /// The column of the largest sum, the lower one where two are equal, −1 where there is none; then starts anew.
  [[nodiscard]] Index take_largest();

 private:
  std::vector<double> sums_;
  std::vector<std::uint16_t> met_before_;  // bytes might be any of the other members, for all that a compiler knows
  std::vector<std::int32_t> met_;
  std::size_t met_count_ = 0;
};

/// Rows [begin, end), made by calling fill(begin, end, part) for fixed ranges in parallel, the parts joined in order.
/// Few ranges where each begins with sums that are long beside its work.
[[nodiscard]] SparseRows sparse_rows(Index rows, Index cols, const Execution& run,
                                     const std::function<void(Index begin, Index end, SparseRows& part)>& fill,
                                     Index ranges = 64);

/// aᵀ, sorted by counting.
[[nodiscard]] SparseMatrix<float> transposed(const SparseView<float>& a, const Execution& run = {});
[[nodiscard]] SparseMatrix<double> transposed(const SparseView<double>& a, const Execution& run = {});

/// aᵀ·diag(weight)·a, symmetric to the last bit.
[[nodiscard]] SparseRows weighted_gram(const SparseRows& a, std::span<const double> weight, const Execution& run = {});

[[nodiscard]] Matrix<double> to_dense(const SparseRows& a);
/// A sparse matrix as it is, a dense one without its zeros.
[[nodiscard]] SparseRows to_sparse(DenseOrSparse a);
/// A dense matrix as it is, a sparse one filled up with zeros.
[[nodiscard]] Matrix<double> to_dense(DenseOrSparse a);

}  // namespace codimap
