// Calls a law on random kernels of every sort.
#pragma once

#include <gtest/gtest.h>

#include "reference/problems.hpp"

namespace codimap::laws {

/// law(const reference::Problem&, reference::Random&)
template <class Law>
void for_all_kernels(const Law& law) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    reference::Random random(1000 + seed);
    for (const reference::Problem& problem : reference::random_kernels(seed)) {
      SCOPED_TRACE(problem.name);
      law(problem, random);
    }
  }
}

/// From 1 to as many regions as points.
inline reference::Index random_region_count(reference::Random& random, reference::Index points) {
  return std::uniform_int_distribution<reference::Index>(1, points)(random);
}

}  // namespace codimap::laws
