// The time t of λᵗφ where the caller leaves it open, and the sum over all times.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// Von Neumann entropy −Σ p·log p of the spectrum after t steps, p = |λ|ᵗ/Σ|λ|ᵗ, for t = 1 … most_time. `eigenvalues`
/// are those that were computed, the trivial 1 left out; it is put back here.
[[nodiscard]] std::vector<double> spectral_entropy(std::span<const double> eigenvalues, Index most_time);

/// The t in 1 … 100 at which the entropy turns from its steep fall, where noise is smoothed away, to a slow one, where
/// structure is: the knee that PHATE (Moon et al. 2019) takes. Two lines that meet in t are fitted, one to the
/// entropies up to it and one to those from it, and the t of least summed squared error is the knee. It sees only the
/// computed part of the spectrum, so more components make it larger or smaller; 1 where the entropy does not fall.
[[nodiscard]] Index choose_time(std::span<const double> eigenvalues);

/// λ/(1 − λ), the sum of λᵗ over t = 1, 2, …: distances between coordinates with these weights are over all times. An
/// eigenvalue of 1, which a graph of several components has, ends with ErrorKind::bad_data.
[[nodiscard]] std::vector<double> multiscale_weights(std::span<const double> eigenvalues);

}  // namespace codimap
