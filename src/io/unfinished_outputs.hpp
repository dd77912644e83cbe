// The temporary files that stand beside outputs in the making.
//
// This is the one piece of global state in the library: a signal handler has no argument through which it could be
// told what to delete, and may neither allocate nor lock, so the paths lie ready in static storage.
#pragma once

#include <string>

namespace codimap {

/// Registers a path; returns its slot, or -1 where there is no room or the path is too long, and then only the
/// destructor of the output deletes the file.
[[nodiscard]] int register_unfinished(const std::string& path) noexcept;
void unregister_unfinished(int slot) noexcept;

}  // namespace codimap
