// For x86-64 processors with AVX2 and FMA; CMakeLists.txt sets the flags.
#if defined(__x86_64__)
#include "simd/near_loops_body.hpp"

namespace codimap {

LoopTables v3_loops() { return these_tables; }

}  // namespace codimap
#endif
