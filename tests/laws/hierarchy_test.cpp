// Compression again and again: what the theorem says of its levels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codimap/regions.hpp"
#include "laws/conversions.hpp"
#include "reference/coherence.hpp"
#include "reference/problems.hpp"
#include "reference/symmetric_eigen.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::VectorXd;

/// |λ| of the walk of a kernel, descending, as those of one step between points.
VectorXd pointwise_eigenvalues(const MatrixXd& G, double steps) {
  VectorXd values = reference::symmetric_eigen_lapack(reference::affinity(G)).values.cwiseAbs();
  std::sort(values.begin(), values.end(), std::greater<>());
  return values.array().pow(1 / steps);
}

Hierarchy some_hierarchy(const Kernel& kernel, Index coarsest) {
  return compress_repeatedly(kernel, {.ratio = 3, .coarsest = coarsest, .seed = 5});
}

TEST(Hierarchy, NeverRaisesAnEigenvalueAndKeepsTheSumOfDegrees) {
  for (const reference::Problem& problem : reference::random_kernels(4)) {
    SCOPED_TRACE(problem.name);
    if (problem.G.rows() < 12) continue;
    const auto kernel = graph_kernel(to_graph(problem.G));
    const Hierarchy hierarchy = some_hierarchy(*kernel, 4);
    ASSERT_GE(hierarchy.levels.size(), 1U);
    VectorXd finer = pointwise_eigenvalues(problem.G, 1);
    double steps = 1;
    for (const Level& level : hierarchy.levels) {
      steps *= 2;
      const VectorXd coarser = pointwise_eigenvalues(to_eigen(*level.kernel), steps);
      ASSERT_LE(coarser.size(), finer.size());
      // A root of an eigenvalue that rounding can not tell from 0 says nothing.
      for (Index j = 0; j < coarser.size(); ++j)
        if (std::pow(coarser(j), steps) > 1e-9) {
          EXPECT_LE(coarser(j), finer(j) + 1e-7) << "eigenvalue " << j;
        }
      EXPECT_NEAR(std::reduce(level.compressed.degree.begin(), level.compressed.degree.end()), problem.G.sum(),
                  1e-9 * problem.G.sum());
      finer = coarser;
    }
  }
}

TEST(Hierarchy, CompressesEachLevelAsCompressWould) {
  reference::Random random(2);
  const MatrixXd X = reference::random_points(random, 200, 2);
  const auto kernel = point_kernel(to_matrix(X), {.kind = KernelKind::gaussian, .epsilon = 0.5, .neighbors = 12});
  const Hierarchy hierarchy = some_hierarchy(*kernel, 10);
  ASSERT_EQ(hierarchy.levels.size(), 3U);
  const Kernel* finer = kernel.get();
  for (const Level& level : hierarchy.levels) {
    const CompressedKernel alone = compress(*finer, level.partition.region_of, level.partition.regions);
    EXPECT_EQ(alone.degree, level.compressed.degree);
    EXPECT_LT((to_eigen(*level.kernel) - to_eigen(alone.kernel)).cwiseAbs().maxCoeff(), 1e-12);
    finer = level.kernel.get();
  }
}

TEST(Hierarchy, NamesTheLastRegionOfEachPoint) {
  reference::Random random(3);
  const auto kernel = point_kernel(to_matrix(reference::random_points(random, 150, 2)),
                                   {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = 9});
  const Hierarchy hierarchy = some_hierarchy(*kernel, 8);
  const std::vector<Index> region_of = hierarchy.region_of();
  ASSERT_EQ(region_of.size(), 150U);
  std::vector<double> degree(static_cast<std::size_t>(hierarchy.levels.back().partition.regions));
  for (Index i = 0; i < 150; ++i) degree[region_of[i]] += kernel->degree()[i];
  for (std::size_t j = 0; j < degree.size(); ++j)
    EXPECT_NEAR(degree[j], hierarchy.levels.back().compressed.degree[j], 1e-9 * degree[j]);
}

}  // namespace
}  // namespace codimap::laws
