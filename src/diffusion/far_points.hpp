// Points that lie so far out that distances from them are no numbers.
#pragma once

#include <optional>

#include "codimap/matrix.hpp"

namespace codimap {

/// The first row, of points centred as a kernel's, that is so long that a squared distance between two such rows may be
/// no finite T. Searches for neighbours would find none for it.
template <class T>
[[nodiscard]] std::optional<Index> too_far(MatrixView<T> rows);

/// Refuses new points, centred, of which that is so.
template <class T>
void refuse_too_far(MatrixView<T> rows);

}  // namespace codimap
