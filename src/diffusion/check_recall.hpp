// The share of neighbours that may be asked for.
#pragma once

#include "base/fail.hpp"

namespace codimap {

inline void check_wanted_recall(double recall) {
  if (!(recall > 0 && recall <= 1))
    fail(ErrorKind::bad_option, "neighbor_recall must be above 0 and at most 1, which finds every neighbour; got {:g}",
         recall);
}

}  // namespace codimap
