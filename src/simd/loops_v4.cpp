// For x86-64 processors with AVX-512; CMakeLists.txt sets the flags.
#if defined(__x86_64__)
#include "simd/loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {

LoopTables v4_loops() { return {.of_float = &these_loops<float>, .of_double = &these_loops<double>}; }

}  // namespace codimap
#endif
