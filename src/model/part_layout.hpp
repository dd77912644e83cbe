// The picture of one connected component, and of all of them side by side.
#pragma once

#include "codimap/map.hpp"
#include "codimap/model.hpp"

namespace codimap {

/// Places of points, and what they are means of.
struct Layout {
  Matrix<double> points;   // a place for each
  Matrix<double> anchors;  // a place for each region of the map: a point is at the mean over those its walk leads to
};

/// Regions to draw by where the map has none.
[[nodiscard]] Index regions_to_draw(Index points);

/// By the regions that `kernel` was compressed to. `pointwise`: every point is a region of the map; otherwise the map
/// has the same regions.
[[nodiscard]] Layout part_layout(const Kernel& kernel, std::span<const Index> region_of,
                                 const CompressedKernel& compressed, bool pointwise, const Options& options,
                                 const Execution& run);

/// The pictures of the components, the largest first, each scaled to an area in proportion to its points and moved to
/// where it overlaps no other. The first stays as it is.
void set_side_by_side(std::vector<Layout>& parts);

}  // namespace codimap
