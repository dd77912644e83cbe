// h5ad files: tables of every layout that anndata has had.
#include "io/h5ad/h5ad.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/hdf5/lzf.hpp"
#include "unit/io/hdf5_maker.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class H5ad : public Scratch {
 protected:
  [[nodiscard]] std::string name() const { return path("cells.h5ad").string(); }
  [[nodiscard]] Table read(const ReadOptions& options = {}) const { return read_table(name(), options); }
  [[nodiscard]] std::vector<double> values(const ReadOptions& options = {}) const {
    std::vector<double> result;
    const Table table = read(options);
    table.points().visit([&](const auto& matrix) { result.assign(matrix.data(), matrix.data() + matrix.size()); });
    return result;
  }
};

const std::vector<double> one_to_six = {1, 2, 3, 4, 5, 6};

Hdf5Handle half_type() {
  Hdf5Handle type(H5Tcopy(H5T_IEEE_F32LE));
  H5Tset_fields(type.id(), 15, 10, 5, 0, 10);
  H5Tset_size(type.id(), 2);
  H5Tset_ebias(type.id(), 15);
  return type;
}

TEST_F(H5ad, ReadsNumbersOfEveryTypeInEitherByteOrder) {
  const Hdf5Handle half = half_type();
  for (const hid_t stored : {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_STD_I8LE,
                             H5T_STD_I16BE, H5T_STD_I32LE, H5T_STD_I64BE, H5T_STD_U8LE, H5T_STD_U64LE, half.id()}) {
    Hdf5Maker(name()).array<double>("X", {3, 2}, one_to_six, stored);
    EXPECT_EQ(values(), one_to_six);
    EXPECT_EQ(values({.single = true}), one_to_six);
  }
}

TEST_F(H5ad, ReadsHalfPrecisionToTheLastBit) {
  const Hdf5Handle half = half_type();
  const std::vector<double> numbers = {1, -2, 65504, 0x1p-14, 0x1p-24, 0};
  Hdf5Maker(name()).array<double>("X", {6, 1}, numbers, half.id());
  EXPECT_EQ(values(), numbers);
  EXPECT_TRUE(std::holds_alternative<Matrix<float>>(read().values));
}

TEST_F(H5ad, ReadsBooleans) {
  const Hdf5Handle boolean(H5Tenum_create(H5T_NATIVE_INT8));
  std::int8_t value = 0;
  H5Tenum_insert(boolean.id(), "FALSE", &value);
  value = 1;
  H5Tenum_insert(boolean.id(), "TRUE", &value);
  {
    Hdf5Maker maker(name());
    const std::vector<std::int8_t> bits = {0, 1, 1, 0};
    const Hdf5Handle made = maker.array<std::int8_t>("X", {2, 2}, {}, boolean.id());
    H5Dwrite(made.id(), boolean.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, bits.data());
  }
  EXPECT_EQ(values(), (std::vector<double>{0, 1, 1, 0}));
}

TEST_F(H5ad, ComesInItsOwnPrecisionUnlessFloatIsAskedFor) {
  Hdf5Maker(name()).array<double>("X", {3, 2}, one_to_six);
  EXPECT_TRUE(std::holds_alternative<Matrix<double>>(read().values));
  EXPECT_TRUE(std::holds_alternative<Matrix<float>>(read({.single = true}).values));
  Hdf5Maker(name()).array<double>("X", {3, 2}, one_to_six, H5T_IEEE_F32BE);
  EXPECT_TRUE(std::holds_alternative<Matrix<float>>(read().values));
}

TEST_F(H5ad, RefusesAsFloatWhatOnlyDoubleHolds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Hdf5Maker(name()).array<double>("X", {2, 1}, {1, 1e39});
  expect_error(ErrorKind::bad_file, {"cells.h5ad: X", "out of range of float", "--precision double"},
               [&] { static_cast<void>(read({.single = true})); });
  Hdf5Maker(name()).array<double>("X", {2, 1}, {1, infinity});
  EXPECT_EQ(read({.drop_nonfinite = true, .single = true}).kept_rows, std::vector<Index>{0});
}

TEST_F(H5ad, ReadsChunksAndGzip) {
  const Hdf5Handle creation = in_chunks({2, 1});
  H5Pset_shuffle(creation.id());
  H5Pset_deflate(creation.id(), 6);
  Hdf5Maker(name()).array<double>("X", {3, 2}, one_to_six, H5T_IEEE_F32LE, creation.id());
  EXPECT_EQ(values(), one_to_six);
  EXPECT_EQ(values({.columns = {"2"}}), (std::vector<double>{2, 4, 6}));
}

TEST_F(H5ad, ReadsWhatLiesBehindBytesThatAreNotHdf5) {
  const Hdf5Handle creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_userblock(creation.id(), 1024);
  Hdf5Maker(name(), creation.id()).array<double>("X", {3, 2}, one_to_six);
  EXPECT_EQ(values(), one_to_six);
}

TEST_F(H5ad, ReadsAMatrixInManyPiecesLikeASmallOne) {
  std::vector<double> numbers(1'000'003);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1. / static_cast<double>(i + 1);
  Hdf5Maker(name()).array<double>("X", {numbers.size(), 1}, numbers);
  EXPECT_EQ(values(), numbers);
}

