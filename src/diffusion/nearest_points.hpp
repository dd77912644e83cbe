// The nearest point of a set, for each point of another.
#pragma once

#include <limits>
#include <vector>

#include "codimap/execution.hpp"
#include "diffusion/point_set.hpp"

namespace codimap {

/// A point of a kernel, and how far it is.
template <class T>
struct NearestPoint {
  Index point = -1;
  T squared_distance = std::numeric_limits<T>::infinity();
};

/// The source that is nearest to each target, the first of several; none that lies where the target does if `others`.
template <class T>
[[nodiscard]] std::vector<NearestPoint<T>> nearest_points(const PointSet<T>& targets, const PointSet<T>& sources,
                                                          bool others, const Execution& run);

}  // namespace codimap
