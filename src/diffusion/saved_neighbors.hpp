// Lists of nearest neighbours in model files: which points are in a list, from which their distances and their order
// follow.
#pragma once

#include "base/archive_indices.hpp"
#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "codimap/neighbors.hpp"

namespace codimap {

/// The lists as they are kept for a file.
[[nodiscard]] PackedIndices packed_lists(Neighbors nearest, const Execution& run);

/// The lists of k of each of the points, as the search gave them. Empty where they are none.
template <class T>
[[nodiscard]] Neighbors unpacked_lists(const PackedIndices& lists, MatrixView<T> points, Index k, const Execution& run);

}  // namespace codimap
