// Memory in large pages: most of the time that a large matrix takes to be filled once is spent on its first touch.
#pragma once

#include <cstddef>

namespace codimap {

/// Asks for large pages behind `bytes` bytes that were just allocated and not yet touched. Where the system has none,
/// nothing changes.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace codimap
