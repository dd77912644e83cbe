// The eigenvectors of eigenvalue 1, which are known without solving anything.
#pragma once

#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// ψ = Q^½φ for the eigenvalue 1, orthonormal, one column for each connected component. Column 0 is the trivial one,
/// φ constant everywhere. Column c contrasts component c with all before it: φ has one value there, another on
/// components 0 … c − 1, and 0 on those after.
[[nodiscard]] Matrix<double> trivial_vectors(std::span<const Index> component_of, std::span<const double> degree);

}  // namespace codimap
