// The tables of loops that were built, one for each instruction set.
#pragma once

#include "simd/loops.hpp"

namespace codimap {

struct LoopTables {
  const Loops<float>* of_float;
  const Loops<double>* of_double;
};

LoopTables baseline_loops();
#if defined(__x86_64__)
LoopTables v3_loops();
LoopTables v4_loops();
#endif

}  // namespace codimap
