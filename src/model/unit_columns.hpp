// The norm and sign that every column of a map has.
#pragma once

#include <span>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Writes into the row of `factors` what makes φ of unit norm under the stationary distribution and the largest entry
/// of each column, the first where several are equal, positive.
void unit_factors(MatrixView<double> vectors, std::span<const double> degree, Matrix<double>& factors,
                  const Execution& run);

}  // namespace codimap
