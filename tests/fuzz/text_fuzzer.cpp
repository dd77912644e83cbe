// Text tables of any separator.
#include "fuzz/fuzzing.hpp"
#include "io/h5ad/read.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  // The target h5ad has such files, which take longer than all the rest.
  if (std::string_view(reinterpret_cast<const char*>(data), size).starts_with(hdf5_magic)) return 0;
  ReadOptions options = options_of(bytes);
  const unsigned choice = bytes.empty() ? 0 : bytes.back() >> 4U & 3U;
  if (choice == 1) options.format = FileFormat::csv;
  if (choice == 2) options.format = FileFormat::tsv;
  const auto path = file_of(bytes);
  if (choice < 3) read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  if (choice == 3) read_or_refuse([&] { (void)describe_file(path); });
  return 0;
}
