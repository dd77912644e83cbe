// One step of the walk, for values of points.
#pragma once

#include "codimap/kernel.hpp"

namespace codimap {

/// P·values: the mean of the values over where a step leads to.
[[nodiscard]] Matrix<double> walk(const Kernel& kernel, const Matrix<double>& values, const Execution& run);

/// The stationary distribution of the walk, q/Σq.
[[nodiscard]] std::vector<double> stationary_of(const Kernel& kernel);

}  // namespace codimap
