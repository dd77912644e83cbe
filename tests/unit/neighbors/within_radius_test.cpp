#include "neighbors/within_radius.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/random_points.hpp"

namespace codimap {
namespace {

TEST(WithinRadius, FindsThePointsThatReachAQuery) {
  for (const Index queries_count : {1, 15, 97, 300}) {
    const Matrix<double> points = random_points(250, 3, 1);
    const Matrix<double> queries = random_points(queries_count, 3, 2);
    std::vector<double> squared_radius;
    for (Index v = 0; v < points.rows(); ++v) squared_radius.push_back(0.1 + 0.01 * static_cast<double>(v % 50));
    const auto found = within_radius(queries.view(), points.view(), squared_radius, {});
    for (Index i = 0; i < queries.rows(); ++i) {
      std::vector<std::int32_t> wanted;
      for (Index v = 0; v < points.rows(); ++v) {
        double squared = 0;
        for (Index k = 0; k < 3; ++k) squared += std::pow(queries(i, k) - points(v, k), 2);
        if (squared <= squared_radius[v]) wanted.push_back(static_cast<std::int32_t>(v));
      }
      ASSERT_EQ(found[i], wanted);
    }
  }
}

}  // namespace
}  // namespace codimap
