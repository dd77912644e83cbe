// Kernels of the library, each beside the oracle's matrix of the same affinities.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "codimap/kernel.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {

struct PointCase {
  std::string name;
  reference::MatrixXd points;
  KernelOptions options;
  reference::MatrixXd G;
};

/// Every kind of kernel, dense and truncated, with and without density, of points in many dimensions, some of them
/// copies.
std::vector<PointCase> point_cases(std::uint64_t seed);

struct LibraryKernel {
  std::string name;
  std::shared_ptr<const Kernel> kernel;
  reference::MatrixXd G;
};

/// Those, and graphs.
std::vector<LibraryKernel> library_kernels(std::uint64_t seed);

/// law(const LibraryKernel&, reference::Random&)
template <class Law>
void for_all_library_kernels(const Law& law) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    reference::Random random(2000 + seed);
    for (const LibraryKernel& known : library_kernels(seed)) {
      SCOPED_TRACE(known.name);
      law(known, random);
    }
  }
}

}  // namespace codimap::laws
