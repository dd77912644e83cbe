// For x86-64 processors with AVX-VNNI; CMakeLists.txt sets the flags.
#if defined(__x86_64__)
#include "simd/code_loops_body.hpp"
#include "simd/variants.hpp"

namespace codimap {

const CodeLoops& avx_vnni_code_loops() { return these_code_loops; }

}  // namespace codimap
#endif
