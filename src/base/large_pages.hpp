// Memory in large pages: most of the time that a large matrix takes to be filled once is spent on its first touch.
#pragma once

#include <vector>

#include "base/system.hpp"

namespace codimap {

/// Room for `count` values, in such pages.
template <class T>
void reserve_large(std::vector<T>& list, std::size_t count) {
  list.reserve(count);
  prefer_large_pages(list.data(), count * sizeof(T));
}

}  // namespace codimap
