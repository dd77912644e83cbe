// Matrix Market files, as tables and as graphs.
#include "fuzz/fuzzing.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  ReadOptions options = options_of(bytes);
  options.format = FileFormat::mtx;
  const auto path = file_of(bytes);
  const bool graph = !bytes.empty() && (bytes.back() & 16U) != 0;
  if (graph) read_or_refuse([&] { must_be_whole(read_graph(path, options)); });
  if (!graph) read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  return 0;
}
