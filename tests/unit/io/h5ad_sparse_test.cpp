// Sparse matrices and graphs of h5ad files.
#include <gtest/gtest.h>

#include "io/h5ad/h5ad.hpp"
#include "unit/io/hdf5_maker.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Offsets = std::vector<Index>;
using Columns = std::vector<std::int32_t>;

class H5adSparseFile : public Scratch {
 protected:
  [[nodiscard]] std::string name() const { return path("cells.h5ad").string(); }
  [[nodiscard]] SparseRows matrix(const ReadOptions& options = {}) const {
    return std::get<SparseRows>(read_table(name(), options).values);
  }
  [[nodiscard]] Graph graph(const std::string& key) const { return read_graph(name(), {.key = key}).graph; }
  void expect_refusal(const std::vector<std::int64_t>& shape, const Columns& offsets, const Columns& indices,
                      const std::vector<std::string>& words) const {
    Hdf5Maker(name()).sparse<double>("X", "csr", shape, offsets, indices, std::vector<double>(3, 1));
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(matrix()); });
  }
  // 1 0 2
  // 0 0 3
  static void expect_two_rows(const SparseRows& found) {
    EXPECT_EQ(found.cols, 3);
    EXPECT_EQ(found.offsets, (Offsets{0, 2, 3}));
    EXPECT_EQ(found.columns, (Columns{0, 2, 2}));
    EXPECT_EQ(found.values, (std::vector<double>{1, 2, 3}));
  }
};

