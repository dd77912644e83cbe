// How many dimensions the points have around a typical one.
#pragma once

#include <optional>
#include <span>

#include "codimap/kernel.hpp"

namespace codimap {

/// The maximum-likelihood estimate of Levina and Bickel from the ascending squared distances of some points to their k
/// nearest others, k a point, with the inverses averaged as MacKay and Ghahramani do:
/// Σ_x (k − 1)/Σ_x Σ_{j<k} log(r_k(x)/r_j(x)). Unset where all distances of each point are equal.
[[nodiscard]] std::optional<double> likeliest_dimension(std::span<const double> squared_distances, Index k);

/// That estimate on a sample of the points, at the scale of their 29 nearest others. Noise has as many dimensions as
/// there are features, and counts where the scale is not larger than it. Unset for a kernel by a function, whose
/// distances nobody knows, and for fewer than 7 points.
[[nodiscard]] std::optional<double> intrinsic_dimension(Points points, const KernelOptions& options,
                                                        const Execution& run);

}  // namespace codimap
