// How many components a spectrum asks for.
#pragma once

#include <span>

#include "codimap/matrix.hpp"

namespace codimap {

/// The number of components before the largest gap between successive eigenvalues, at least 2 where there are 2: a gap
/// after the first would leave a map that is a line. Eigenvalues descend, the trivial 1 left out; only gaps between
/// those given are seen, so give more than are wanted.
///
/// `residuals` say how well each is known: a gap that is not wider than those on its two sides together may be none,
/// and is passed over. Where no gap is left, the default number, or as many as there are.
[[nodiscard]] Index choose_components(std::span<const double> eigenvalues, std::span<const double> residuals = {});

}  // namespace codimap
