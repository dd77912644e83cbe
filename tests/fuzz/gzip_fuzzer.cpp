// gzip, and whatever is inside: the first bytes decide which reader that goes to.
#include "fuzz/fuzzing.hpp"
#include "io/gzip.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  if (!is_gzip({reinterpret_cast<const char*>(data), size})) return 0;
  const auto path = file_of(bytes);
  read_or_refuse([&] { must_be_whole(read_table(path, options_of(bytes))); });
  return 0;
}
