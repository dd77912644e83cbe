// Matrices written to files read back the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class WriteMatrix : public Scratch {
 protected:
  std::filesystem::path write(const std::string& name, MatrixView<double> values, const EmbeddingLabels& labels = {},
                              bool single = false) {
    OutputFile out(path(name), OutputFile::Existing::replace);
    write_matrix(out, values, labels, single);
    out.commit();
    return path(name);
  }
  static Matrix<double> awkward() {
    Matrix<double> values(2, 3);
    const double numbers[] = {0.1, -1e300, 5e-324, 1.0 / 3, std::numeric_limits<double>::max(), -0.0};
    std::copy(std::begin(numbers), std::end(numbers), values.data());
    return values;
  }
  template <class T>
  static std::vector<T> values(const Table& table) {
    const auto& matrix = std::get<Matrix<T>>(table.values);
    return {matrix.data(), matrix.data() + matrix.size()};
  }
};

TEST_F(WriteMatrix, ReadsBackTheSameFromEveryFormat) {
  const Matrix<double> matrix = awkward();
  const std::vector<double> expected(matrix.data(), matrix.data() + matrix.size());
  for (const char* name : {"a.npy", "a.csv", "a.tsv", "a.csv.gz", "a.tsv.gz"}) {
    EXPECT_EQ(values<double>(read_table(write(name, matrix))), expected) << name;
  }
}

TEST_F(WriteMatrix, CompressesWhereTheEndingSaysSo) {
  EXPECT_TRUE(content(write("a.csv.gz", awkward())).starts_with("\x1f\x8b"));
}

TEST_F(WriteMatrix, WritesShortestNumbersWithAHeader) {
  Matrix<double> matrix(2, 2);
  matrix(0, 0) = 0.1;
  matrix(1, 1) = -25;
  EXPECT_EQ(content(write("a.csv", matrix, {.column_names = {"c1", "c2"}})), "c1,c2\n0.1,0\n0,-25\n");
  EXPECT_EQ(
      content(write("a.tsv", matrix, {.column_names = {"c1", "c2"}, .row_header = "cell", .row_names = {"x", "y"}})),
      "cell\tc1\tc2\nx\t0.1\t0\ny\t0\t-25\n");
}

TEST_F(WriteMatrix, QuotesNamesThatNeedIt) {
  const std::vector<std::string> columns = {"#a", "b,c", "d\"e", "f\ng"};
  const std::vector<std::string> rows = {"=cmd()", " blank "};
  const EmbeddingLabels labels{.column_names = columns, .row_header = "", .row_names = rows};
  const auto written = write("a.csv", Matrix<double>(2, 4), labels);
  EXPECT_TRUE(content(written).starts_with("\"\",\"#a\",\"b,c\",\"d\"\"e\",\"f\ng\"\n=cmd(),0"));
  const Table table = read_table(written);
  EXPECT_EQ(table.column_names, columns);
  EXPECT_EQ(table.row_names, rows);
}

TEST_F(WriteMatrix, WritesFloatsWhenAsked) {
  Matrix<double> matrix(1, 1);
  matrix(0, 0) = 0.1;
  EXPECT_EQ(content(write("a.csv", matrix, {}, true)), "0.1\n");
  EXPECT_EQ(values<float>(read_table(write("a.npy", matrix, {}, true))), std::vector<float>{0.1F});
}

TEST_F(WriteMatrix, AlignsTheValuesOfAnArray) {
  for (const Index rows : {1, 12, 123, 123456}) {
    const std::string bytes = content(write("a.npy", Matrix<double>(rows, 1)));
    const std::size_t header = bytes.size() - static_cast<std::size_t>(rows) * sizeof(double);
    EXPECT_EQ(header % 64, 0U);
    EXPECT_EQ(bytes[header - 1], '\n');
  }
}

TEST_F(WriteMatrix, RefusesEndingsItDoesNotKnow) {
  for (const char* name : {"a.png", "a", "a.npy.gz", "a.gz"}) {
    expect_error(ErrorKind::bad_option, {name, ".npy, .csv, .tsv, .csv.gz or .tsv.gz"},
                 [&] { check_output_ending(path(name)); });
  }
  EXPECT_NO_THROW(check_output_ending("A.CSV"));
  EXPECT_NO_THROW(check_output_ending("-"));
  EXPECT_NO_THROW(check_output_ending("/dev/stdout"));
  EXPECT_NO_THROW(check_output_ending("/dev/null"));
}

TEST_F(WriteMatrix, ReportsAFullDisk) {  // fault 36
  OutputFile out("/dev/full", OutputFile::Existing::refuse);
  expect_error(ErrorKind::failed_io, {"No space left"}, [&] { write_matrix(out, awkward()); });
}

}  // namespace
}  // namespace codimap
