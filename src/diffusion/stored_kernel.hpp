// A kernel of points that a model file can hold.
#pragma once

#include <memory>

#include "base/archive.hpp"
#include "codimap/kernel.hpp"

namespace codimap {

class StoredKernel : public PointKernel {
 public:
  virtual void save(ArchiveWriter& archive) const = 0;
};

/// What StoredKernel::save wrote. Affinities to new points come out the same, bit for bit.
[[nodiscard]] std::shared_ptr<const PointKernel> load_kernel(ArchiveReader& archive, const Execution& run);

}  // namespace codimap
