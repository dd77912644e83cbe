// For aarch64 processors with dot products of bytes; CMakeLists.txt sets the flags.
#if defined(__aarch64__)
#include "simd/code_loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {

const CodeLoops& dotprod_code_loops() { return these_code_loops; }

}  // namespace codimap
#endif
