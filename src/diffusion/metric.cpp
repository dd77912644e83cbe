#include "diffusion/metric.hpp"

#include <cmath>
#include <numeric>

#include "base/fail.hpp"

namespace codimap {
namespace {

template <class T>
void set_direction(std::span<const T> row, Metric metric, Index number, std::span<T> direction) {
  const double mean = metric == Metric::correlation
                          ? std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size())
                          : 0;
  double square = 0;
  double largest = 0;
  for (const T value : row) {
    square += std::pow(static_cast<double>(value) - mean, 2);
    largest = std::max(largest, std::abs(static_cast<double>(value)));
  }
  const double length = std::sqrt(square);
  // Equal values differ from their rounded mean by rounding alone.
  if (length <= 1e-14 * largest * static_cast<double>(row.size())) {
    if (metric == Metric::cosine)
      fail(ErrorKind::bad_data, "the cosine of a row of zeros is not defined; row {} is one, leave it out", number + 1);
    fail(ErrorKind::bad_data, "the correlation of a row of equal values is not defined; row {} is one, leave it out",
         number + 1);
  }
  for (std::size_t c = 0; c < row.size(); ++c)
    direction[c] = static_cast<T>((static_cast<double>(row[c]) - mean) / length);
}

}  // namespace

PointsInMetric::PointsInMetric(Points points, Metric metric) : points_(points) {
  if (metric == Metric::euclidean) return;
  points.visit([&]<class T>(const MatrixView<T>& view) {
    auto& rows = owned_.emplace<Matrix<T>>(view.rows(), view.cols());
    for (Index i = 0; i < view.rows(); ++i) set_direction(view.row(i), metric, i, rows.row(i));
    points_ = rows;
  });
}

}  // namespace codimap
