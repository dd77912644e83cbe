#include "linalg/centred_matrix.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "linalg/dense.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 256;

/// to += factor·from. Eight at a time, which the compiler keeps in registers: blocks are narrow and rows many.
void add_scaled(std::span<const double> from, double factor, double* __restrict to) {
  constexpr std::size_t together = 8;
  std::size_t c = 0;
  for (; c + together <= from.size(); c += together)
    for (std::size_t k = 0; k < together; ++k) to[c + k] += factor * from[c + k];
  for (; c < from.size(); ++c) to[c] += factor * from[c];
}

template <class T>
class CentredDense final : public CentredMatrix {
 public:
  CentredDense(MatrixView<T> points, const ColumnMoments& moments) : points_(points), moments_(moments) {}

  [[nodiscard]] Index rows() const override { return points_.rows(); }
  [[nodiscard]] Index cols() const override { return points_.cols(); }

  [[nodiscard]] Matrix<double> row_range(Index begin, Index end, const Execution& run) const override {
    auto result = Matrix<double>::for_overwrite(end - begin, cols());
    parallel_for(run, end - begin, rows_a_range, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i)
        for (Index k = 0; k < cols(); ++k) result(i, k) = seen(begin + i, k);
    });
    return result;
  }

  [[nodiscard]] Matrix<double> column_range(Index begin, Index end, const Execution& run) const override {
    auto result = Matrix<double>::for_overwrite(end - begin, rows());
    parallel_for(run, rows(), rows_a_range, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i)
        for (Index k = begin; k < end; ++k) result(k - begin, i) = seen(i, k);
    });
    return result;
  }

  [[nodiscard]] Matrix<double> gram_product(MatrixView<double> block, const Execution& run) const override {
    Matrix<double> sum(cols(), block.cols());
    const Index at_a_time = lines_at_a_time(cols());
    for (Index begin = 0; begin < rows(); begin += at_a_time) {
      const Matrix<double> some = row_range(begin, std::min(rows(), begin + at_a_time), run);
      const Matrix<double> part = transposed_product(some, product(some, block, run), {}, run);
      std::transform(part.data(), part.data() + part.size(), sum.data(), sum.data(), std::plus{});
    }
    return sum;
  }

  void multiply(MatrixView<double> block, const std::function<void(Index, MatrixView<double>)>& take,
                const Execution& run) const override {
    const Index at_a_time = lines_at_a_time(cols());
    for (Index begin = 0; begin < rows(); begin += at_a_time)
      take(begin, product(row_range(begin, std::min(rows(), begin + at_a_time), run), block, run));
  }

 private:
  [[nodiscard]] double seen(Index row, Index column) const {
    const auto k = static_cast<std::size_t>(column);
    const double difference = static_cast<double>(points_(row, column)) - moments_.mean[k];
    return moments_.scale.empty() ? difference : difference * moments_.scale[k];
  }

  MatrixView<T> points_;
  const ColumnMoments& moments_;
};

// What is 0 in the points is −mean·scale here, and comes in once for all rows.
template <class T>
class CentredSparse final : public CentredMatrix {
 public:
  CentredSparse(const SparseView<T>& points, const ColumnMoments& moments) : points_(points), moments_(moments) {}

  [[nodiscard]] Index rows() const override { return points_.rows(); }
  [[nodiscard]] Index cols() const override { return points_.cols(); }

