// Loops over ranges, shared out among threads.
//
// A range belongs to one thread and what it computes does not depend on which, so any number of threads gives the same
// bits. Bodies write only to their own range.
#pragma once

#include <functional>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Calls body(begin, end) for [0, grain), [grain, 2·grain), …, up to count. Reports progress, stops with
/// ErrorKind::cancelled when asked to, and rethrows what the lowest failing range threw.
void parallel_for(const Execution& run, Index count, Index grain, const std::function<void(Index, Index)>& body);

/// Ends the work with ErrorKind::cancelled if the caller asked for it. For loops that are not parallel_for.
void stop_if_cancelled(const Execution& run);

}  // namespace codimap
