// Memory in large pages, and that of matrices.
#include "base/large_pages.hpp"

#include <sys/mman.h>

#include <memory>
#include <new>

#include "codimap/matrix.hpp"

namespace codimap {
namespace {

constexpr std::align_val_t cache_line{64};

}  // namespace

void prefer_large_pages(void* memory, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = 4096;
  constexpr std::size_t worthwhile = std::size_t{1} << 22;
  if (bytes < worthwhile) return;
  if (void* begin = std::align(page, page, memory, bytes)) ::madvise(begin, bytes / page * page, MADV_HUGEPAGE);
#endif
}

void* allocate_lines(std::size_t bytes) {
  void* memory = ::operator new(bytes, cache_line);
  prefer_large_pages(memory, bytes);
  return memory;
}

void free_lines(void* memory) noexcept { ::operator delete(memory, cache_line); }

}  // namespace codimap
