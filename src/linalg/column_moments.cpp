// Means and deviations of columns, summed over fixed ranges of rows in order.
#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "linalg/centred_matrix.hpp"

namespace codimap {
namespace {

constexpr Index most_ranges = 64;

/// Σ over rows of what `add(row, sums)` adds to the sums of the columns.
template <class Add>
std::vector<double> column_sums(Index rows, Index cols, const Execution& run, const Add& add) {
  // Wide rows have sums as large as themselves: less of these then.
  const Index ranges = std::clamp((Index{1} << 22) / std::max<Index>(cols, 1), Index{2}, most_ranges);
  std::vector<std::vector<double>> partial(static_cast<std::size_t>(ranges));
  parallel_for(run, ranges, 1, [&](Index r, Index) {
    std::vector<double>& sums = partial[static_cast<std::size_t>(r)];
    sums.resize(static_cast<std::size_t>(cols));
    for (Index i = rows * r / ranges; i < rows * (r + 1) / ranges; ++i) add(i, sums);
  });
  for (std::size_t r = 1; r < partial.size(); ++r)
    std::ranges::transform(partial.front(), partial[r], partial.front().begin(), std::plus{});
  return std::move(partial.front());
}

double squared(double value) { return value * value; }

template <class T>
std::vector<double> sums_of(MatrixView<T> points, const Execution& run) {
  return column_sums(points.rows(), points.cols(), run, [&](Index i, std::vector<double>& sums) {
    const T* const row = points.row(i).data();
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += static_cast<double>(row[k]);
  });
}

template <class T>
std::vector<double> squares_of(MatrixView<T> points, const std::vector<double>& mean, const Execution& run) {
  return column_sums(points.rows(), points.cols(), run, [&](Index i, std::vector<double>& sums) {
    const T* const row = points.row(i).data();
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += squared(static_cast<double>(row[k]) - mean[k]);
  });
}

template <class T>
std::vector<double> sums_of(const SparseView<T>& points, const Execution& run) {
  return column_sums(points.rows(), points.cols(), run, [&](Index i, std::vector<double>& sums) {
    for (Index e = points.begin(i); e < points.end(i); ++e)
      sums[static_cast<std::size_t>(points.column(e))] += static_cast<double>(points.value(e));
  });
}

// Values that are not stored are 0, and differ from the mean by the mean.
template <class T>
std::vector<double> squares_of(const SparseView<T>& points, const std::vector<double>& mean, const Execution& run) {
  std::vector<double> stored = column_sums(points.rows(), points.cols(), run, [&](Index i, std::vector<double>& sums) {
    for (Index e = points.begin(i); e < points.end(i); ++e) {
      const auto k = static_cast<std::size_t>(points.column(e));
      sums[k] += squared(static_cast<double>(points.value(e)) - mean[k]);
    }
  });
  std::vector<double> counts = column_sums(points.rows(), points.cols(), run, [&](Index i, std::vector<double>& sums) {
    for (Index e = points.begin(i); e < points.end(i); ++e) ++sums[static_cast<std::size_t>(points.column(e))];
  });
  for (std::size_t k = 0; k < stored.size(); ++k)
    stored[k] += (static_cast<double>(points.rows()) - counts[k]) * squared(mean[k]);
  return stored;
}

}  // namespace

ColumnMoments column_moments(const AnyPoints& points, bool with_scale, const Execution& run) {
  return std::visit(
      [&](const auto& view) {
        const auto rows = static_cast<double>(view.rows());
        ColumnMoments moments{.mean = sums_of(view, run), .scale = {}};
        for (double& mean : moments.mean) mean /= rows;
        const std::vector<double> squares = squares_of(view, moments.mean, run);
        for (std::size_t k = 0; k < squares.size(); ++k) {
          const double deviation = std::sqrt(squares[k] / rows);
          // A constant column differs from its rounded mean by rounding alone.
          const bool varies = deviation > 1e-12 * std::abs(moments.mean[k]);
          if (with_scale) moments.scale.push_back(varies ? 1 / deviation : 0);
          if (varies) moments.total += with_scale ? rows : squares[k];
        }
        return moments;
      },
      points);
}

}  // namespace codimap
