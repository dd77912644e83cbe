// Matrix Market files as tables and as graphs.
#include <gtest/gtest.h>

#include <cmath>

#include "codimap/io.hpp"
#include "io/gzip.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

const std::string general = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

class MatrixMarket : public Scratch {
 protected:
  Table read(std::string_view bytes, const ReadOptions& options = {}) {
    return read_table(file("m.mtx", bytes), options);
  }
  NamedGraph graph(std::string_view bytes) { return read_graph(file("m.mtx", bytes)); }
  void expect_refusal(std::string_view bytes, const Names& words) {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(read(bytes)); });
  }
  static Values dense(const Graph& graph) {
    Values values(static_cast<std::size_t>(graph.rows() * graph.cols));
    for (Index i = 0; i < graph.rows(); ++i)
      for (Index k = graph.offsets[static_cast<std::size_t>(i)]; k < graph.offsets[static_cast<std::size_t>(i) + 1];
           ++k)
        values[static_cast<std::size_t>(i * graph.cols + graph.columns[static_cast<std::size_t>(k)])] =
            graph.values[static_cast<std::size_t>(k)];
    return values;
  }
  static Values dense(const Table& table) {
    if (table.is_sparse()) return dense(std::get<SparseMatrix<double>>(table.values));
    const auto& matrix = std::get<Matrix<double>>(table.values);
    return {matrix.data(), matrix.data() + matrix.size()};
  }
};

TEST_F(MatrixMarket, OfCoordinatesIsASparseTable) {
  const Table table = read(general + "% a comment\n\n2 3 4\n2 1 5\n1 3 2.5\n1 1 -1e-3\n 2\t3  7 \r\n");
  EXPECT_TRUE(table.is_sparse());
  EXPECT_EQ(dense(table), (Values{-1e-3, 0, 2.5, 5, 0, 7}));
  const auto& values = std::get<SparseMatrix<double>>(table.values);
  EXPECT_EQ(values.columns, (std::vector<std::int32_t>{0, 2, 0, 2}));
  EXPECT_TRUE(table.column_names.empty() && table.row_names.empty() && table.notes.empty());
}

TEST_F(MatrixMarket, IsKnownByItsFirstLineWhateverItsName) {
  EXPECT_TRUE(read_table(file("m.txt", general + "1 1 1\n1 1 2\n")).is_sparse());
}

TEST_F(MatrixMarket, MayBeCompressedAndSingle) {
  std::string compressed;
  GzipWriter gzip([&](std::string_view bytes) { compressed += bytes; });
  gzip.write(general + "1 2 1\n1 2 0.1\n");
  gzip.finish();
  const Table table = read_table(file("m.mtx.gz", compressed), {.single = true});
  EXPECT_EQ(std::get<SparseMatrix<float>>(table.values).values, (std::vector<float>{0.1F}));
}

