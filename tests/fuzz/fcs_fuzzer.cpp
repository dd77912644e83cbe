// FCS, with and without compensation and the scale undone.
#include "fuzz/fuzzing.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  const std::span bytes(data, size);
  ReadOptions options = options_of(bytes);
  const unsigned choice = bytes.empty() ? 0 : bytes.back();
  options.format = FileFormat::fcs;
  options.transpose = false;  // refused at once
  options.compensate = (choice & 16U) != 0;
  options.linearize = (choice & 32U) != 0;
  const auto path = file_of(bytes);
  const bool described = (choice & 192U) == 192;
  if (!described) read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  if (described) read_or_refuse([&] { (void)describe_file(path, {.format = FileFormat::fcs}); });
  return 0;
}
