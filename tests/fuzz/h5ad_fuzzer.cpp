// h5ad files: tables, graphs and what is in them.
#include "fuzz/fuzzing.hpp"
#include "fuzz/hdf5_memory.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  keep_hdf5_memory();
  const std::span bytes(data, size);
  ReadOptions options = options_of(bytes);
  options.format = FileFormat::h5ad;
  options.transpose = false;  // refused at once
  const auto path = file_of(bytes);
  const unsigned choice = bytes.empty() ? 0 : bytes.back() >> 4U & 3U;  // opening such a file takes most of the time
  if (choice < 2) read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  if (choice == 2) read_or_refuse([&] { must_be_whole(read_graph(path, options)); });
  if (choice == 3) read_or_refuse([&] { (void)describe_file(path, options); });
  return 0;
}