TEST_F(MatrixMarket, PatternsAreOnesAndIntegersNumbers) {
  EXPECT_EQ(dense(read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n")), (Values{0, 1, 1, 0}));
  EXPECT_EQ(dense(read("%%matrixmarket MATRIX Coordinate Integer General\n1 2 1\n1 2 -3\n")), (Values{0, -3}));
}

TEST_F(MatrixMarket, EntriesThatRepeatAddUp) {
  EXPECT_EQ(dense(read(general + "1 2 4\n1 2 1\n1 1 2\n1 2 3\n1 2 4\n")), (Values{2, 8}));
}

TEST_F(MatrixMarket, SymmetricOnesStandOnBothSidesOfTheDiagonal) {
  EXPECT_EQ(dense(read(symmetric + "2 2 2\n1 1 3\n2 1 4\n")), (Values{3, 4, 4, 0}));
}

TEST_F(MatrixMarket, ArraysAreDenseAndGoDownTheColumns) {
  const Table table = read("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n");
  EXPECT_FALSE(table.is_sparse());
  EXPECT_EQ(dense(table), (Values{1, 3, 5, 2, 4, 6}));
  EXPECT_EQ(dense(read("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")),
            (Values{1, 2, 3, 2, 4, 5, 3, 5, 6}));
}

TEST_F(MatrixMarket, OfManyPiecesIsOneMatrix) {
  const Index size = 200'000;  // some 3 MB: several pieces of text
  std::string bytes = general + std::to_string(size) + " 2 " + std::to_string(size) + "\n";
  for (Index i = size; i > 0; --i) bytes += std::to_string(i) + " 2 " + std::to_string(i) + ".5\n";
  const Table table = read(bytes);
  const auto& values = std::get<SparseMatrix<double>>(table.values);
  ASSERT_EQ(std::ssize(values.values), size);
  for (Index i = 0; i < size; ++i) ASSERT_EQ(values.values[static_cast<std::size_t>(i)], static_cast<double>(i) + 1.5);
  std::string broken = bytes;
  broken.replace(broken.rfind("1 2 1.5"), 1, "0");
  expect_refusal(broken, {":200002:1: the row is 0"});
}

TEST_F(MatrixMarket, OfManyPiecesIsTheSameInAnyOrderOfItsEntries) {
  constexpr Index size = 70'000;
  constexpr Index step = 31'337;  // has no divisor in common with the size, so that every row comes up once
  std::string bytes = symmetric + std::to_string(size) + " " + std::to_string(size) + " " + std::to_string(size) + "\n";
  for (Index k = 0; k < size; ++k) {
    const Index row = k * step % size + 1;
    if (k % 1000 == 0) bytes += "% a comment\n\n";
    bytes += std::to_string(row) + " " + std::to_string((row + 1) / 2) + " " + std::to_string(row) + "\n";
  }
  bytes.insert(bytes.size() / 2 - (bytes.size() / 2 - bytes.rfind('\n', bytes.size() / 2)) + 1,
               "%" + std::string(700'000, 'x') + "\n");
  const auto values = std::get<SparseMatrix<double>>(read(bytes).values);
  EXPECT_EQ(std::ssize(values.values), 2 * size - 1);  // 1 is on the diagonal
  for (Index row = 2; row <= size; ++row) {
    const auto first = static_cast<std::size_t>(values.offsets[static_cast<std::size_t>(row) - 1]);
    ASSERT_EQ(values.columns[first] + 1, (row + 1) / 2);
    ASSERT_EQ(values.values[first], static_cast<double>(row));
  }
  EXPECT_EQ(std::get<SparseMatrix<double>>(read(bytes, {.transpose = true}).values).columns, values.columns);
}

TEST_F(MatrixMarket, MayHaveLongCommentsAndAByteOrderMark) {
  const std::string comments = "%" + std::string(100'000, 'x') + "\n" + std::string(50'000, '\n');
  EXPECT_EQ(dense(read("\xEF\xBB\xBF" + general + comments + "1 2 1\n1 2 5\n")), (Values{0, 5}));
  expect_refusal(general + comments + "1 2 1\n1 3 5\n", {"m.mtx:50004:2: the column '3' is out of range"});
}

TEST_F(MatrixMarket, RefusesANulByteWhereverItStands) {
  const std::string lines = general + "1 1 200000\n" + [] {
    std::string entries;
    for (int i = 0; i < 200'000; ++i) entries += "1 1 1\n";
    return entries;
  }();
  std::string bytes = lines;
  bytes[lines.size() - 3] = '\0';
  expect_refusal(bytes, {"m.mtx:200002: a NUL byte at byte"});
}

TEST_F(MatrixMarket, WithBarcodesBesideItHasOneRowACell) {
  static_cast<void>(file("barcodes.tsv", "AAA-1\nCCC-1\n"));
  static_cast<void>(file("features.tsv", "G1\tone\tGene\nG2\ttwice\tGene\nG3\ttwice\tGene\n"));
  const Table table = read(general + "3 2 3\n1 1 1\n3 1 2\n2 2 3\n");
  EXPECT_EQ(dense(table), (Values{1, 0, 2, 0, 3, 0}));
  EXPECT_EQ(table.row_names, (Names{"AAA-1", "CCC-1"}));
  EXPECT_EQ(table.column_names, (Names{"one", "G2", "G3"}));
  ASSERT_EQ(table.notes.size(), 1U);
  EXPECT_NE(table.notes[0].find("its columns are cells, as barcodes.tsv beside it says"), std::string::npos);
  EXPECT_EQ(dense(read(general + "3 2 3\n1 1 1\n3 1 2\n2 2 3\n", {.columns = {"G3", "one"}})), (Values{2, 1, 0, 0}));
  expect_error(ErrorKind::bad_option, {"barcodes beside it", "leave --transpose out"},
               [&] { static_cast<void>(read(general + "3 2 1\n1 1 1\n", {.transpose = true})); });
}

TEST_F(MatrixMarket, TakesNamesOfTheSamePrefixAndOfCellsThatAreRows) {
  static_cast<void>(file("barcodes.tsv", "wrong\n"));
  static_cast<void>(file("a_barcodes.tsv", "x\ny\n"));
  static_cast<void>(file("a_genes.tsv", "G1\nG2\nG3\n"));
  const Table table = read_table(file("a_matrix.mtx", general + "2 3 1\n1 3 1\n"));
  EXPECT_EQ(table.row_names, (Names{"x", "y"}));
  EXPECT_EQ(table.column_names, (Names{"G1", "G2", "G3"}));
  EXPECT_TRUE(table.notes.empty());
}

TEST_F(MatrixMarket, LeavesNamesThatDoNotFitAndSaysSo) {
  static_cast<void>(file("barcodes.tsv", "a\nb\nc\nd\n"));
  const Table table = read(general + "2 3 1\n1 3 1\n");
  EXPECT_EQ(table.rows(), 2);
  EXPECT_TRUE(table.row_names.empty());
  ASSERT_EQ(table.notes.size(), 1U);
  EXPECT_NE(table.notes[0].find("has 4 lines and the matrix 2 × 3 values"), std::string::npos);
}

TEST_F(MatrixMarket, IsTurnedWhenAsked) {
  EXPECT_EQ(dense(read(general + "2 3 2\n1 3 1\n2 1 5\n", {.transpose = true})), (Values{0, 5, 0, 0, 1, 0}));
  EXPECT_EQ(dense(read("%%MatrixMarket matrix array real general\n2 1\n1\n2\n", {.transpose = true})), (Values{1, 2}));
}

TEST_F(MatrixMarket, RefusesIndicesFromZeroAndOutOfRange) {  // faults 26 and 28
  expect_refusal(general + "2 2 1\n0 1 3\n", {"m.mtx:3:1: the row is 0", "counts from 1", "add 1"});
  expect_refusal(general + "2 2 1\n1 0 3\n", {"m.mtx:3:2: the column is 0"});
  expect_refusal(general + "2 2 1\n3 1 3\n", {"m.mtx:3:1: the row '3' is out of range", "line 2 announces 2 rows"});
  expect_refusal(general + "2 2 1\n1 -4 3\n", {"m.mtx:3:2: the column '-4' is out of range"});
  expect_refusal(general + "2 2 1\n99999999999999999999 1 3\n", {"m.mtx:3:1:", "out of range"});
  expect_refusal(general + "2 2 1\n1.5 1 3\n", {"m.mtx:3:1:", "not a whole number"});
}

TEST_F(MatrixMarket, RefusesSizesThatTheFileDoesNotSupport) {  // fault 27
  expect_refusal(general + "2 2 99999999999999999999\n1 1 3\n", {"m.mtx:2:3:", "overflows 64 bits"});
  expect_refusal(general + "2 2 4000000000\n1 1 3\n", {"m.mtx:2: announces 4000000000 entries, and 6 bytes follow"});
  expect_refusal(general + "9000000000 2 1\n1 1 3\n", {"m.mtx:2: announces 9000000000 × 2", "at most 2147483647"});
  expect_refusal(general + "2000000000 2 1\n1 1 3\n", {"m.mtx:2: announces 2000000000 × 2", "the sizes are damaged"});
  expect_refusal(general + "-2 2 1\n1 1 3\n", {"m.mtx:2:1:", "not a whole number"});
  expect_refusal(general + "0 2 0\n", {"m.mtx:2: announces 0 × 2"});
  expect_refusal("%%MatrixMarket matrix array real general\n2147483647 2147483647\n1\n",
                 {"m.mtx:2: announces 4611686014132420609 entries"});
}

TEST_F(MatrixMarket, RefusesMoreOrFewerEntriesThanAnnounced) {
  expect_refusal(general + "2 2 1\n1 1 3\n1 2 3\n", {"m.mtx:4: goes on after the 1 entries that line 2 announces"});
  expect_refusal(general + "2 2 3\n1 1 3\n1 2 3\n", {"ends after 2 of the 3 entries", "not complete"});
  expect_refusal("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n", {"ends after 3 of the 4 entries"});
}

TEST_F(MatrixMarket, RefusesSymmetryThatCannotBe) {  // fault 29
  expect_refusal(symmetric + "2 3 1\n1 1 3\n", {"m.mtx:2: announces a symmetric matrix of 2 × 3", "square"});
  expect_refusal(symmetric + "2 2 1\n1 2 3\n", {"m.mtx:3:2: entry (1, 2) lies above the diagonal", "lower triangle"});
}

TEST_F(MatrixMarket, RefusesKindsThatAreNotRead) {  // fault 29
  expect_refusal("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n", {"m.mtx:1:4:", "complex"});
  expect_refusal("%%MatrixMarket matrix coordinate real skew-symmetric\n", {"m.mtx:1:5:", "'skew-symmetric'"});
  expect_refusal("%%MatrixMarket matrix coordinate real hermitian\n", {"m.mtx:1:5:", "'hermitian'"});
  expect_refusal("%%MatrixMarket vector coordinate real general\n", {"m.mtx:1:2:", "'vector'"});
  expect_refusal("%%MatrixMarket matrix array pattern general\n", {"m.mtx:1:4:", "cannot be a pattern"});
  expect_refusal("%%MatrixMarket matrix coordinate quaternion general\n", {"m.mtx:1:4:", "'quaternion'"});
}

TEST_F(MatrixMarket, RefusesWhatIsNoEntry) {
  expect_refusal(general + "2 2 1\n1 1\n", {"m.mtx:3: '1 1' is no entry", "`row column value`"});
  expect_refusal(general + "2 2 1\n1 1 x\n", {"m.mtx:3:3: 'x' is not a number"});
  expect_refusal(general + "2 2 1\n1 1 1e999\n", {"m.mtx:3:3:", "out of range"});
  expect_refusal(general + "2 2\n1 1 1\n", {"m.mtx:2:", "rows, columns and entries"});
  expect_refusal(general, {"breaks off before the line of sizes"});
  expect_refusal("", {"empty"});
  expect_refusal("1 2 3\n", {"m.mtx:1: begins with '1 2 3'"});
}

TEST_F(MatrixMarket, WithValuesThatAreNotFiniteIsRefusedOrLosesTheirRows) {
  const std::string bytes = general + "2 3 3\n1 1 1\n1 3 2\n2 2 nan\n";
  expect_error(ErrorKind::bad_data, {"m.mtx: row 2 column 2: 1 value is empty, NaN or infinite"},
               [&] { static_cast<void>(read(bytes)); });
  const Table kept = read(bytes, {.drop_nonfinite = true});
  EXPECT_EQ(kept.kept_rows, (std::vector<Index>{0}));
  EXPECT_EQ(dense(kept), (Values{1, 0, 2}));
}

TEST_F(MatrixMarket, IsAGraphWhereItIsSquare) {
  const NamedGraph lower = graph(symmetric + "3 3 3\n2 1 4\n3 3 1\n3 2 0\n");
  EXPECT_EQ(dense(lower.graph), (Values{0, 4, 0, 4, 0, 0, 0, 0, 1}));
  EXPECT_EQ(lower.graph.values.size(), 3U);
  EXPECT_EQ(lower.node_names, (Names{"1", "2", "3"}));
  EXPECT_EQ(dense(graph(general + "2 2 2\n1 2 4\n2 1 2\n").graph), (Values{0, 3, 3, 0}));
  EXPECT_EQ(dense(graph(general + "2 2 1\n1 2 4\n").graph), (Values{0, 4, 4, 0}));
}

TEST_F(MatrixMarket, AsAGraphRefusesWeightsThatAreNoAffinities) {
  const auto refused = [&](const std::string& bytes, const Names& words) {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(graph(bytes)); });
  };
  refused(general + "2 2 1\n1 2 -4\n", {"m.mtx:3:3: '-4' is negative"});
  refused(general + "2 2 1\n1 2 nan\n", {"m.mtx:3:3: 'nan' is NaN or infinite"});
  refused(general + "2 3 1\n1 2 4\n", {"m.mtx:2: announces 2 × 3", "square"});
}

TEST_F(MatrixMarket, IsDescribed) {
  const FileSummary summary = describe_file(file("m.mtx", symmetric + "2 2 2\n1 1 3\n2 1 inf\n"));
  EXPECT_EQ(summary.format, "matrix market");
  const std::vector<std::pair<std::string, std::string>> expected = {{"rows", "2"},
                                                                     {"columns", "2"},
                                                                     {"layout", "coordinate (sparse)"},
                                                                     {"type", "real"},
                                                                     {"symmetry", "symmetric"},
                                                                     {"entries stored", "2"},
                                                                     {"barcodes beside it", "none"},
                                                                     {"features beside it", "none"},
                                                                     {"values not finite", "1"},
                                                                     {"compression", "none"}};
  EXPECT_EQ(summary.facts, expected);
}

}  // namespace
}  // namespace codimap
