// How many points a coordinate is about.
#pragma once

#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// (Σv²)²/Σv⁴ of each column.
[[nodiscard]] std::vector<double> participation_of(MatrixView<double> columns, const Execution& run);

}  // namespace codimap
