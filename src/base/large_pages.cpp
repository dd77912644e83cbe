// The memory of matrices.
#include "base/large_pages.hpp"

#include <new>

#include "codimap/matrix.hpp"

namespace codimap {
namespace {

constexpr std::align_val_t cache_line{64};

}  // namespace

void* allocate_lines(std::size_t bytes) {
  void* memory = ::operator new(bytes, cache_line);
  prefer_large_pages(memory, bytes);
  return memory;
}

void free_lines(void* memory) noexcept { ::operator delete(memory, cache_line); }

}  // namespace codimap
