// Regions of one kind of point each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codimap/kernel.hpp"
#include "linalg/chebyshev.hpp"

namespace codimap {

struct Regions {
  std::vector<Index> of_point;
  Index count = 0;
};

/// What random vectors are filtered by, and how far apart they may then be within a region.
struct TestFilter {
  Interval below;
  Index degree = 1;
  float apart = 1;
};

/// Splits off the points that hold together and lead nowhere, of which filtered random vectors keep what they were,
/// while elsewhere they become smooth and small. None where more than `most` regions would come of it.
[[nodiscard]] std::optional<Regions> split_apart(const DiffusionAffinity& affinity, Regions regions,
                                                 const TestFilter& filter, Index most, std::uint64_t seed,
                                                 const Execution& run);

}  // namespace codimap
