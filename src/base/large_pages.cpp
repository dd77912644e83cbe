// Memory in large pages.
#include "base/large_pages.hpp"

#include <sys/mman.h>

#include <memory>

namespace codimap {

void prefer_large_pages(void* memory, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = 4096;
  constexpr std::size_t worthwhile = std::size_t{1} << 22;
  if (bytes < worthwhile) return;
  if (void* begin = std::align(page, page, memory, bytes)) ::madvise(begin, bytes / page * page, MADV_HUGEPAGE);
#endif
}

}  // namespace codimap
