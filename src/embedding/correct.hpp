// Refinement by what regions know of the walk, where it all but falls apart.
#pragma once

#include "embedding/refine.hpp"

namespace codimap {

/// About (1 − A)⁻¹ times a block.
using Correction = std::function<Matrix<double>(MatrixView<double> block)>;

/// Eigenvalues closer to 1 than 10⁻³, and hundreds of them, no polynomial of bearable degree tells apart. So each step
/// adds to the space what the correction makes of the residuals, and where the last step led to (LOBPCG). How far a
/// vector still is from the exact one is estimated by the correction itself. The start has something random in it, so
/// that what regions have nothing of is found as well; from where on, nobody knows.
///
/// Ends as `refine` does, and takes its options: a pair that is good enough is left as it is while others go on.
[[nodiscard]] RefinedPairs correct(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start,
                                   const Correction& correction, const RefineOptions& options, const Execution& run);

}  // namespace codimap
