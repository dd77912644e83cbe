// The loops as AVX-512 processors run them, on any processor.
#pragma once

#include "simd/variants.hpp"

namespace codimap {

LoopTables wide_loops();
const CodeLoops& wide_code_loops();

}  // namespace codimap
