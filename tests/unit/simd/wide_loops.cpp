// The loops with vectors of 64 bytes, which the compiler takes apart where the processor has narrower ones.
#define CODIMAP_VECTOR_BYTES 64
#pragma GCC diagnostic ignored "-Wpsabi"  // such vectors never leave this file
#include "unit/simd/wide_loops.hpp"

#include "simd/code_loops_body.hpp"
#include "simd/near_loops_body.hpp"

namespace codimap {

LoopTables wide_loops() { return these_tables; }
const CodeLoops& wide_code_loops() { return these_code_loops; }

}  // namespace codimap
