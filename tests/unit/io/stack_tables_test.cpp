// Several tables as one, and tables that are turned.
#include <gtest/gtest.h>

#include <functional>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Names = std::vector<std::string>;

class StackTables : public Scratch {
 protected:
  Table read(const std::string& name, std::string_view bytes, const ReadOptions& options = {}) {
    return read_table(file(name, bytes), options);
  }
  template <class... Tables>
  static Table stack(Tables... tables) {
    std::vector<Table> all;
    (all.push_back(std::move(tables)), ...);
    return stack_tables(std::move(all), Names{"a", "b", "c"});
  }
  static std::vector<double> dense(const Table& table) {
    const auto& matrix = std::get<Matrix<double>>(table.values);
    return {matrix.data(), matrix.data() + matrix.size()};
  }
  static void expect_refusal(const Names& words, const std::function<Table()>& work) {
    expect_error(ErrorKind::bad_data, words, [&] { static_cast<void>(work()); });
  }
};

TEST_F(StackTables, ComeOneBelowTheOtherInOrder) {
  const Table all = stack(read("a.csv", "x,y\n1,2\n3,4\n"), read("b.csv", "x,y\n5,6\n"));
  EXPECT_EQ(dense(all), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(all.column_names, (Names{"x", "y"}));
  ASSERT_EQ(all.sources.size(), 2U);
  EXPECT_EQ(all.sources[0].name, "a");
  EXPECT_EQ(all.sources[0].rows, 2);
  EXPECT_EQ(all.sources[1].rows, 1);
}

TEST_F(StackTables, OfOneTableAreThatTable) { EXPECT_TRUE(stack(read("a.csv", "x,y\n1,2\n")).sources.empty()); }

TEST_F(StackTables, MatchColumnsByName) {
  const Table all = stack(read("a.csv", "x,y\n1,2\n"), read("b.csv", "y,x\n5,6\n"));
  EXPECT_EQ(dense(all), (std::vector<double>{1, 2, 6, 5}));
}

TEST_F(StackTables, KeepNamesOfRowsAndTheirNumbers) {
  const Table named = stack(read("a.csv", ",x\np,1\nq,2\n"), read("b.csv", ",x\nr,3\n"));
  EXPECT_EQ(named.row_names, (Names{"p", "q", "r"}));
  const ReadOptions drop{.drop_nonfinite = true};
  const Table kept = stack(read("a.csv", "x,y\nnan,1\n2,2\n", drop), read("b.csv", "x,y\n3,3\n4,4\n", drop));
  EXPECT_EQ(kept.kept_rows, (std::vector<Index>{1, 0, 1}));
}

TEST_F(StackTables, AreSparseAndSingleWhereAllAre) {
  const std::string mtx = "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 7\n";
  const ReadOptions single{.single = true};
  const Table sparse = stack(read("a.mtx", mtx, single), read("b.mtx", mtx, single));
  EXPECT_EQ(std::get<SparseMatrix<float>>(sparse.values).offsets, (std::vector<Index>{0, 1, 2}));
  const Table mixed = stack(read("a.mtx", mtx, single), read("b.txt", "3 4\n"));
  EXPECT_EQ(dense(mixed), (std::vector<double>{0, 7, 3, 4}));
}

TEST_F(StackTables, AreRefusedWhereColumnsDifferAndToldWhich) {
  const Table first = read("a.csv", "x,y\n1,2\n");
  expect_refusal({"b: its columns are not those of a: it lacks 'y' and has 'z' besides", "--columns"},
                 [&] { return stack(first, read("b.csv", "x,z\n1,2\n")); });
  expect_refusal({"b: its columns are not those of a: it has 'z' besides"},
                 [&] { return stack(first, read("b.csv", "x,y,z\n1,2,3\n")); });
  expect_refusal({"b: its columns have no names, while those of a have some"},
                 [&] { return stack(first, read("b.csv", "1,2\n")); });
  expect_refusal({"b: has 3 columns, while a has 2"},
                 [&] { return stack(read("a.csv", "1,2\n"), read("b.csv", "1,2,3\n")); });
  expect_refusal({"b: some of its columns have the same name"},
                 [&] { return stack(read("a.csv", "x,y,x\n1,2,3\n"), read("b.csv", "x,x,y\n1,2,3\n")); });
}

TEST_F(StackTables, AreWrittenWithTheirSourcesInText) {
  const Matrix<double> values(3, 1);
  const EmbeddingLabels labels{{"c1"}, "name", {"p", "q", "r"}, {{"a,1.csv", 2}, {"b.csv", 0}, {"c.csv", 1}}};
  OutputFile out(path("out.csv"), OutputFile::Existing::refuse);
  write_matrix(out, values, labels);
  out.commit();
  EXPECT_EQ(content(path("out.csv")), "name,source,c1\np,\"a,1.csv\",0\nq,\"a,1.csv\",0\nr,c.csv,0\n");
}

TEST_F(StackTables, TurnTextWithItsNames) {
  const std::string bytes = ",p,q,r\nx,1,2,nan\ny,4,5,6\n";
  const Table turned = read("a.csv", bytes, {.drop_nonfinite = true, .transpose = true});
  EXPECT_EQ(dense(turned), (std::vector<double>{1, 4, 2, 5}));
  EXPECT_EQ(turned.row_names, (Names{"p", "q"}));
  EXPECT_EQ(turned.column_names, (Names{"x", "y"}));
  EXPECT_EQ(dense(read("a.csv", bytes, {.columns = {"y"}, .transpose = true})), (std::vector<double>{4, 5, 6}));
  expect_refusal({"a.csv:2:4: 1 value is empty"}, [&] { return read("a.csv", bytes, {.transpose = true}); });
}

TEST_F(StackTables, TurnArrays) {
  OutputFile out(path("a.npy"), OutputFile::Existing::refuse);
  Matrix<double> values(1, 3);
  for (Index k = 0; k < 3; ++k) values(0, k) = static_cast<double>(k);
  write_matrix(out, values);
  out.commit();
  const Table turned = read_table(path("a.npy"), {.transpose = true});
  EXPECT_EQ(turned.rows(), 3);
  EXPECT_EQ(dense(turned), (std::vector<double>{0, 1, 2}));
}

}  // namespace
}  // namespace codimap
