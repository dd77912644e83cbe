// What reading a file is said to take, against what it must.
#include <gtest/gtest.h>

#include "base/process_size.hpp"
#include "codimap/io.hpp"
#include "io/gzip.hpp"
#include "io/npy/npy.hpp"
#include "unit/io/scratch.hpp"

namespace codimap {
namespace {

class ReadingSize : public Scratch {
 protected:
  [[nodiscard]] double of(const std::string& name, std::string_view bytes, const ReadOptions& options = {},
                          bool graph = false) const {
    return static_cast<double>(reading_bytes(file(name, bytes), options, graph)) - process_bytes;
  }
};

std::string lines(std::string_view header, std::string_view line, int count) {
  std::string text(header);
  for (int i = 0; i < count; ++i) text += line;
  return text;
}

TEST_F(ReadingSize, OfAnArrayIsItsValues) {
  const std::string values(8 * 3000, '\0');
  EXPECT_EQ(of("x.npy", npy_header_bytes(1000, 3, false) + values), 8 * 3000);
  EXPECT_EQ(of("y.npy", npy_header_bytes(1000, 3, false) + values, {.single = true}), 4 * 3000);
}

TEST_F(ReadingSize, OfTextIsThatOfItsValuesAndOfTheTextWhereNotAllIsNumbers) {
  for (const int rows : {10, 100000}) {
    const double values = 8. * 4 * rows;
    EXPECT_NEAR(of("x.csv", lines("", "0.1234,1.2345,2.3456,3.4567\n", rows)), values, 0.01 * values);
    const double least = values + 33. * rows;
    for (const char* line : {"name,0.1234,1.2345,2.3456,3.4567\n", "0.1234,1.2345,\"2.3456\",3.4567   \n"}) {
      const double found = of("x.csv", lines("", line, rows));
      EXPECT_GE(found, least);
      EXPECT_LE(found, 1.8 * least);
    }
  }
}

TEST_F(ReadingSize, OfEntriesAndEdgesGrowsWithTheirNumber) {
  const std::string market = "%%MatrixMarket matrix coordinate real general\n9 9 50000\n";
  EXPECT_GE(of("x.mtx", lines(market, "1 2 3.5\n", 50000)), 12. * 50000);
  EXPECT_GE(of("x.txt", lines("", "a b 3.5\n", 50000), {}, true), 8. * 50000 + 40. * 50000);
}

TEST_F(ReadingSize, OfGzipCountsWhatItInflatesTo) {
  std::string packed;
  GzipWriter writer([&](std::string_view piece) { packed += piece; });
  writer.write(lines("", "1,2,3,4\n", 100000));
  writer.finish();
  EXPECT_GE(of("x.csv.gz", packed), 8. * 100000);
}

TEST_F(ReadingSize, OfWhatCannotBeToldIsThatOfTheProgramAlone) {
  EXPECT_EQ(of("x.csv", ""), 0);
  EXPECT_EQ(reading_bytes("-", {}, false), static_cast<std::size_t>(process_bytes));
  EXPECT_EQ(reading_bytes(path("gone.csv"), {}, false), static_cast<std::size_t>(process_bytes));
  EXPECT_EQ(of("cut.csv", lines("a\n\"", "1\n", 200000)), 2 * 200000 + 3);  // a quote longer than what is looked at
}

}  // namespace
}  // namespace codimap
