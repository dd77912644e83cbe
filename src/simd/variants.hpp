// The tables of loops that were built, one for each instruction set.
#pragma once

#include "simd/code_loops.hpp"
#include "simd/loops.hpp"
#include "simd/near_loops.hpp"

namespace codimap {

struct LoopTables {
  const Loops<float>* of_float;
  const Loops<double>* of_double;
  const NearLoops<float>* near_of_float;
  const NearLoops<double>* near_of_double;
};

LoopTables baseline_loops();
const CodeLoops& baseline_code_loops();
#if defined(__x86_64__)
LoopTables v3_loops();
LoopTables v4_loops();
const CodeLoops& avx2_code_loops();
const CodeLoops& avx_vnni_code_loops();
const CodeLoops& avx512_vnni_code_loops();
#elif defined(__aarch64__)
const CodeLoops& dotprod_code_loops();
#endif

}  // namespace codimap
