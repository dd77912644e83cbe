// numpy's arrays.
#include "fuzz/fuzzing.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  ReadOptions options = options_of(bytes);
  options.format = FileFormat::npy;
  const auto path = file_of(bytes);
  read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  return 0;
}
