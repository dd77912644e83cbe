// Threads that sleep until there is a loop to help with.
#pragma once

#include <functional>

namespace codimap {

/// Calls work() on this thread and, at the same time, on up to `helpers` threads of the pool, and returns when all of
/// these calls have; work must not throw. Loops of several callers share the pool. Within work() it calls no helpers: a
/// loop inside a loop runs on the thread that it is met on. Where no more threads are to be had, fewer help. After a
/// fork the child has a pool of its own.
void run_with_helpers(int helpers, const std::function<void()>& work);

/// Whether this thread is within the work of such a call.
[[nodiscard]] bool within_parallel_work();

}  // namespace codimap
