// The vector loops read one factor in strips of columns and the other as it lies. Where strips would hold little but
// filling, Eigen does as well.
#include "linalg/block_product.hpp"

#include <algorithm>
#include <vector>

#include "base/parallel.hpp"

namespace codimap {
namespace {

// So much of a factor stays in the cache while all strips of the other pass over it.
constexpr Index depth = 128;
constexpr Index rows_at_a_time = 48;

using Buffer = std::vector<double, UnsetAllocator<double>>;

/// The first `filled` values times a factor, and zeros behind them.
void fill_lanes(const double* from, Index filled, double factor, double* to) {
  if (filled >= lanes<double>)
    for (Index c = 0; c < lanes<double>; ++c) to[c] = factor * from[c];
  else
    for (Index c = 0; c < lanes<double>; ++c) to[c] = c < filled ? factor * from[c] : 0;
}

/// diag(weight)·matrix in strips of columns, the last of them filled up with zeros; no weight stands for ones.
class ColumnStrips {
 public:
  explicit ColumnStrips(TallView matrix, std::span<const double> weight = {})
      : rows_(matrix.rows), width_(padded(matrix.cols)), values_(static_cast<std::size_t>(rows_ * width_)) {
    for (Index i = 0; i < rows_; ++i) {
      const double factor = weight.empty() ? 1 : weight[static_cast<std::size_t>(i)];
      const double* from = matrix.data + i * matrix.stride;
      for (Index c = 0; c < matrix.cols; c += lanes<double>)
        fill_lanes(from + c, matrix.cols - c, factor, values_.data() + c * rows_ + i * lanes<double>);
    }
  }

  static Index padded(Index cols) { return (cols + lanes<double> - 1) / lanes<double> * lanes<double>; }
  /// Columns, those of zeros included.
  [[nodiscard]] Index width() const { return width_; }

  /// out += a·matrix, for rows of out that lie width() apart.
  void add_product(TallView a, double* out, const Loops<double>& loop) const {
    for (Index row = 0; row < rows_; row += depth)
      add({.data = a.data + row,
           .rows = std::min(depth, rows_ - row),
           .columns = a.rows,
           .row_step = 1,
           .column_step = a.stride},
          row, out, loop);
  }
  /// out += aᵀ·matrix.
  void add_transposed_product(TallView a, double* out, const Loops<double>& loop) const {
    for (Index first = 0; first < a.cols; first += rows_at_a_time)
      add({.data = a.data + first,
           .rows = rows_,
           .columns = std::min(rows_at_a_time, a.cols - first),
           .row_step = a.stride,
           .column_step = 1},
          0, out + first * width_, loop);
  }

 private:
  void add(const StridedMatrix<double>& a, Index from_row, double* out, const Loops<double>& loop) const {
    for (Index c = 0; c < width_; c += lanes<double>)
      loop.add_strided_product(a, values_.data() + c * rows_ + from_row * lanes<double>, out + c, width_);
  }

  Index rows_;
  Index width_;
  Buffer values_;
};

void add_narrow_transposed_product(TallView a, TallView b, std::span<const double> weight, StridedMap sum) {
  constexpr Index chunk_rows = 2048;
  RowMajor weighted;
  for (Index row = 0; row < a.rows; row += chunk_rows) {
    const Index height = std::min(chunk_rows, a.rows - row);
    const auto a_rows = map_of(a).middleRows(row, height);
    const auto b_rows = map_of(b).middleRows(row, height);
    if (weight.empty()) {
      sum.noalias() += a_rows.transpose() * b_rows;
    } else {
      weighted = Eigen::Map<const Eigen::VectorXd>(weight.data() + row, height).asDiagonal() * a_rows;
      sum.noalias() += weighted.transpose() * b_rows;
    }
  }
}

}  // namespace

void add_transposed_product(TallView a, TallView b, std::span<const double> weight, StridedMap sum,
                            const Loops<double>& loop) {
  if (is_narrow(a.cols, b.cols)) return add_narrow_transposed_product(a, b, weight, sum);
  Matrix<double> sums(a.cols, ColumnStrips::padded(b.cols));
  // A loop goes down a few columns of a at a time, which is slow unless its rows have come to the cache before.
  Buffer rows(static_cast<std::size_t>(depth * a.cols));
  for (Index row = 0; row < a.rows; row += depth) {
    const Index height = std::min(depth, a.rows - row);
    for (Index i = 0; i < height; ++i) std::copy_n(a.data + (row + i) * a.stride, a.cols, rows.data() + i * a.cols);
    const ColumnStrips strips(middle_rows(b, row, height), weight.empty() ? weight : weight.subspan(row, height));
    strips.add_transposed_product({.data = rows.data(), .rows = height, .cols = a.cols, .stride = a.cols}, sums.data(),
                                  loop);
  }
  sum += map_of(sums).leftCols(b.cols);
}

void multiply_by_rows(TallView a, TallView b, const std::function<void(Index begin, TallView rows)>& take,
                      const Execution& run) {
  const Loops<double>& loop = loops<double>(run);
  const ColumnStrips strips(b);
  parallel_for(run, a.rows, rows_a_range(b), [&](Index begin, Index end) {
    for (Index row = begin; row < end; row += rows_at_a_time) {
      const TallView rows = middle_rows(a, row, std::min(rows_at_a_time, end - row));
      Matrix<double> product(rows.rows, strips.width());
      strips.add_product(rows, product.data(), loop);
      take(row, {.data = product.data(), .rows = rows.rows, .cols = b.cols, .stride = strips.width()});
    }
  });
}

}  // namespace codimap
