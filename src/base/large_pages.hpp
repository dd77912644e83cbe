// Memory in large pages: most of the time that a large matrix takes to be filled once is spent on its first touch.
#pragma once

#include <cstddef>
#include <vector>

namespace codimap {

/// Asks for large pages behind `bytes` bytes that were just allocated and not yet touched. Where the system has none,
/// nothing changes.
void prefer_large_pages(void* memory, std::size_t bytes) noexcept;

/// Room for `count` values, in such pages.
template <class T>
void reserve_large(std::vector<T>& list, std::size_t count) {
  list.reserve(count);
  prefer_large_pages(list.data(), count * sizeof(T));
}

}  // namespace codimap
