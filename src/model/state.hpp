// What a model consists of.
#pragma once

#include <memory>
#include <vector>

#include "codimap/model.hpp"
#include "model/order.hpp"
#include "model/prepare.hpp"

namespace codimap {

struct Model::State {
  Options options;  // with everything that was chosen filled in
  Index points = 0;
  Preparation preparation;
  /// The kernel that new points are joined to; none for a model of a graph.
  std::shared_ptr<const PointKernel> kernel;
  std::vector<Index> order;  // Order::rows: the row of each of the kernel's points; empty: as they were given
  /// q^-α of the nodes of a graph, which affinities of new nodes are multiplied by; empty where α = 0.
  std::vector<double> node_weight;
  std::vector<Index> region_of;  // of the kernel's points
  Index regions = 0;
  /// Coordinates of regions and anchors are of float32, as the points are.
  bool in_float32 = false;
  Extension extension;
  Matrix<double> layout_anchors;  // Layout::anchors; empty without a layout
  Result result;
};

/// Eigenvalues to look for a gap in.
inline constexpr Index spectrum_for_gap = 20;

/// Components to reckon with before any are found.
[[nodiscard]] inline Index expected_components(const MapOptions& options) {
  return options.components == by_eigengap ? spectrum_for_gap : options.components.value_or(default_components);
}

/// These ask for nothing but a kernel, so that each connected component can have a map and a picture of its own.
[[nodiscard]] inline bool maps_by_parts(Method method) {
  return method == Method::compressed || method == Method::landmarks || method == Method::exact;
}

/// The paper's own formula and other people's methods stay what they are.
[[nodiscard]] inline bool is_refined(const Options& options) {
  return options.method == Method::compressed && options.map.refine != unrefined &&
         options.map.interpolation == Interpolation::point_to_region;
}

}  // namespace codimap