TEST_F(H5adSparseFile, IsReadByRowsAndByColumns) {
  Hdf5Maker(name()).sparse<double>("X", "csr", {2, 3}, {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
  expect_two_rows(matrix());
  Hdf5Maker(name()).sparse<double>("X", "csc", {2, 3}, {0, 1, 1, 3}, {0, 0, 1}, {1, 2, 3});
  expect_two_rows(matrix());
}

TEST_F(H5adSparseFile, IsReadInTheLayoutOfBeforeAnndata) {
  {
    Hdf5Maker maker(name());
    const Hdf5Handle made = maker.group("X");
    Hdf5Maker::attribute(made, "h5sparse_format", "csr");
    Hdf5Maker::attribute(made, "h5sparse_shape", std::vector<std::int64_t>{2, 3});
    maker.parts<double>("X", {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
  }
  expect_two_rows(matrix());
}

TEST_F(H5adSparseFile, IsSortedAndWhatStandsTwiceAddsUp) {
  Hdf5Maker(name()).sparse<double>("X", "csr", {2, 3}, {0, 4, 5}, {2, 0, 2, 2, 2}, {0.5, 1, 1, 0.5, 3});
  expect_two_rows(matrix());
}

/// Rows of 0 to 6 entries with columns that depend on the row, over many pieces of what is read and checked at once.
struct LongMatrix {
  Columns offsets{0};
  Columns indices;
  std::vector<double> data;
  LongMatrix() {
    for (std::int32_t row = 0; row < 50'000; ++row) {
      for (std::int32_t k = 0; k < row % 7; ++k) indices.push_back((row * 13) % 90 + k);
      offsets.push_back(static_cast<std::int32_t>(indices.size()));
    }
    for (std::size_t k = 0; k < indices.size(); ++k) data.push_back(1. / static_cast<double>(k + 1));
  }
  void write(const std::string& name) const {
    Hdf5Maker(name).sparse<double>("X", "csr", {50'000, 100}, offsets, indices, data);
  }
};

TEST_F(H5adSparseFile, IsReadInManyPiecesLikeASmallOne) {
  const LongMatrix made;
  made.write(name());
  const SparseRows found = matrix();
  EXPECT_EQ(found.offsets, Offsets(made.offsets.begin(), made.offsets.end()));
  EXPECT_EQ(found.columns, made.indices);
  EXPECT_EQ(found.values, made.data);
}

TEST_F(H5adSparseFile, IsSortedWhereverARowIsNot) {
  for (const std::size_t row : {6UL, 1024UL, 2047UL, 31'002UL, 49'999UL}) {
    LongMatrix made;
    const LongMatrix sorted;
    const auto first = static_cast<std::size_t>(made.offsets[row]);
    ASSERT_GE(made.offsets[row + 1] - made.offsets[row], 2);
    std::swap(made.indices[first], made.indices[first + 1]);
    std::swap(made.data[first], made.data[first + 1]);
    made.write(name());
    EXPECT_EQ(matrix().columns, sorted.indices) << "row " << row;
    EXPECT_EQ(matrix().values, sorted.data);
  }
}

TEST_F(H5adSparseFile, RefusesAnIndexThatDoesNotExistInTheRowThatHoldsIt) {
  LongMatrix made;
  made.indices[static_cast<std::size_t>(made.offsets[31'002]) + 1] = 100;
  made.write(name());
  expect_error(ErrorKind::bad_file, {"X/indices: column 100 of row 31003 does not exist; there are 100"},
               [&] { static_cast<void>(matrix()); });
}

TEST_F(H5adSparseFile, KeepsThePrecisionOfTheFile) {
  Hdf5Maker(name()).sparse<float>("X", "csr", {1, 1}, {0, 1}, {0}, {1.5F});
  EXPECT_TRUE(std::holds_alternative<SparseMatrix<float>>(read_table(name()).values));
  Hdf5Maker(name()).sparse<std::int32_t>("X", "csr", {1, 1}, {0, 1}, {0}, {7});
  EXPECT_EQ(matrix().values, std::vector<double>{7});
}

TEST_F(H5adSparseFile, LosesColumnsThatAreNotAskedFor) {
  {
    Hdf5Maker maker(name());
    maker.sparse<double>("X", "csr", {2, 3}, {0, 2, 3}, {0, 2, 2}, {1, 2, 3});
    maker.frame("var", {"a", "b", "c"});
  }
  const SparseRows narrow = matrix({.columns = {"c", "a"}});
  EXPECT_EQ(narrow.columns, (Columns{0, 1, 0}));
  EXPECT_EQ(narrow.values, (std::vector<double>{2, 1, 3}));
}

TEST_F(H5adSparseFile, RefusesOffsetsThatFallOrEndElsewhere) {  // fault 26
  expect_refusal({3, 3}, {0, 2, 1, 3}, {0, 1, 2}, {"cells.h5ad: X/indptr", "falls from 2 to 1 at row 2"});
  expect_refusal({3, 3}, {1, 2, 2, 3}, {0, 1, 2}, {"X/indptr", "runs from 1 to 3"});
  expect_refusal({3, 3}, {0, 1, 2, 9}, {0, 1, 2}, {"X/indptr", "from 0 to 9", "the 3 values"});
  expect_refusal({3, 3}, {0, 1, 3}, {0, 1, 2}, {"X/indptr", "holds 3 offsets", "3 rows"});
  expect_refusal({3, 3}, {0, 1, 2, 3}, {0, 1}, {"X/indices", "2 indices for 3 values"});
}

TEST_F(H5adSparseFile, RefusesIndicesThatDoNotExist) {  // fault 26
  expect_refusal({3, 3}, {0, 1, 2, 3}, {0, 3, 2}, {"X/indices", "column 3 of row 2 does not exist", "there are 3"});
  expect_refusal({3, 3}, {0, 1, 2, 3}, {0, 1, -1}, {"X/indices", "column -1 of row 3"});
}

TEST_F(H5adSparseFile, RefusesIndicesBeyond32Bits) {  // fault 27
  {
    Hdf5Maker maker(name());
    const Hdf5Handle made = maker.group("X");
    Hdf5Maker::attribute(made, "encoding-type", "csr_matrix");
    Hdf5Maker::attribute(made, "shape", std::vector<std::int64_t>{1, 3});
    maker.array<std::int64_t>("X/indptr", {2}, {0, 1});
    maker.array<std::int64_t>("X/indices", {1}, {(std::int64_t{1} << 32) + 1});
    maker.array<double>("X/data", {1}, {1});
  }
  expect_error(ErrorKind::bad_file, {"X/indices", "does not exist"}, [&] { static_cast<void>(matrix()); });
}

TEST_F(H5adSparseFile, RefusesShapesThatNoFileHolds) {  // fault 27
  expect_refusal({std::int64_t{1} << 62, 3}, {0, 1, 2, 3}, {0, 1, 2}, {"cells.h5ad: X", "4611686018427387904 × 3"});
  expect_refusal({-3, 3}, {0, 1, 2, 3}, {0, 1, 2}, {"X", "-3 × 3"});
  expect_refusal({3, 2000000000}, {0, 1, 2, 3}, {0, 1, 2}, {"X", "2000000000 values", "stores only"});
}

TEST_F(H5adSparseFile, RefusesAGroupThatIsNoMatrix) {
  { Hdf5Maker(name()).frame("obsm/df", {"a"}); }
  expect_error(ErrorKind::bad_file, {"obsm/df", "neither an array nor a CSR or CSC matrix"},
               [&] { static_cast<void>(read_table(name(), {.key = "obsm/df"})); });
}

TEST_F(H5adSparseFile, BecomesAGraphWithTheMeanOfTwoDirections) {
  {
    Hdf5Maker maker(name());
    maker.sparse<double>("obsp/connectivities", "csr", {3, 3}, {0, 2, 3, 4}, {1, 2, 0, 2}, {1, 5, 2, 4});
    maker.sparse<double>("obsp/distances", "csr", {3, 3}, {0, 1, 1, 1}, {2}, {7});
    maker.frame("obs", {"a", "b", "c"});
  }
  const NamedGraph named = read_graph(name());
  EXPECT_EQ(named.node_names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(named.graph.offsets, (Offsets{0, 2, 3, 5}));
  EXPECT_EQ(named.graph.columns, (Columns{1, 2, 0, 0, 2}));
  EXPECT_EQ(named.graph.values, (std::vector<double>{1.5, 5, 1.5, 5, 4}));
  EXPECT_EQ(read_graph(name(), {.distances = true}).graph.values, (std::vector<double>{7, 7}));
}

TEST_F(H5adSparseFile, BecomesAGraphFromDenseAndFromOldFiles) {
  {
    Hdf5Maker maker(name());
    maker.array<double>("obsp/full", {2, 2}, {0, 3, 3, 0});
    maker.sparse<double>("uns/neighbors/connectivities", "csr", {2, 2}, {0, 1, 2}, {1, 0}, {0.5, 0.5});
  }
  EXPECT_EQ(graph("obsp/full").columns, (Columns{1, 0}));
  EXPECT_EQ(graph("").values, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(read_graph(name()).node_names, (std::vector<std::string>{"1", "2"}));
}

TEST_F(H5adSparseFile, IsNoGraphUnlessSquareWithWeightsFromZeroOn) {  // fault 29
  {
    Hdf5Maker maker(name());
    maker.array<double>("X", {2, 3}, {1, 2, 3, 4, 5, 6});
    maker.array<double>("obsp/below", {2, 2}, {0, 1, -1, 0});
  }
  expect_error(ErrorKind::bad_data, {"cells.h5ad: X: is 2 × 3"}, [&] { static_cast<void>(graph("X")); });
  expect_error(ErrorKind::bad_data, {"obsp/below: row 2 column 1", "-1 is negative"},
               [&] { static_cast<void>(graph("obsp/below")); });
}

}  // namespace
}  // namespace codimap
