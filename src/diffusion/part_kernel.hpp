// The kernel of a connected component, as rows of its own.
#pragma once

#include <utility>

#include "diffusion/sparse_kernel.hpp"

namespace codimap {

template <class T>
class PartKernel final : public SparseKernel<Kernel, T> {
 public:
  PartKernel(SparseMatrix<T> rows, Copies copies, const Execution& run) {
    this->set_rows(std::move(rows), std::move(copies), run);
  }
};

}  // namespace codimap
