// The map of one connected component: the paper's stages, one after another, and refinement.
#pragma once

#include "embedding/point_map.hpp"
#include "model/order.hpp"
#include "model/part_layout.hpp"
#include "model/stages.hpp"

namespace codimap {

struct PartMap {
  /// λᵗφ, φ of unit norm under the stationary distribution, the entry of largest magnitude positive.
  Matrix<double> embedding;
  Spectrum spectrum;
  double time = 1;  // that was taken
  /// New points.
  std::vector<Index> region_of;
  Index regions = 0;
  Extension extension;
  std::shared_ptr<const PointKernel> landmark_kernel;
  Layout layout;  // empty without one

  Partition partition;         // empty for methods without regions
  double coherence_error = 0;  // Coherence::relative_error
};

/// How many components a part is to have. It is an error to have less than `least`, unset being the default or as many
/// as there are; `spare` more are taken where there are.
struct PartComponents {
  std::optional<Index> least;
  Index spare = 0;
};

/// By the methods that ask for nothing but a kernel: compressed, landmarks and exact.
/// `points` are those of the kernel in its order, where it has any.
[[nodiscard]] PartMap map_part(const Kernel& kernel, const Matrix<double>* points, const Options& options,
                               PartComponents components, Index regions, const Order& order, Stages& stages);

/// Takes the residuals of a map, chooses what is left open of its components and its time, and brings the columns to
/// λᵗφ.
[[nodiscard]] PartMap scaled(PointMap map, const Kernel& kernel, const MapOptions& options, Stages& stages);

}  // namespace codimap
