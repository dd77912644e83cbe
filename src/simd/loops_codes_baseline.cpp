// For any processor of the architecture that this is built for.
#include "simd/code_loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {

const CodeLoops& baseline_code_loops() { return these_code_loops; }

}  // namespace codimap
