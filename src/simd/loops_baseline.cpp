// For any processor of the architecture that this is built for.
#include "simd/loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {

LoopTables baseline_loops() { return {.of_float = &these_loops<float>, .of_double = &these_loops<double>}; }

}  // namespace codimap
