// The loops as AVX-512 processors run them, on any processor.
#pragma once

#include "simd/variants.hpp"

namespace codimap {

LoopTables wide_loops();

}  // namespace codimap
