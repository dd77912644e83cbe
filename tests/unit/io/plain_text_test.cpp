// Large tables of nothing but numbers: read in pieces, they come out as the reader of all tables has them.
#include "io/text/plain_text.hpp"

#include <gtest/gtest.h>

#include <charconv>

#include "io/text/text_table.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class PlainText : public Scratch {
 protected:
  std::optional<Table> plain(const std::string& bytes, const ReadOptions& options = {}) {
    return read_plain_text(ByteSource(file("x.csv", bytes)), FileFormat::csv, options);
  }
  Table general(const std::string& bytes, const ReadOptions& options = {}) {
    return read_text_table(TextRows(bytes, "x.csv", FileFormat::csv), options);
  }
  void expect_same(const std::string& bytes, const ReadOptions& options = {}) {
    const std::optional<Table> found = plain(bytes, options);
    ASSERT_TRUE(found);
    const Table expected = general(bytes, options);
    EXPECT_EQ(found->column_names, expected.column_names);
    EXPECT_EQ(found->kept_rows, expected.kept_rows);
    ASSERT_EQ(found->rows(), expected.rows());
    ASSERT_EQ(found->cols(), expected.cols());
    const auto& one = std::get<Matrix<double>>(found->values);
    const auto& other = std::get<Matrix<double>>(expected.values);
    EXPECT_TRUE(std::equal(one.data(), one.data() + one.size(), other.data()));
  }
};

/// Rows of very different length, more than three pieces of them.
std::string long_table(const std::string& line_end) {
  std::string text = "a,\"b\",c" + line_end;
  for (int i = 0; text.size() < (std::size_t{13} << 20); ++i) {
    text += std::to_string(i) + "," + std::to_string(1.0 / (i + 1)) + "," + std::string(i % 97, ' ') +
            std::to_string(-i * 1e3) + line_end;
  }
  return text;
}

TEST_F(PlainText, IsReadAcrossPieces) {
  expect_same(long_table("\n"));
  expect_same(long_table("\r\n"));
  const std::string text = long_table("\n");
  expect_same(text.substr(0, text.size() - 1));
  expect_same(text + "\n\n");
}

TEST_F(PlainText, IsReadFromWhereItBeginsAndByTheColumnsAskedFor) {
  expect_same("# a comment\n\n1,2\n3,4\n");
  expect_same(
      "\xEF\xBB\xBF"
      "1,2\n3,4\n");
  expect_same("a,b,c\n1,2,3\n4,5,6\n", {.columns = {"c", "a"}});
  expect_same("a,b,c\n1,x,3\n4,y z,6\n", {.exclude = {"b"}});
  expect_same("a,b\n1,nan\n3,4\n", {.drop_nonfinite = true});
}

TEST_F(PlainText, LeavesWhatIsNotPlainToTheOtherReader) {
  for (const char* text : {"1,2\n3,\"4\"\n", "1,2\n3\n", "1,2\n\n3,4\n", "1,2\n3,\n", "1,2\n3,x\n", "1,2\n3,+4\n",
                           "x,1\ny,2\n", "1 2\n3 4\n", "1,2\r3,4\n", "1,2,\n3,4,\n", "1,1e999\n", "", "\n\n"})
    EXPECT_FALSE(plain(text)) << text;
}

TEST_F(PlainText, NamesTheLineOfAValueThatIsNotFinite) {
  expect_error(ErrorKind::bad_data, {"x.csv:3:2"}, [&] { static_cast<void>(plain("a,b\n1,2\n3,inf\n")); });
}

// A header of many columns before nothing but line ends must not ask for a matrix of their product.
TEST_F(PlainText, TakesNoMemoryForRowsThatHoldNothing) {
  std::string text = "1";
  for (int i = 0; i < 20000; ++i) text += ",1";
  text += "\n";
  EXPECT_FALSE(plain(text + std::string(10'000'000, '\n') + "1"));
}

TEST_F(PlainText, ARowLongerThanAnyPieceIsLeftToTheOtherReader) {
  std::string text = "1";
  for (int i = 0; i < 3'000'000; ++i) text += ",1";
  EXPECT_FALSE(plain(text + "\n"));
  EXPECT_FALSE(plain("1,1\n" + text + "\n"));
}

}  // namespace
}  // namespace codimap
