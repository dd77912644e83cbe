// Tables of numbers in text files: what is accepted and how each fault is worded.
#include <gtest/gtest.h>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Names = std::vector<std::string>;

class TextTable : public Scratch {
 protected:
  Table read(std::string_view bytes, const ReadOptions& options = {}, const std::string& name = "cells.csv") {
    return read_table(file(name, bytes), options);
  }
  static std::vector<double> values(const Table& table) {
    const auto& matrix = std::get<Matrix<double>>(table.values);
    return {matrix.data(), matrix.data() + matrix.size()};
  }
  void expect_refusal(std::string_view bytes, const std::vector<std::string>& words, const ReadOptions& options = {},
                      ErrorKind kind = ErrorKind::bad_file) {
    expect_error(kind, words, [&] { static_cast<void>(read(bytes, options)); });
  }
};

TEST_F(TextTable, ReadsNumbersWithAHeader) {
  const Table table = read("a,b\n1,2\n3.5,-4e1\n");
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.cols(), 2);
  EXPECT_EQ(table.column_names, (Names{"a", "b"}));
  EXPECT_TRUE(table.row_names.empty());
  EXPECT_TRUE(table.kept_rows.empty());
  EXPECT_EQ(values(table), (std::vector<double>{1, 2, 3.5, -40}));
}

