// Edge lists.
#include <gtest/gtest.h>

#include "codimap/io.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

using Names = std::vector<std::string>;

class Edges : public Scratch {
 protected:
  NamedGraph read(std::string_view bytes) { return read_edges(file("graph.txt", bytes)); }
  /// Row after row, zeros where there is no edge.
  static std::vector<double> dense(const Graph& graph) {
    std::vector<double> values(static_cast<std::size_t>(graph.rows() * graph.cols));
    for (Index i = 0; i < graph.rows(); ++i) {
      for (Index k = graph.offsets[static_cast<std::size_t>(i)]; k < graph.offsets[static_cast<std::size_t>(i) + 1];
           ++k) {
        values[static_cast<std::size_t>(i * graph.cols + graph.columns[static_cast<std::size_t>(k)])] =
            graph.values[static_cast<std::size_t>(k)];
      }
    }
    return values;
  }
  void expect_refusal(std::string_view bytes, const std::vector<std::string>& words) {
    expect_error(ErrorKind::bad_file, words, [&] { static_cast<void>(read(bytes)); });
  }
};

TEST_F(Edges, NameNodesInTheOrderOfFirstMention) {
  const NamedGraph named = read("# comment\n% another\n7 3\n3 x\n");
  EXPECT_EQ(named.node_names, (Names{"7", "3", "x"}));
  EXPECT_EQ(dense(named.graph), (std::vector<double>{0, 1, 0, 1, 0, 1, 0, 1, 0}));
}

TEST_F(Edges, AreSplitByBlanksTabsAndCommas) {
  for (const char* bytes : {"a b 2\n", "a\tb\t2", "a,b,2\r\n", " a , b ,\t2 \n",
                            "\xef\xbb\xbf"
                            "a b 2"}) {
    const NamedGraph named = read(bytes);
    EXPECT_EQ(named.node_names, (Names{"a", "b"})) << bytes;
    EXPECT_EQ(dense(named.graph), (std::vector<double>{0, 2, 2, 0})) << bytes;
  }
}

TEST_F(Edges, AddUpInOneDirectionAndAverageOverTwo) {  // fault 11
  EXPECT_EQ(dense(read("a b 1\na b 2\n").graph), (std::vector<double>{0, 3, 3, 0}));
  EXPECT_EQ(dense(read("a b 1\na b 2\nb a 5\n").graph), (std::vector<double>{0, 4, 4, 0}));
}

TEST_F(Edges, KeepSelfLoopsAndLeaveOutZeroWeights) {  // fault 11
  const NamedGraph named = read("a a 2\na a 3\nb c 0\na b 1\nb a 0\n");
  EXPECT_EQ(named.node_names, (Names{"a", "b", "c"}));
  EXPECT_EQ(dense(named.graph), (std::vector<double>{5, 1, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(named.graph.offsets, (std::vector<Index>{0, 2, 3, 3}));
}

TEST_F(Edges, HaveAscendingColumnsInEveryRow) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) bytes += std::to_string(i * 37 % 50) + " " + std::to_string(i * 17 % 41) + " 1\n";
  const Graph graph = read(bytes).graph;
  const std::vector<double> values = dense(graph);
  for (Index i = 0; i < graph.rows(); ++i) {
    for (Index k = graph.offsets[static_cast<std::size_t>(i)] + 1; k < graph.offsets[static_cast<std::size_t>(i) + 1];
         ++k) {
      EXPECT_LT(graph.columns[static_cast<std::size_t>(k) - 1], graph.columns[static_cast<std::size_t>(k)]);
    }
    for (Index j = 0; j < i; ++j) {
      EXPECT_EQ(values[static_cast<std::size_t>(i * graph.cols + j)],
                values[static_cast<std::size_t>(j * graph.cols + i)]);
    }
  }
}

TEST_F(Edges, MayHaveAHeader) {
  EXPECT_EQ(read("nd nw\n0 1\n").node_names, (Names{"0", "1"}));
  EXPECT_EQ(read("source,target,weight\na,b,2\n").node_names, (Names{"a", "b"}));
  EXPECT_EQ(read("a b\nb c\n").node_names, (Names{"a", "b", "c"}));
  EXPECT_EQ(read("a b\n").node_names, (Names{"a", "b"}));
  expect_refusal("source,target,weight\n", {"a header and no edges"});
}

TEST_F(Edges, TakeNamesInQuotes) {  // fault 6
  EXPECT_EQ(read("\"T cell\" \"B, naive\" 2\nb \"T cell\" 1\n").node_names, (Names{"T cell", "B, naive", "b"}));
  expect_refusal("a b 1\nb \"c 1\n", {"graph.txt:2:2: a quote opens here"});
  expect_refusal("\"a\"b c 1\n", {"graph.txt:1:1: something follows the closing quote of 'a'"});
}

TEST_F(Edges, SayThatADecimalPointIsNeeded) {  // fault 4
  expect_refusal("a b 1,5\n", {"graph.txt:1: 4 values on a line", "decimal point"});
}

TEST_F(Edges, RefuseWeightsThatAreNoAffinities) {  // fault 11
  expect_refusal("a b 1\na c -2\n", {"graph.txt:2:3: the weight '-2' is negative"});
  expect_refusal("a b nan\n", {"graph.txt:1:3: the weight 'nan' is NaN or infinite"});
  expect_refusal("a b inf\n", {"NaN or infinite"});
  expect_refusal("a b 1e999\n", {"out of range"});
  expect_refusal("# c\na b 1\na c x\n", {"graph.txt:3:3: the weight 'x' is not a number"});
}

TEST_F(Edges, RefuseLinesThatAreNoEdges) {
  expect_refusal("a b\na\n", {"graph.txt:2: 1 value on a line"});
  expect_refusal("a b 1 2\n", {"graph.txt:1: 4 values on a line"});
  expect_refusal("a b 1\na c\n", {"graph.txt:2: 2 values where earlier lines have 3"});
  expect_refusal("a,,1\n", {"graph.txt:1: an empty field"});
  expect_refusal("a,b,\n", {"graph.txt:1: an empty field"});
  expect_refusal("", {"graph.txt: is empty"});
  expect_refusal("# only a comment\n", {"graph.txt: is empty"});
  expect_refusal(std::string_view("a b\n\0", 5), {"NUL"});
}

}  // namespace
}  // namespace codimap
