// h5ad files that are damaged, or lead out of themselves.
#include <gtest/gtest.h>

#include <cstring>

#include "io/h5ad/h5ad.hpp"
#include "unit/io/hdf5_maker.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class H5adFault : public Scratch {
 protected:
  H5adFault() { Hdf5Maker(other()).array<double>("X", {2, 2}, {1, 2, 3, 4}); }
  [[nodiscard]] std::string name() const { return path("cells.h5ad").string(); }
  [[nodiscard]] std::string other() const { return path("other.h5").string(); }
  void expect_refusal(const std::vector<std::string>& words) const {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(read_table(name())); });
  }
};

TEST_F(H5adFault, ATruncatedFileIsRefused) {  // fault 24
  Hdf5Maker(name()).array<double>("X", {100, 10}, std::vector<double>(1000, 1));
  const std::string whole = content(name());
  for (const std::size_t kept : {whole.size() - 1, whole.size() / 2, std::size_t{100}, std::size_t{9}}) {
    static_cast<void>(file("cells.h5ad", whole.substr(0, kept)));
    expect_refusal({"cells.h5ad: is damaged or not complete"});
  }
  static_cast<void>(file("cells.h5ad", "x,y\n1,2\n"));
  expect_refusal({"cells.h5ad: is not an HDF5 file"});
  static_cast<void>(file("cells.h5ad", ""));
  expect_refusal({"cells.h5ad: is not an HDF5 file"});
}

TEST_F(H5adFault, AChunkThatIsDamagedIsRefused) {
  const Hdf5Handle creation = in_chunks({100, 10});
  H5Pset_deflate(creation.id(), 6);
  {
    std::vector<double> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * i % 251);
    Hdf5Maker(name()).array<double>("X", {100, 10}, values, -1, creation.id());
  }
  std::string bytes = content(name());
  const std::size_t chunk = bytes.find("\x78\x9c");  // where zlib begins
  ASSERT_NE(chunk, std::string::npos);
  for (std::size_t i = 20; i < 60; ++i) bytes[chunk + i] = static_cast<char>(~bytes[chunk + i]);
  static_cast<void>(file("cells.h5ad", bytes));
  expect_refusal({"cells.h5ad: X: cannot be read", "damaged"});
}

TEST_F(H5adFault, ALinkToAnotherFileIsNotFollowed) {  // fault 25
  {
    const Hdf5Maker maker(name());
    H5Lcreate_external(other().c_str(), "X", maker.id(), "X", H5P_DEFAULT, H5P_DEFAULT);
  }
  expect_refusal({"cells.h5ad: X: is a link to another file"});
  {
    const Hdf5Maker maker(name());
    H5Lcreate_external(other().c_str(), "/", maker.id(), "outside", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/outside/X", maker.id(), "X", H5P_DEFAULT, H5P_DEFAULT);
  }
  expect_refusal({"cells.h5ad: X: is a link that leads nowhere or to another file"});
}

TEST_F(H5adFault, ALinkWithinTheFileIsFollowed) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("layers/counts", {2, 2}, {1, 2, 3, 4});
    H5Lcreate_soft("/layers/counts", maker.id(), "X", H5P_DEFAULT, H5P_DEFAULT);
  }
  EXPECT_EQ(read_table(name()).rows(), 2);
}

TEST_F(H5adFault, ValuesInAnotherFileAreNotRead) {  // fault 25
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_external(creation.id(), other().c_str(), 0, H5F_UNLIMITED);
  Hdf5Maker(name()).array<double>("X", {2, 2}, {}, -1, creation.id());
  expect_refusal({"cells.h5ad: X: keeps its values in another file"});
}

TEST_F(H5adFault, AVirtualDataSetIsNotRead) {  // fault 25
  const std::vector<hsize_t> shape = {2, 2};
  const Hdf5Handle space(H5Screate_simple(2, shape.data(), nullptr));
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_virtual(creation.id(), space.id(), other().c_str(), "X", space.id());
  Hdf5Maker(name()).array<double>("X", shape, {}, -1, creation.id());
  expect_refusal({"cells.h5ad: X: is a virtual data set"});
}

TEST_F(H5adFault, AFilterThatIsNotBuiltInIsRefused) {
  const Hdf5Handle creation = in_chunks({2, 2});
  H5Pset_filter(creation.id(), 32015, H5Z_FLAG_OPTIONAL, 0, nullptr);
  Hdf5Maker(name()).array<double>("X", {2, 2}, {1, 2, 3, 4}, -1, creation.id());
  expect_refusal({"cells.h5ad: X: is compressed by filter 32015", "gzip"});
}

TEST_F(H5adFault, AShapeThatNothingIsStoredForIsRefused) {  // fault 27
  const Hdf5Handle creation = in_chunks({64, 64});
  H5Pset_deflate(creation.id(), 6);
  Hdf5Maker(name()).array<double>("X", {hsize_t{1} << 30, 1000}, {}, -1, creation.id());
  expect_refusal({"cells.h5ad: X", "declares 1073741824000 values of 8 bytes", "stores only 0 bytes"});
  Hdf5Maker(name()).array<double>("X", {hsize_t{1} << 40, hsize_t{1} << 40}, {}, -1, creation.id());
  expect_refusal({"cells.h5ad: X", "1099511627776 × 1099511627776 values", "64 bits"});
  Hdf5Maker(name()).array<double>("X", {3, 2}, {}, -1, in_chunks({3, 2}).id());
  EXPECT_EQ(read_table(name()).rows(), 3);  // fill values, and few of them
}

