// From affinities to regions to all that a model says of a point: of those it was fitted to and of new ones.
#pragma once

#include "model/state.hpp"

namespace codimap {

/// What is carried to points beside their coordinates.
struct Companions {
  explicit Companions(const Model::State& state);

  Extension layout;
  Extension component;  // the number of each region's component: all regions of a mean are of one
  Extension trivial;    // NewPoints::trivial
};

/// Room for `size` points.
[[nodiscard]] NewPoints places_for(Index size, const Model::State& state);

/// To the points from row `begin` on, whose affinities to the regions are given.
void carry(const PointRegionAffinity& region_sums, const Model::State& state, const Companions& beside, Index begin,
           NewPoints& result, const Execution& run);

}  // namespace codimap
