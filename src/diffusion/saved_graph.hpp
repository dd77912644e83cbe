// Symmetric sparse matrices in model files: one half of each, which is all there is to know.
#pragma once

#include "codimap/matrix.hpp"
#include "base/archive.hpp"

namespace codimap {

/// Both halves hold the same bits, and columns ascend.
template <class T>
void add_symmetric(ArchiveWriter& archive, const SparseMatrix<T>& matrix);

/// A matrix of `size` rows. One that is not of this kind is refused as damaged.
template <class T>
[[nodiscard]] SparseMatrix<T> read_symmetric(ArchiveReader& archive, Index size);

}  // namespace codimap