TEST_F(H5ad, SelectsColumnsByNameInTheOrderAskedFor) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
    maker.frame("var", {"a", "b", "c", "d"});
    maker.frame("obs", {"one", "two"});
  }
  EXPECT_EQ(values({.columns = {"d", "a", "b"}}), (std::vector<double>{4, 1, 2, 8, 5, 6}));
  const Table table = read({.exclude = {"b"}});
  EXPECT_EQ(table.column_names, (std::vector<std::string>{"a", "c", "d"}));
  EXPECT_EQ(table.row_names, (std::vector<std::string>{"one", "two"}));
}

TEST_F(H5ad, ReadsLayersAndPlacesByKey) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 2}, {1, 2, 3, 4});
    maker.array<double>("layers/counts", {2, 2}, {5, 6, 7, 8});
    maker.array<double>("obsm/X_pca", {2, 1}, {9, 10});
    maker.frame("var", {"a", "b"});
  }
  EXPECT_EQ(values({.key = "layers/counts"}), (std::vector<double>{5, 6, 7, 8}));
  EXPECT_EQ(read({.key = "layers/counts"}).column_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(values({.key = "obsm/X_pca"}), (std::vector<double>{9, 10}));
  EXPECT_TRUE(read({.key = "obsm/X_pca"}).column_names.empty());
  expect_error(ErrorKind::bad_data, {"has no 'obsm/X_umap'", "--key", "'layers/counts'", "'obsm/X_pca'"},
               [&] { static_cast<void>(read({.key = "obsm/X_umap"})); });
}

TEST_F(H5ad, TakesPrincipalComponentsWhereNoKeyAndNoColumnsAreChosen) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 2}, {1, 2, 3, 4});
    maker.array<double>("obsm/X_pca", {2, 1}, {9, 10});
    maker.frame("var", {"a", "b"});
  }
  EXPECT_EQ(values(), (std::vector<double>{9, 10}));
  EXPECT_EQ(read().key, "obsm/X_pca");
  EXPECT_EQ(read().notes.size(), 1);
  EXPECT_TRUE(read({.key = "obsm/X_pca"}).notes.empty());
  for (const ReadOptions& options : {ReadOptions{.key = "X"}, ReadOptions{.prefer_x = true}}) {
    EXPECT_EQ(values(options), (std::vector<double>{1, 2, 3, 4}));
    EXPECT_EQ(read(options).key, "X");
  }
  EXPECT_EQ(values({.columns = {"b"}}), (std::vector<double>{2, 4}));
  EXPECT_EQ(values({.exclude = {"b"}}), (std::vector<double>{1, 3}));
}

TEST_F(H5ad, NamesWhatIsThereWhereXIsNot) {
  Hdf5Maker(name()).array<double>("obsm/X_umap", {2, 1}, {9, 10});
  expect_error(ErrorKind::bad_data, {"cells.h5ad: has no 'X'", "'obsm/X_umap'"}, [&] { static_cast<void>(read()); });
  { const Hdf5Maker empty(name()); }
  expect_error(ErrorKind::bad_file, {"has no 'X' nor any other matrix"}, [&] { static_cast<void>(read()); });
}

TEST_F(H5ad, TakesNamesFromCategories) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {3, 1}, {1, 2, 3});
    const Hdf5Handle frame = maker.group("obs");
    Hdf5Maker::attribute(frame, "_index", "id");
    maker.names("obs/id/categories", {"x", "y"});
    maker.array<std::int8_t>("obs/id/codes", {3}, {1, 0, 1});
  }
  EXPECT_EQ(read().row_names, (std::vector<std::string>{"y", "x", "y"}));
}

TEST_F(H5ad, RefusesNamesThatAreNotAsManyAsTheRows) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {3, 1}, {1, 2, 3});
    maker.frame("obs", {"one", "two"});
  }
  expect_error(ErrorKind::bad_file, {"X: has 3 rows, but obs names 2"}, [&] { static_cast<void>(read()); });
}

