// For any processor of the architecture that this is built for.
#include "simd/near_loops_body.hpp"

namespace codimap {

LoopTables baseline_loops() { return these_tables; }

}  // namespace codimap
