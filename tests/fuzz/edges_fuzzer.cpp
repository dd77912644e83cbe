// Edge lists.
#include "fuzz/fuzzing.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const auto path = file_of({data, size});
  read_or_refuse([&] { must_be_whole(read_edges(path)); });
  return 0;
}
