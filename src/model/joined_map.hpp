// The maps of all connected components as one: a row for each point, whichever component it is in.
#pragma once

#include "model/part_map.hpp"

namespace codimap {

struct JoinedMap {
  PartMap map;                          // its spectrum is that of the largest component
  std::vector<Spectrum> other_spectra;  // of the others that have more than one point
};

/// A map of each component by itself.
[[nodiscard]] JoinedMap map_parts(const Kernel& kernel, const Components& parts, const Matrix<double>* points,
                                  Options options, const Order& order, Stages& stages);

}  // namespace codimap
