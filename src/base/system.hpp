// What only the operating system can tell or do. No other file of the core calls it.
#pragma once

#include <cstddef>

namespace codimap {

/// Processors that this process may use: those of its affinity, and no more than the quota of its cgroup pays for.
[[nodiscard]] int usable_processors();

/// Has `reset` called in the child of every fork from now on. Only the thread that forked lives on there.
void after_fork_in_child(void (*reset)());

/// Asks for large pages behind `bytes` bytes that were just allocated and not yet touched. Where the system has none,
/// nothing changes.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

/// Whether this is an aarch64 processor with dot products of bytes.
[[nodiscard]] bool has_dot_products();

}  // namespace codimap
