// The loops with vectors of 64 bytes, which the compiler takes apart where the processor has narrower ones.
#define CODIMAP_VECTOR_BYTES 64
#pragma GCC diagnostic ignored "-Wpsabi"  // such vectors never leave this file
#include "unit/simd/wide_loops.hpp"

#include "simd/loops_body.hpp"

namespace codimap {

LoopTables wide_loops() { return {.of_float = &these_loops<float>, .of_double = &these_loops<double>}; }

}  // namespace codimap