  [[nodiscard]] Matrix<double> row_range(Index begin, Index end, const Execution& run) const override {
    auto result = Matrix<double>::for_overwrite(end - begin, cols());
    parallel_for(run, end - begin, rows_a_range, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i) {
        for (Index k = 0; k < cols(); ++k) result(i, k) = seen(0, k);
        for (Index e = points_.begin(begin + i); e < points_.end(begin + i); ++e)
          result(i, points_.column(e)) = seen(static_cast<double>(points_.value(e)), points_.column(e));
      }
    });
    return result;
  }

  [[nodiscard]] Matrix<double> column_range(Index begin, Index end, const Execution& run) const override {
    auto result = Matrix<double>::for_overwrite(end - begin, rows());
    for (Index k = begin; k < end; ++k) std::ranges::fill(result.row(k - begin), seen(0, k));
    parallel_for(run, rows(), rows_a_range, [&](Index first, Index last) {
      for (Index i = first; i < last; ++i) {
        const SparseRow<T> row = points_.row(i);
        const std::int32_t* const row_end = row.columns + row.count;
        const std::int32_t* at = std::lower_bound(row.columns, row_end, begin);
        for (; at < row_end && *at < end; ++at)
          result(*at - begin, i) = seen(static_cast<double>(row.values[at - row.columns]), *at);
      }
    });
    return result;
  }

  [[nodiscard]] Matrix<double> gram_product(MatrixView<double> block, const Execution& run) const override {
    const Matrix<double> weighted = scaled(block);
    const std::vector<double> offset = mean_product(weighted);
    // As many sums apart as memory of 128 MB has room for.
    constexpr Index most_sums = 32;
    const Index sums = std::clamp((Index{1} << 24) / std::max<Index>(block.size(), 1), Index{2}, most_sums);
    std::vector<Matrix<double>> partial(static_cast<std::size_t>(sums));
    Matrix<double> totals(sums, block.cols());  // Σ of the rows of X·block
    parallel_for(run, sums, 1, [&](Index s, Index) {
      Matrix<double>& sum = partial[static_cast<std::size_t>(s)] = Matrix<double>(cols(), block.cols());
      std::vector<double> image(offset.size());
      for (Index i = rows() * s / sums; i < rows() * (s + 1) / sums; ++i) {
        row_product(i, weighted, offset, image);
        for (std::size_t c = 0; c < image.size(); ++c) totals.row(s)[c] += image[c];
        for (Index e = points_.begin(i); e < points_.end(i); ++e)
          add_scaled(image, static_cast<double>(points_.value(e)), sum.row(points_.column(e)).data());
      }
    });
    return scaled(joined(partial, totals));
  }

  void multiply(MatrixView<double> block, const std::function<void(Index, MatrixView<double>)>& take,
                const Execution& run) const override {
    const Matrix<double> weighted = scaled(block);
    const std::vector<double> offset = mean_product(weighted);
    parallel_for(run, rows(), rows_a_range, [&](Index begin, Index end) {
      auto result = Matrix<double>::for_overwrite(end - begin, block.cols());
      for (Index i = begin; i < end; ++i) row_product(i, weighted, offset, result.row(i - begin));
      take(begin, result);
    });
  }

 private:
  [[nodiscard]] double seen(double value, Index column) const {
    const auto k = static_cast<std::size_t>(column);
    return moments_.scale.empty() ? value - moments_.mean[k] : (value - moments_.mean[k]) * moments_.scale[k];
  }

  /// diag(scale)·block.
  [[nodiscard]] Matrix<double> scaled(MatrixView<double> block) const {
    Matrix<double> result(block.rows(), block.cols());
    for (Index k = 0; k < block.rows(); ++k)
      for (Index c = 0; c < block.cols(); ++c)
        result(k, c) = moments_.scale.empty() ? block(k, c) : moments_.scale[static_cast<std::size_t>(k)] * block(k, c);
    return result;
  }

  [[nodiscard]] std::vector<double> mean_product(const Matrix<double>& weighted) const {
    std::vector<double> result(static_cast<std::size_t>(weighted.cols()));
    for (Index k = 0; k < weighted.rows(); ++k)
      for (std::size_t c = 0; c < result.size(); ++c)
        result[c] += moments_.mean[static_cast<std::size_t>(k)] * weighted.row(k)[c];
    return result;
  }

  void row_product(Index row, const Matrix<double>& weighted, std::span<const double> offset,
                   std::span<double> to) const {
    for (std::size_t c = 0; c < to.size(); ++c) to[c] = -offset[c];
    for (Index e = points_.begin(row); e < points_.end(row); ++e)
      add_scaled(weighted.row(points_.column(e)), static_cast<double>(points_.value(e)), to.data());
  }

  /// The sum of all parts, less mean·Σ.
  [[nodiscard]] Matrix<double> joined(std::vector<Matrix<double>>& partial, const Matrix<double>& totals) const {
    std::vector<double> total(static_cast<std::size_t>(totals.cols()));
    for (Index s = 0; s < totals.rows(); ++s)
      for (std::size_t c = 0; c < total.size(); ++c) total[c] += totals.row(s)[c];
    Matrix<double>& sum = partial.front();
    for (std::size_t s = 1; s < partial.size(); ++s)
      std::transform(sum.data(), sum.data() + sum.size(), partial[s].data(), sum.data(), std::plus{});
    for (Index k = 0; k < sum.rows(); ++k)
      for (std::size_t c = 0; c < total.size(); ++c)
        sum.row(k)[c] -= moments_.mean[static_cast<std::size_t>(k)] * total[c];
    return std::move(sum);
  }

  SparseView<T> points_;
  const ColumnMoments& moments_;
};

}  // namespace

std::unique_ptr<CentredMatrix> centred(const AnyPoints& points, const ColumnMoments& moments) {
  struct Make {
    const ColumnMoments& moments;
    std::unique_ptr<CentredMatrix> operator()(MatrixView<float> view) const {
      return std::make_unique<CentredDense<float>>(view, moments);
    }
    std::unique_ptr<CentredMatrix> operator()(MatrixView<double> view) const {
      return std::make_unique<CentredDense<double>>(view, moments);
    }
    std::unique_ptr<CentredMatrix> operator()(const SparseView<float>& view) const {
      return std::make_unique<CentredSparse<float>>(view, moments);
    }
    std::unique_ptr<CentredMatrix> operator()(const SparseView<double>& view) const {
      return std::make_unique<CentredSparse<double>>(view, moments);
    }
  };
  return std::visit(Make{moments}, points);
}

}  // namespace codimap