// A text of any length is stored as its length in 4 bytes and a place in 12; `at` says where the next such 16 bytes
// are.
std::size_t next_text(const std::string& bytes, std::uint32_t length, std::size_t at) {
  std::string wanted(4, '\0');
  std::memcpy(wanted.data(), &length, 4);
  // Lengths stand elsewhere too, but in 8 bytes.
  for (at = bytes.find(wanted, at); bytes.compare(at + 4, 4, std::string(4, '\0')) == 0;)
    at = bytes.find(wanted, at + 1);
  return at;
}

TEST_F(H5adFault, NamesThatShareOneLongTextAreNotMultiplied) {
  constexpr std::size_t count = 300;
  constexpr std::uint32_t length = 1234567;  // 370 MB together, which the file does not have
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {count, 1}, std::vector<double>(count, 1));
    maker.frame("obs", std::vector<std::string>(count, std::string(77, 'c')));
    maker.names("long", {std::string(length, 'x')});
  }
  EXPECT_EQ(read_table(name()).row_names.size(), count);
  std::string bytes = content(name());
  const std::string shared = bytes.substr(next_text(bytes, length, 0), 16);
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i, at += 16) bytes.replace(at = next_text(bytes, 77, at), 16, shared);
  static_cast<void>(file("cells.h5ad", bytes));
  expect_refusal({"cells.h5ad: obs/cell names: cannot be read"});
}

TEST_F(H5adFault, NamesInTwoDimensionsAreRefused) {
  for (const bool numbers : {true, false}) {
    {
      Hdf5Maker maker(name());
      maker.array<double>("X", {2, 2}, {1, 2, 3, 4});
      static_cast<void>(maker.group("obs"));
      const Hdf5Handle type(H5Tcopy(H5T_C_S1));
      maker.array<std::int32_t>("obs/_index", {2, 40}, {}, numbers ? H5T_NATIVE_INT32 : type.id());
    }
    expect_refusal({"cells.h5ad: obs/_index: has 2 dimensions; a list of names has 1"});
  }
}

TEST_F(H5adFault, NamesThatAreArraysInOldRecordsAreRefused) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 2}, {1, 2, 3, 4});
    const hsize_t across = 40;
    const Hdf5Handle array(H5Tarray_create2(Hdf5Maker::text_type().id(), 1, &across));
    const Hdf5Handle record(H5Tcreate(H5T_COMPOUND, H5Tget_size(array.id())));
    H5Tinsert(record.id(), "index", 0, array.id());
    maker.array<std::int32_t>("obs", {2}, {}, record.id());
  }
  expect_refusal({"cells.h5ad: obs/index: has 2 dimensions; a list of names has 1"});
}

TEST_F(H5adFault, AFieldThatIsLongerThanItsRecordIsRefused) {
  const hsize_t across = 0x3039;
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 2}, {1, 2, 3, 4});
    const Hdf5Handle array(H5Tarray_create2(H5T_NATIVE_FLOAT, 1, &across));
    const Hdf5Handle record(H5Tcreate(H5T_COMPOUND, H5Tget_size(array.id())));
    H5Tinsert(record.id(), "X_pca", 0, array.id());
    maker.array<float>("obsm", {2}, {}, record.id());
  }
  std::string bytes = content(name());
  const std::size_t length = bytes.find(std::string("\x39\x30\0\0", 4));
  ASSERT_NE(length, std::string::npos);
  bytes[length + 3] = 0x7f;  // two billion values in a record of 49,380 bytes: HDF5 takes it for as long as they are
  static_cast<void>(file("cells.h5ad", bytes));
  expect_error(ErrorKind::bad_file, {"cells.h5ad: obsm/X_pca: declares 2 values of 8522875108 bytes", "damaged"},
               [&] { static_cast<void>(read_table(name(), {.key = "obsm/X_pca"})); });
}

TEST_F(H5adFault, OtherThingsThanMatricesOfNumbersAreRefused) {
  { Hdf5Maker(name()).names("X", {"a", "b"}); }
  expect_refusal({"cells.h5ad: X: holds text, where numbers are expected"});
  { Hdf5Maker(name()).array<double>("X", {1, 2, 2}, {1, 2, 3, 4}); }
  expect_refusal({"cells.h5ad: X: has 3 dimensions"});
  { Hdf5Maker(name()).array<double>("X", {0, 2}, {}); }
  expect_error(ErrorKind::bad_data, {"cells.h5ad: X: is 0 × 2"}, [&] { static_cast<void>(read_table(name())); });
}

TEST_F(H5adFault, HDF5SpeaksAgainAfterwards) {
  H5E_auto2_t before = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  static_cast<void>(file("cells.h5ad", std::string(hdf5_magic)));
  expect_refusal({"damaged"});
  H5E_auto2_t after = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace codimap
