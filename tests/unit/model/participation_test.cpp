#include "model/participation.hpp"

#include <gtest/gtest.h>

namespace codimap {
namespace {

TEST(Participation, IsTheNumberOfPointsThatShareAColumnEqually) {
  constexpr Index rows = 10'000;
  Matrix<double> columns(rows, 4);
  for (Index i = 0; i < rows; ++i) columns(i, 0) = i % 2 == 0 ? 3 : -3;  // all
  columns(17, 1) = 5;                                                    // one
  for (Index i = 0; i < 40; ++i) columns(i * 7, 2) = -0.1;               // forty; the last column has none
  for (const int threads : {1, 2, 8}) {
    const std::vector<double> counts = participation_of(columns.view(), {.threads = threads});
    EXPECT_NEAR(counts[0], rows, 1e-8 * rows);
    EXPECT_NEAR(counts[1], 1, 1e-12);
    EXPECT_NEAR(counts[2], 40, 1e-9);
    EXPECT_EQ(counts[3], 0);
  }
}

}  // namespace
}  // namespace codimap
