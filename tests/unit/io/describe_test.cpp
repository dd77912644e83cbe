// What a file is said to hold.
#include <gtest/gtest.h>

#include "codimap/io.hpp"
#include "io/gzip.hpp"
#include "io/npy/npy.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class Describe : public Scratch {
 protected:
  static std::string fact(const FileSummary& summary, const std::string& name) {
    for (const auto& [key, value] : summary.facts) {
      if (key == name) return value;
    }
    return "no such fact";
  }
};

TEST_F(Describe, TellsOfATextTableEvenWithTextAndMissingValues) {
  const FileSummary summary = describe_file(file("a.csv", "id,x,label,y\nr,1,u,\ns,2,v,nan\n"));
  EXPECT_EQ(summary.format, "csv");
  EXPECT_EQ(fact(summary, "rows"), "2");
  EXPECT_EQ(fact(summary, "columns"), "3");
  EXPECT_EQ(fact(summary, "column names"), "x, label, y");
  EXPECT_EQ(fact(summary, "columns with text"), "label");
  EXPECT_EQ(fact(summary, "values not finite"), "2");
  EXPECT_EQ(fact(summary, "row names"), "first column");
  EXPECT_EQ(fact(summary, "compression"), "none");
}

TEST_F(Describe, TellsOfCompression) {
  std::string bytes;
  GzipWriter gzip([&](std::string_view piece) { bytes += piece; });
  gzip.write("1\t2\n");
  gzip.finish();
  const FileSummary summary = describe_file(file("a.tsv.gz", bytes));
  EXPECT_EQ(summary.format, "tsv");
  EXPECT_EQ(fact(summary, "compression"), "gzip");
}

TEST_F(Describe, TellsOfAnArray) {
  const FileSummary summary = describe_file(file("a.npy", npy_header_bytes(2, 3, true) + std::string(24, '\xff')));
  EXPECT_EQ(summary.format, "npy");
  EXPECT_EQ(fact(summary, "rows"), "2");
  EXPECT_EQ(fact(summary, "columns"), "3");
  EXPECT_EQ(fact(summary, "type"), "<f4");
  EXPECT_EQ(fact(summary, "values not finite"), "6");
}

TEST_F(Describe, TellsOfAnEdgeList) {
  const FileSummary summary = describe_file(file("a.txt", "a b\nb c\nc c\n"), {.format = FileFormat::edges});
  EXPECT_EQ(summary.format, "edge list");
  EXPECT_EQ(fact(summary, "nodes"), "3");
  EXPECT_EQ(fact(summary, "edges"), "3");
  EXPECT_EQ(fact(summary, "self-loops"), "1");
}

}  // namespace
}  // namespace codimap