TEST_F(TextTable, ReadsNumbersWithoutAHeader) {
  const Table table = read("1,2\n3,4");
  EXPECT_TRUE(table.column_names.empty());
  EXPECT_EQ(values(table), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(TextTable, ReadsASingleRowAndASingleValue) {
  EXPECT_EQ(values(read("1,2,3")), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(values(read("a,b,c\n1,2,3")), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(values(read("7")), (std::vector<double>{7}));
}

TEST_F(TextTable, ComesInFloatWhenAsked) {
  const Table table = read("1.5,2\n", {.single = true});
  EXPECT_EQ(std::get<Matrix<float>>(table.values)(0, 0), 1.5F);
  expect_refusal("1e39\n", {":1:1: '1e39'", "out of range of float", "--precision double"}, {.single = true});
}

TEST_F(TextTable, DetectsTheSeparator) {
  const std::vector<double> expected = {1, 2, 3, 4};
  EXPECT_EQ(values(read("1\t2\n3\t4\n", {}, "a.tsv")), expected);
  EXPECT_EQ(values(read("1\t2\n3\t4\n", {}, "a.txt")), expected);
  EXPECT_EQ(values(read("  1   2 \n3 \t 4\n", {}, "a.txt")), expected);
  EXPECT_EQ(values(read("1, 2\n3, 4\n", {}, "a.txt")), expected);
  EXPECT_EQ(values(read("1;2\n3;4\n")), expected);
  EXPECT_EQ(values(read("# made by hand\n\n1,2\n3,4\n")), expected);
  EXPECT_EQ(values(read("1,2\n3,4\n", {}, "no_ending")), expected);
  EXPECT_EQ(values(read("1,2\n3,4\n", {}, "CELLS.CSV")), expected);
}

TEST_F(TextTable, TakesAFirstColumnWithoutHeaderAsRowNames) {
  const Table table = read(",a,b\n10,1,2\n11,3,4\n");
  EXPECT_EQ(table.row_names, (Names{"10", "11"}));
  EXPECT_EQ(table.column_names, (Names{"a", "b"}));
  EXPECT_EQ(values(table), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(read(",0,1\n0,1,2\n1,3,4\n").row_names, (Names{"0", "1"}));
}

TEST_F(TextTable, TakesAFirstColumnOfWordsAsRowNames) {
  const Table table = read("cell,a\nAAC,1\n\"T \"\"x\"\"\",2\n");
  EXPECT_EQ(table.row_names, (Names{"AAC", "T \"x\""}));
  EXPECT_EQ(table.column_names, Names{"a"});
  const Table without_header = read("AAC,1.5\nAAG,2\n");
  EXPECT_EQ(without_header.row_names, (Names{"AAC", "AAG"}));
  EXPECT_EQ(values(without_header), (std::vector<double>{1.5, 2}));
}

TEST_F(TextTable, RefusesARaggedRow) {  // fault 1
  expect_refusal("a,b,c\n1,2,3\n1,2\n", {"cells.csv:3: 2 values where earlier lines have 3"});
  expect_refusal("1,2\n\n3,4\n1,2,3\n", {"cells.csv:4: 3 values where earlier lines have 2"});
  expect_refusal("a,b\n1,5,2,5\n", {"cells.csv:2: 4 values", "decimal point"});
}

TEST_F(TextTable, NamesTheTruePlaceOfText) {  // faults 2 and 6
  expect_refusal("a,b\n1,2\n3,abc\n", {"cells.csv:3:2: 'abc' in column 2 ('b') is not a number", "--exclude b"});
  expect_refusal("name,b c\n\"x\ny\",1\n\"z\",oops\n", {"cells.csv:4:2: 'oops'", "--exclude 2"});
  expect_refusal("1,2\r\n3,\x1b[31m\r\n", {"cells.csv:2:2: '\\x1b[31m'"});
  expect_refusal("a\nb\nc\n", {"cells.csv:2:1: 'b' in column 1 ('a')"});
}

TEST_F(TextTable, IgnoresTextInColumnsThatAreNotRead) {
  const std::string_view bytes = "a,label,b\n1,x,2\n3,y,4\n";
  EXPECT_EQ(values(read(bytes, {.exclude = {"label"}})), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(read(bytes, {.columns = {"b"}})), (std::vector<double>{2, 4}));
}

TEST_F(TextTable, CountsValuesThatAreNotFiniteAndShowsFive) {  // fault 3
  expect_refusal("a,b\n1,\nnan,2\n",
                 {"cells.csv:2:2: 2 values are empty, NaN or infinite, at 2:2, 3:1", "--drop-nonfinite"}, {},
                 ErrorKind::bad_data);
  expect_refusal("1,inf\n1,NA\n1,\n1,-inf\n1,nan\n1,nan\n",
                 {"cells.csv:1:2: 6 values", "the first five at 1:2, 2:2, 3:2, 4:2, 5:2;"}, {}, ErrorKind::bad_data);
}

TEST_F(TextTable, DropsRowsThatAreNotFiniteWhenAsked) {  // fault 3
  const Table table = read("n,a,b\nr,1,\ns,3,4\nt,nan,2\nu,5,6\n", {.drop_nonfinite = true});
  EXPECT_EQ(values(table), (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(table.kept_rows, (std::vector<Index>{1, 3}));
  EXPECT_EQ(table.row_names, (Names{"s", "u"}));
  EXPECT_TRUE(read("1\n2\n", {.drop_nonfinite = true}).kept_rows.empty());
  expect_refusal("a\nnan\n", {"every row"}, {.drop_nonfinite = true}, ErrorKind::bad_data);
}

TEST_F(TextTable, LooksForMissingValuesOnlyInColumnsThatAreRead) {
  EXPECT_EQ(values(read("a,b\n1,\n2,3\n", {.exclude = {"b"}})), (std::vector<double>{1, 2}));
}

TEST_F(TextTable, SaysThatADecimalPointIsNeeded) {  // fault 4
  expect_refusal("a;b\n1,5;2\n", {"cells.csv:2:1: '1,5'", "decimal point"});
  expect_refusal("1,5;2,5\n", {"cells.csv:1:1: '1,5'", "decimal point"});
  expect_refusal("\"1,5\",2\n", {"cells.csv:1:1: '1,5'", "decimal point"});
  expect_error(ErrorKind::bad_file, {"a.txt:1:1: '1,5'", "decimal point"},
               [&] { static_cast<void>(read("1,5 2,5\n", {}, "a.txt")); });
}

TEST_F(TextTable, AcceptsByteOrderMarkCrLfAndNoFinalNewline) {  // fault 5
  const Table table = read(
      "\xef\xbb\xbf"
      "a,b\r\n1,2\r\n3,4");
  EXPECT_EQ(table.column_names, (Names{"a", "b"}));
  EXPECT_EQ(values(table), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(read("1,2\r3,4\r")), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(TextTable, ReadsQuotedNewlinesAndRefusesUnclosedQuotes) {  // fault 6
  const Table table = read("\"a\nb\", \"c,d\" ,\"e\"\"f\"\n1,\"2\",3\n");
  EXPECT_EQ(table.column_names, (Names{"a\nb", "c,d", "e\"f"}));
  EXPECT_EQ(values(table), (std::vector<double>{1, 2, 3}));
  expect_refusal("a,b\n1,2\n3,\"4\n5,6\n", {"cells.csv:3:2: a quote opens here and is never closed"});
  expect_refusal("a,b\n\"1\"2,3\n", {"cells.csv:2:1: something follows the closing quote"});
}

TEST_F(TextTable, RefusesOverflowAndAcceptsDenormals) {  // fault 7
  expect_refusal("a\n1e999\n", {"cells.csv:2:1: '1e999'", "out of range"});
  expect_refusal("a\n-1e999\n", {"out of range"}, {.drop_nonfinite = true});
  EXPECT_EQ(values(read("5e-324\n1e-310\n")), (std::vector<double>{5e-324, 1e-310}));
}

TEST_F(TextTable, NamesNulBytesAndUtf16) {  // fault 8
  using namespace std::string_view_literals;
  expect_refusal("1,2\n3,\0\n"sv, {"cells.csv:2: a NUL byte at byte 6"});
  expect_refusal(
      "\xff\xfe"
      "1\0,\0"sv,
      {"UTF-16", "UTF-8"});
  expect_refusal("1\0,\0002\0"sv, {"UTF-16"});
  expect_refusal("\0001\0,\0002"sv, {"UTF-16"});
}

TEST_F(TextTable, RefusesEmptyFilesAndHeadersWithoutRows) {  // fault 9
  expect_refusal("", {"cells.csv: is empty"});
  expect_refusal("\n\r\n# nothing\n", {"cells.csv: is empty"});
  expect_refusal("a,b\n", {"cells.csv: holds a header and no rows"});
}

TEST_F(TextTable, ReadsOneColumn) {  // fault 9
  EXPECT_EQ(values(read("x\n1\n2\n\n")), (std::vector<double>{1, 2}));
  expect_refusal("1\n\n2\n", {"cells.csv:2:1: 1 value is empty"}, {}, ErrorKind::bad_data);
}

TEST_F(TextTable, AcceptsDuplicateHeadersUntilOneIsSelected) {  // fault 10
  EXPECT_EQ(read("a,a\n1,2\n").column_names, (Names{"a", "a"}));
  EXPECT_EQ(values(read("a,a\n1,2\n", {.columns = {"2"}})), std::vector<double>{2});
  EXPECT_EQ(values(read("a,a,b\n1,2,3\n", {.exclude = {"a"}})), std::vector<double>{3});
  expect_refusal("a,a\n1,2\n", {"2 columns are called 'a'", "1 and 2", "number"}, {.columns = {"a"}},
                 ErrorKind::bad_option);
}

TEST_F(TextTable, ReadsPathsWithBlanksAndUtf8) {  // fault 42
  EXPECT_EQ(read("1\n", {}, "-my cells α.csv").rows(), 1);
}

TEST_F(TextTable, GivesTheSameValuesForManyRows) {
  std::string bytes = "id,a,b\n";
  for (int i = 0; i < 5000; ++i) bytes += "r" + std::to_string(i) + "," + std::to_string(i) + ",0.25\n";
  const Table table = read(bytes);
  ASSERT_EQ(table.rows(), 5000);
  for (Index i = 0; i < table.rows(); ++i) {
    ASSERT_EQ(std::get<Matrix<double>>(table.values)(i, 0), static_cast<double>(i));
    ASSERT_EQ(table.row_names[static_cast<std::size_t>(i)], "r" + std::to_string(i));
  }
  bytes.replace(bytes.rfind("4990,0.25"), 4, "oops");
  bytes.replace(bytes.rfind("1200,0.25"), 4, "oops");
  expect_refusal(bytes, {"cells.csv:1202:2"});
}

TEST_F(TextTable, RefusesAnEdgeListAsATable) {
  expect_refusal("1 2\n", {"--graph"}, {.format = FileFormat::edges}, ErrorKind::bad_option);
}

TEST_F(TextTable, SaysThatAFileIsMissing) {
  expect_error(ErrorKind::missing_file, {"none.csv: no such file"},
               [&] { static_cast<void>(read_table(path("none.csv"))); });
  expect_error(ErrorKind::missing_file, {"is a directory"}, [&] { static_cast<void>(read_table(folder())); });
}

}  // namespace
}  // namespace codimap
