// Points seen with their columns centred and scaled. Pieces of them are made dense, all of them never.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Dense or sparse, in either precision.
using AnyPoints = std::variant<MatrixView<float>, MatrixView<double>, SparseView<float>, SparseView<double>>;

/// Of columns. A value x of column k is seen as (x − mean[k])·scale[k]; no scale stands for ones.
struct ColumnMoments {
  std::vector<double> mean;
  std::vector<double> scale;  // 1/standard deviation; 0 for a constant column
  double total = 0;           // Σ of the squares of all values as they are seen
};

[[nodiscard]] ColumnMoments column_moments(const AnyPoints& points, bool with_scale, const Execution& run);

class CentredMatrix {
 public:
  CentredMatrix() = default;
  CentredMatrix(const CentredMatrix&) = delete;
  CentredMatrix& operator=(const CentredMatrix&) = delete;
  virtual ~CentredMatrix() = default;

  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index cols() const = 0;
  /// Rows [begin, end).
  [[nodiscard]] virtual Matrix<double> row_range(Index begin, Index end, const Execution& run) const = 0;
  /// Columns [begin, end), one a row.
  [[nodiscard]] virtual Matrix<double> column_range(Index begin, Index end, const Execution& run) const = 0;
  /// XᵀX·block, for the matrix X.
  [[nodiscard]] virtual Matrix<double> gram_product(MatrixView<double> block, const Execution& run) const = 0;
  /// Hands out X·block by ranges of rows from `begin` on; from many threads.
  virtual void multiply(MatrixView<double> block, const std::function<void(Index begin, MatrixView<double> rows)>& take,
                        const Execution& run) const = 0;
};

/// `moments` and what the points are a view of must outlive it.
[[nodiscard]] std::unique_ptr<CentredMatrix> centred(const AnyPoints& points, const ColumnMoments& moments);

/// So many rows, or columns, of `width` values are made dense at a time: 16 MB of them.
[[nodiscard]] inline Index lines_at_a_time(Index width) {
  constexpr Index values = Index{1} << 21;
  return width < values ? values / (width > 0 ? width : 1) : 1;
}

}  // namespace codimap
