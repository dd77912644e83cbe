// What the methods with landmarks share: a small symmetric problem, then an extension to every point.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "embedding/leading_vectors.hpp"
#include "embedding/point_map.hpp"

namespace codimap {

/// Eigenpairs of a symmetric n × n matrix with eigenvalue 1 at a vector that is known up to its norm.
[[nodiscard]] LeadingVectors landmark_spectrum(const Matrix<double>& matrix, const std::vector<double>& trivial,
                                               std::optional<Index> components, const Execution& run);

/// Extends by means over the landmarks, each a region of one point. `columns` are their columns of the kernel.
[[nodiscard]] PointMap extended_map(std::span<const Index> landmarks, const Matrix<double>& columns,
                                    std::vector<double> eigenvalues, Extension extension, const Execution& run);

}  // namespace codimap
