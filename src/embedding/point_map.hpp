// What every method comes down to: coordinates of the points, and the rule that gives them to new ones.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codimap/map.hpp"

namespace codimap {

struct PointMap {
  std::vector<double> eigenvalues;  // λ in pointwise units, descending
  Matrix<double> vectors;           // φ at the points, one column a component, of any norm

  /// ‖Aψ − λψ‖ for ψ = Q^½φ of unit norm, and what they prove; both empty where they have not been taken yet.
  std::vector<double> residuals;
  Certificate certificate;

  /// New points: the sums of their affinities over these regions of the kernel's points, extended.
  std::vector<Index> region_of;
  Index regions = 0;
  Extension extension;
  /// The kernel that region_of speaks of, where it is not the kernel of the points.
  std::shared_ptr<const PointKernel> landmark_kernel;
};

/// Gives every point a region of its own: φ(x) = λ⁻¹ Σ_y p(x,y)φ(y), which holds for eigenvectors at the points and
/// defines them elsewhere. `walked` is this λ⁻¹Pφ.
void extend_by_walking(PointMap& map, Matrix<double> vectors, Matrix<double> walked, const Execution& run);

/// ‖Aψ − λψ‖ for ψ = Q^½φ of unit norm, of each component.
[[nodiscard]] std::vector<double> residuals_of(const DiffusionAffinity& affinity, std::span<const double> eigenvalues,
                                               MatrixView<double> vectors, const Execution& run);

}  // namespace codimap
