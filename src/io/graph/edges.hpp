// Edge lists, from bytes that are open already.
#pragma once

#include "codimap/io.hpp"
#include "io/byte_source.hpp"

namespace codimap {

/// By the rules of read_edges.
[[nodiscard]] NamedGraph read_edge_list(ByteSource& source);

}  // namespace codimap
