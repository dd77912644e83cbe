// Products of affinities stored as sparse rows with sparse blocks.
#pragma once

#include "diffusion/copies.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

/// Rows of G·block for distinct points, whose affinities `rows` are; the block has a row for each point.
template <class T>
[[nodiscard]] SparseRows sparse_product(const SparseView<T>& rows, const Copies& copies, const SparseRows& block,
                                        const Execution& run);

}  // namespace codimap
