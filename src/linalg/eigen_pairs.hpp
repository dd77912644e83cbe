// Eigenvalues with their vectors, as every eigensolver here returns them.
#pragma once

#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

struct EigenPairs {
  std::vector<double> values;  // descending
  Matrix<double> vectors;      // one column a pair, orthonormal
};

}  // namespace codimap
