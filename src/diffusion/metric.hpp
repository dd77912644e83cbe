// Metrics other than the Euclidean, by rows whose Euclidean distances are theirs.
#pragma once

#include <variant>

#include "codimap/kernel.hpp"

namespace codimap {

/// Points as a metric has them: as they are, or each row scaled to unit length, or with its mean taken off first.
/// Squared distances of such rows are 2(1 − cosine) and 2(1 − correlation) of the points.
class PointsInMetric {
 public:
  /// Borrows `points` where the metric is Euclidean. A row that has no direction is ErrorKind::bad_data.
  PointsInMetric(Points points, Metric metric);
  PointsInMetric(const PointsInMetric&) = delete;
  PointsInMetric& operator=(const PointsInMetric&) = delete;

  [[nodiscard]] Points points() const { return points_; }

 private:
  std::variant<Matrix<float>, Matrix<double>> owned_;
  Points points_;
};

}  // namespace codimap
