// What sound HDF5 files hold, read as h5ad: the faults that come to light are ours, none of HDF5's.
#include "fuzz/fuzzing.hpp"
#include "fuzz/h5ad_contents.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace codimap;
  Choices choices({data, size});
  const unsigned task = choices.below(4);
  ReadOptions options;
  options.format = FileFormat::h5ad;
  const unsigned choice = choices.byte();
  options.single = (choice & 1U) != 0;
  options.drop_nonfinite = (choice & 2U) != 0;
  options.distances = (choice & 4U) != 0;
  if ((choice & 8U) != 0) options.exclude = {"1", "b*"};
  if ((choice & 16U) != 0) options.columns = {"2", "1"};
  const auto path = file_of({});
  const bool other = (choice & 96U) == 96U;
  const std::string key = make_h5ad(path, choices, task != 2, task > 1 || other);
  if (other) options.key = key == "obsm" ? "obsm/a" : key;
  if (task < 2) read_or_refuse([&] { must_be_whole(read_table(path, options)); });
  if (task == 2) read_or_refuse([&] { must_be_whole(read_graph(path, options)); });
  if (task == 3) read_or_refuse([&] { (void)describe_file(path, options); });
  return 0;
}
