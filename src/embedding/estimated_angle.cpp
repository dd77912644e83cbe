#include "embedding/estimated_angle.hpp"

#include <algorithm>
#include <cmath>

namespace codimap {
namespace {

// A smooth start has the less of an error the nearer its eigenvalue, so that most of what a filter leaves lies where it
// begins to damp. On squares, tori and Swiss rolls its distance was 0.25 to 0.6 of that where half is left.
constexpr double share_of_half = 0.25;
constexpr double much_closer = 1e-4;

}  // namespace

double half_damped(double value, Interval below, Index degree) {
  return value_of_gain(filter_gain(value, below, degree) / 2, below, degree);
}

double angle_behind_smoothing(double residual, double distance) { return residual / (share_of_half * distance); }

double angle_to_others(const RitzBlock& pairs, std::size_t pair, double d) {
  const double value = pairs.values[pair];
  if (1 - value > much_closer * d) return 0;
  double largest = 0;
  for (std::size_t other = 0; other < pairs.values.size(); ++other) {
    const double apart = std::abs(value - pairs.values[other]);
    if (other != pair && apart > inseparable)
      largest = std::max(largest, pairs.residuals[pair] * pairs.residuals[other] / (d * apart));
  }
  return std::atan(largest);
}

}  // namespace codimap
