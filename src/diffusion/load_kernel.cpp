// Kernels in model files: a tag that says which, then the kernel's own.

#include "diffusion/dense_kernel.hpp"
#include "diffusion/kernel_tag.hpp"
#include "diffusion/neighbor_kernel.hpp"

namespace codimap {

std::shared_ptr<const PointKernel> load_kernel(ArchiveReader& archive, const Execution& run) {
  switch (static_cast<KernelTag>(archive.u64())) {
    case KernelTag::dense_float:
      return std::make_shared<DenseKernel<float>>(archive);
    case KernelTag::dense_double:
      return std::make_shared<DenseKernel<double>>(archive);
    case KernelTag::neighbors_float:
      return std::make_shared<NeighborKernel<float>>(archive, run);
    case KernelTag::neighbors_double:
      return std::make_shared<NeighborKernel<double>>(archive, run);
  }
  archive.damaged();
}

}  // namespace codimap
