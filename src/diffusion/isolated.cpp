#include "diffusion/isolated.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/fail.hpp"

namespace codimap {

void refuse_isolated_points(std::span<const Index> suspects, std::span<const double> squared_nearest, double epsilon,
                            double reach) {
  constexpr std::size_t named = 5;
  std::string rows;
  std::size_t count = 0;
  double needed = 0;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    if (!std::isfinite(squared_nearest[i]) || squared_nearest[i] <= reach * epsilon) continue;
    if (++count <= named) rows += text("{}{}", count > 1 ? ", " : "", suspects[i] + 1);
    needed = std::max(needed, squared_nearest[i] / reach);
  }
  if (count == 0) return;
  fail(ErrorKind::bad_data,
       "epsilon {:g} is too small: {} {} no affinity to any other (row{} {}{}); the smallest epsilon that works is "
       "{:.3g}",
       epsilon, count, count == 1 ? "point has" : "points have", count == 1 ? "" : "s", rows,
       count > named ? ", …" : "", needed);
}

double checked_affinity(const std::function<double(std::span<const double>, std::span<const double>)>& function,
                        std::span<const double> x, std::span<const double> y) {
  const double affinity = function(x, y);
  if (!(affinity >= 0) || !std::isfinite(affinity))
    fail(ErrorKind::bad_data, "a kernel function must return finite values that are not negative; got {:g}", affinity);
  return affinity;
}

}  // namespace codimap
