// Sums of affinities over all points, and over the points of each region.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "diffusion/tile_pass.hpp"

namespace codimap {

/// Σ_y g(x, y) over the sources y, for each target x.
template <class T>
[[nodiscard]] std::vector<double> row_sums(const PointSet<T>& targets, const PointSet<T>& sources, const TileRule& rule,
                                           const Execution& run);

/// Adds a tile to the sums of its targets, the first of them given, and to those of its sources unless both are the
/// same block.
template <class T>
using AddTile = std::function<void(const Loops<T>& loops, const T* tile, Index target, Index source, double* of_targets,
                                   double* of_sources)>;

/// Sums over all pairs of points of which each is evaluated once.
template <class T>
[[nodiscard]] std::vector<double> symmetric_sums(const PointSet<T>& points, const TileRule& rule, const Execution& run,
                                                 const AddTile<T>& add);

/// The same over the points of each region: one row a target, one column a region. Points of `no_region` add to none.
template <class T>
[[nodiscard]] Matrix<double> sums_by_region(const PointSet<T>& targets, const PointSet<T>& points,
                                            std::span<const Index> region_of, Index regions, const TileRule& rule,
                                            const Execution& run);

}  // namespace codimap
