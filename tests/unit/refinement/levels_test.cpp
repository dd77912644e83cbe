// Levels of a walk, and how their regions come about.
#include "refinement/levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "linalg/sparse.hpp"
#include "refinement/estimate.hpp"
#include "unit/linalg/random_matrix.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

constexpr Index columns = 24;

/// f(rows) of a level that has some.
template <class F>
void on_rows(const NodeLevel& level, const F& f) {
  std::visit(
      [&](const auto& rows) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) f(rows);
      },
      level.rows.rows);
}

TEST(Levels, KeepDegreesAndWhatLeavesRegions) {
  const auto kernel = point_kernel(random_points(3000, 3), {.neighbors = 12});
  const Levels levels = levels_of(*kernel, {}, columns, {});
  ASSERT_GT(levels.count(), 2);
  EXPECT_LE(levels[levels.count() - 1].size(), 128);
  for (Index l = 0; l + 1 < levels.count(); ++l) {
    const NodeLevel& fine = levels[l];
    const NodeLevel& coarse = levels[l + 1];
    EXPECT_NEAR(coarse.total_degree, fine.total_degree, 1e-9 * fine.total_degree);
    std::vector<double> leaving(static_cast<std::size_t>(coarse.size()));
    on_rows(fine, [&](const auto& rows) {
      for (Index i = 0; i < fine.size(); ++i)
        for (Index e = rows.begin(i); e < rows.end(i); ++e)
          if (fine.regions.region_of[rows.column(e)] != fine.regions.region_of[i])
            leaving[fine.regions.region_of[i]] += static_cast<double>(rows.value(e));
    });
    for (Index r = 0; r < coarse.size(); ++r) EXPECT_NEAR(coarse.leaving[r], leaving[r], 1e-9 * fine.total_degree);
  }
}

TEST(Levels, HaveTheSameBytesForAnyNumberOfThreads) {
  const auto kernel = point_kernel(random_points(9000, 2), {.neighbors = 12});
  const Levels one = levels_of(*kernel, {}, columns, test::with_threads(1));
  for (const int threads : {2, 8}) {
    const Levels many = levels_of(*kernel, {}, columns, test::with_threads(threads));
    ASSERT_EQ(many.count(), one.count());
    for (Index l = 0; l < one.count(); ++l) EXPECT_EQ(many[l].regions.region_of, one[l].regions.region_of);
    EXPECT_EQ(many.values, one.values);
  }
}

// Two nodes that the walk leaves once in a million steps: joined with others they could not be told from them.
TEST(Aggregate, LeavesNodesAloneThatTheWalkHardlyEverLeaves) {
  Matrix<double> weights(40, 40);
  for (Index i = 0; i < 40; ++i) weights(i, (i + 1) % 40) = weights((i + 1) % 40, i) = 1;
  weights(5, 5) = weights(20, 20) = 1e7;
  const SparseRows rows = to_sparse(weights);
  std::vector<double> degree(40, 2);
  degree[5] = degree[20] = 1e7;
  const std::vector<double> leaving(40, 2);
  const Aggregates regions = aggregate(SparseView(rows), degree, leaving, {});
  EXPECT_LT(regions.count, 30);
  for (const Index alone : {5, 20})
    EXPECT_EQ(std::ranges::count(regions.region_of, regions.region_of[static_cast<std::size_t>(alone)]), 1);
}

TEST(AngleEstimate, TakesTurnsWithinASpaceOfEqualValuesForNone) {
  AngleEstimate estimate(2);
  const std::vector<double> values{0.1, 0.1, 0.3};
  Matrix<double> turned(3, 2);  // by 45°, one into the other
  turned(0, 0) = turned(1, 0) = turned(0, 1) = std::sqrt(0.5);
  turned(1, 1) = -std::sqrt(0.5);
  estimate.add_step(values, turned);
  EXPECT_LT(estimate_excess(estimate.angles(), 1e-6), 1);
  const std::vector<double> apart{0.1, 0.2, 0.3};
  estimate.add_step(apart, turned);
  EXPECT_GT(estimate_excess(estimate.angles(), 0.5), 1);
}

}  // namespace
}  // namespace codimap
