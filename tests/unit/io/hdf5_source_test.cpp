// Heaps of texts in HDF5 files: what is broken there is refused before the HDF5 library believes it.
#include <gtest/gtest.h>

#include <cstring>

#include "codimap/io.hpp"
#include "io/hdf5/source.hpp"
#include "unit/io/hdf5_maker.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class Hdf5Heap : public Scratch {
 protected:
  Hdf5Heap() { make({"first", "second", "third"}); }

  void make(const std::vector<std::string>& names, hid_t creation = H5P_DEFAULT) const {
    Hdf5Maker made(name(), creation);
    made.array<double>("X", {names.size(), 1}, std::vector<double>(names.size(), 1));
    Hdf5Maker::attribute(made.group("obs"), "_index", "index");
    made.names("obs/index", names);
  }

  [[nodiscard]] std::string name() const { return path("cells.h5ad").string(); }

  /// Where the names lie, behind a header of 16 bytes, each with one of its own.
  [[nodiscard]] std::size_t heap() const { return content(name()).rfind(std::string_view("GCOL\1", 5)); }

  template <class T>
  void put(std::size_t at, T number) const {
    std::string bytes = content(name());
    std::memcpy(bytes.data() + at, &number, sizeof number);
    (void)file("cells.h5ad", bytes);
  }

  void expect_refused() const {
    const std::string words = "the heap of texts at byte " + std::to_string(heap()) + " is broken";
    expect_error(ErrorKind::bad_file, {name() + ": obs", words}, [&] { (void)read_table(name()); });
  }
};

TEST_F(Hdf5Heap, IsReadWhereItIsSound) {
  EXPECT_EQ(read_table(name()).row_names, (std::vector<std::string>{"first", "second", "third"}));
}

TEST_F(Hdf5Heap, IsRefusedWhereATextIsLongerThanIt) {
  for (const std::uint64_t length : {std::uint64_t{4096}, std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
    put(heap() + 16 + 8, length);
    expect_refused();
  }
}

TEST_F(Hdf5Heap, IsRefusedWhereItsObjectsLeadNowhere) {
  put(heap() + 16, std::uint16_t{0});      // room that is left,
  put(heap() + 16 + 8, std::uint64_t{0});  // of no bytes: the next object would be this one
  expect_refused();
}

TEST_F(Hdf5Heap, IsRefusedWhereItIsSmallerThanAnyOrReachesBeyondTheFile) {
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{32}, std::uint64_t{1} << 20U, ~std::uint64_t{0}}) {
    put(heap() + 8, size);
    expect_refused();
  }
}

TEST_F(Hdf5Heap, MayHaveLengthsOfFourBytes) {
  const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_sizes(creation.id(), 8, 4);
  make({"first", "second"}, creation.id());
  EXPECT_EQ(read_table(name()).row_names, (std::vector<std::string>{"first", "second"}));
  put(heap() + 16 + 8, std::uint32_t{4096});
  expect_refused();
}

TEST_F(Hdf5Heap, IsLookedAtAsAWholeWhereItIsLargerThanMost) {
  const std::vector<std::string> names{std::string(10000, 'x'), "second", "third"};
  make(names);
  EXPECT_EQ(read_table(name()).row_names, names);
  put(heap() + 16 + 8, std::uint64_t{1} << 20U);
  expect_refused();
}

}  // namespace
}  // namespace codimap
