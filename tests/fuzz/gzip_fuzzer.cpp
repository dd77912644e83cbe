// gzip, and whatever is inside: the first bytes decide which reader that goes to.
#include <algorithm>

#include "fuzz/fuzzing.hpp"
#include "io/gzip.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  if (!is_gzip({reinterpret_cast<const char*>(data), size})) return 0;
  const auto path = file_of(bytes);
  // The last byte belongs to a length. The time at which it was compressed is read by nobody.
  const ReadOptions options = options_of(bytes.first(std::min<std::size_t>(size, 5)));
  read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  return 0;
}
