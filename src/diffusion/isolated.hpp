// What every kernel refuses: an ε that leaves points alone, a function that is no affinity.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// Ends with a sentence that names those of the `suspects` whose affinity to all others is lost beside their own at
/// this ε, and the smallest ε that would join each of them to its nearest. `squared_nearest` is infinite for a point
/// that has only copies: no ε would help, and it is passed over. Affinities below exp(−reach) are lost.
void refuse_isolated_points(std::span<const Index> suspects, std::span<const double> squared_nearest, double epsilon,
                            double reach);

/// exp(−36) is the largest affinity that vanishes beside 1 in float64; a little more keeps it.
inline constexpr double reach_of_doubles = 35;

/// function(x, y), which must be finite and not negative.
[[nodiscard]] double checked_affinity(
    const std::function<double(std::span<const double>, std::span<const double>)>& function, std::span<const double> x,
    std::span<const double> y);

}  // namespace codimap
