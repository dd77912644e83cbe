// How far Ritz vectors are from exact ones, by how far they still turn.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// An estimate, not a bound: if a step leaves a share s of an error, then a vector that turned by t in it still has
/// t·s/(1 − s) to go. s is what two steps in a row tell, within limits, and the result is doubled.
class AngleEstimate {
 public:
  explicit AngleEstimate(Index components);

  /// After a step: `values` are those of the new pairs, 1 − λ ascending, and `overlap` the products of the old vectors
  /// (rows) with the new components (columns). Pairs of equal values may turn among themselves.
  void add_step(std::span<const double> values, const Matrix<double>& overlap);

  /// In radians, of each component.
  [[nodiscard]] const std::vector<double>& angles() const { return angles_; }

 private:
  std::vector<double> angles_;
  double last_turn_ = 0;  // root mean square; 0 before the first step
};

/// Root mean square of estimated angles over a goal; a single component may be 2.5 times as far. At most 1 when good
/// enough.
[[nodiscard]] double estimate_excess(std::span<const double> angles, double goal);

}  // namespace codimap