TEST_F(H5ad, ReadsTheRecordsOfOldFiles) {
  struct Observation {
    char index[4];
    std::int32_t genes;
  };
  struct Place {
    float pca[2];
    double umap[1];
  };
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 1}, {1, 2});
    const Hdf5Handle word(H5Tcopy(H5T_C_S1));
    H5Tset_size(word.id(), 4);
    const Hdf5Handle record(H5Tcreate(H5T_COMPOUND, sizeof(Observation)));
    H5Tinsert(record.id(), "index", 0, word.id());
    H5Tinsert(record.id(), "genes", 4, H5T_NATIVE_INT32);
    const std::vector<Observation> rows = {{{'o', 'n', 'e', '\0'}, 7}, {{'f', 'o', 'u', 'r'}, 8}};
    const Hdf5Handle obs = maker.array<float>("obs", {2}, {}, record.id());
    H5Dwrite(obs.id(), record.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data());
    const hsize_t two = 2;
    const hsize_t one = 1;
    const Hdf5Handle pair(H5Tarray_create2(H5T_NATIVE_FLOAT, 1, &two));
    const Hdf5Handle single(H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &one));
    const Hdf5Handle place(H5Tcreate(H5T_COMPOUND, sizeof(Place)));
    H5Tinsert(place.id(), "X_pca", HOFFSET(Place, pca), pair.id());
    H5Tinsert(place.id(), "X_umap", HOFFSET(Place, umap), single.id());
    const std::vector<Place> places = {{{1, 2}, {5}}, {{3, 4}, {6}}};
    const Hdf5Handle obsm = maker.array<float>("obsm", {2}, {}, place.id());
    H5Dwrite(obsm.id(), place.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, places.data());
  }
  EXPECT_EQ(read().row_names, (std::vector<std::string>{"one", "four"}));
  EXPECT_EQ(values(), (std::vector<double>{1, 2, 3, 4})) << "the components, without a key as well";
  EXPECT_EQ(values({.key = "obsm/X_pca"}), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values({.columns = {"2"}, .key = "obsm/X_pca"}), (std::vector<double>{2, 4}));
  EXPECT_EQ(values({.key = "obsm/X_umap"}), (std::vector<double>{5, 6}));
  expect_error(ErrorKind::bad_data, {"has no 'obsm/X_tsne'", "'obsm/X_pca'", "'obsm/X_umap'"},
               [&] { static_cast<void>(read({.key = "obsm/X_tsne"})); });
  expect_error(ErrorKind::bad_option, {"obsm", "before anndata 0.7", "current anndata"},
               [&] { check_h5ad_input(name()); });
}

TEST_F(H5ad, IsKnownByItsFirstBytesAndReadFromMemory) {
  Hdf5Maker(name()).array<double>("X", {3, 2}, one_to_six);
  std::filesystem::copy(name(), path("no-ending"));
  EXPECT_EQ(read_table(path("no-ending")).rows(), 3);
  expect_error(ErrorKind::bad_option, {"t.csv: is not an h5ad", "--key"},
               [&] { static_cast<void>(read_table(file("t.csv", "1,2\n"), {.key = "X"})); });
}

TEST_F(H5ad, RefusesNumbersThatAreNotFiniteWhereTheyAre) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Hdf5Maker(name()).array<double>("X", {3, 2}, {1, 2, 3, nan, 5, 6});
  expect_error(ErrorKind::bad_data, {"cells.h5ad: X: row 2 column 2: 1 value is", "--drop-nonfinite"},
               [&] { static_cast<void>(read()); });
  EXPECT_EQ(values({.drop_nonfinite = true}), (std::vector<double>{1, 2, 5, 6}));
}

TEST_F(H5ad, IsDescribedWithoutItsValues) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 3}, one_to_six, H5T_IEEE_F32LE);
    maker.sparse<double>("layers/counts", "csc", {2, 3}, {0, 1, 1, 2}, {0, 1}, {1, 2});
    maker.frame("obs", {"one", "two"});
    H5Lcreate_external("elsewhere.h5", "X", maker.id(), "layers/outside", H5P_DEFAULT, H5P_DEFAULT);
  }
  const FileSummary summary = describe_file(name());
  EXPECT_EQ(summary.format, "h5ad");
  std::string all;
  for (const auto& [fact, value] : summary.facts) all += fact + ": " + value + "\n";
  EXPECT_NE(all.find("obs: 2\n"), std::string::npos) << all;
  EXPECT_NE(all.find("obs names: one, two\n"), std::string::npos) << all;
  EXPECT_NE(all.find("X: 2 × 3, float32, dense\n"), std::string::npos) << all;
  EXPECT_NE(all.find("layers/counts: 2 × 3, float64, CSC of 2 values\n"), std::string::npos) << all;
  EXPECT_NE(all.find("layers/outside: cannot be read"), std::string::npos) << all;
}

TEST(Lzf, RepeatsRunsAndWhatCameBefore) {
  const auto inflated = [](const std::vector<unsigned char>& from, std::size_t room) {
    std::vector<unsigned char> to(room);
    const auto written = inflate_lzf(from, to);
    return written ? std::string(to.begin(), to.begin() + static_cast<std::ptrdiff_t>(*written)) : "damaged";
  };
  EXPECT_EQ(inflated({2, 'a', 'b', 'c'}, 10), "abc");
  EXPECT_EQ(inflated({1, 'a', 'b', 0x20, 1}, 10), "ababa");        // 3 bytes from 2 back
  EXPECT_EQ(inflated({0, 'a', 0xe0, 3, 0}, 20), "aaaaaaaaaaaaa");  // 1 and 7 + 3 + 2 bytes from 1 back
  EXPECT_EQ(inflated({0, 'a', 0x20, 1}, 10), "damaged");           // from before the beginning
  EXPECT_EQ(inflated({5, 'a'}, 10), "damaged");                    // a run that breaks off
  EXPECT_EQ(inflated({0, 'a', 0xe0}, 10), "damaged");              // a copy that breaks off
  EXPECT_EQ(inflated({2, 'a', 'b', 'c'}, 2), "damaged");           // more than there is room for
}

}  // namespace
}  // namespace codimap
