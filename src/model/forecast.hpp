// How much memory a fit will take, before it takes any.
#pragma once

#include "codimap/model.hpp"

namespace codimap {

/// Bytes that a fit of `points` × `features` needs at its peak, beside the points themselves: an estimate from above.
[[nodiscard]] std::size_t forecast_bytes(Index points, Index features, const Options& options);

/// Ends with ErrorKind::out_of_memory if that is more than the limit.
void refuse_above_limit(Index points, Index features, const Options& options, const Execution& run);

}  // namespace codimap
