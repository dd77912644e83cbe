// The library's diffusion affinity, coherence and components against the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "laws/conversions.hpp"
#include "laws/for_all_kernels.hpp"
#include "laws/library_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/coherence.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

constexpr double rounding = 1e-12;

TEST(LibraryAffinity, IsTheSymmetricConjugateOfTheWalk) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const DiffusionAffinity affinity(*known.kernel);
    const MatrixXd block = reference::random_points(random, known.G.rows(), 4);
    const MatrixXd product = to_eigen(affinity.multiply(to_matrix(block), {}));
    EXPECT_LT(relative_error(product, reference::affinity(known.G) * block), rounding);
  });
}

TEST(LibraryAffinity, GivesColumnsOfItsPowers) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const DiffusionAffinity affinity(*known.kernel);
    const MatrixXd A = reference::affinity(known.G);
    const Indices selected = reference::random_subset(random, A.rows(), random_region_count(random, A.rows()));
    for (const int t : {1, 2, 3, 6}) {
      const MatrixXd expected = reference::power(A, t)(Eigen::all, selected);
      EXPECT_LT(relative_error(to_eigen(affinity.power_columns(selected, t, {})), expected), rounding) << "t = " << t;
    }
  });
}

TEST(LibraryCoherence, IsTheOracles) {
  for_all_library_kernels([](const LibraryKernel& known, Random&) {
    const DiffusionAffinity affinity(*known.kernel);
    for (const int t : {1, 2, 3}) {
      const Coherence rho = coherence(affinity, t);
      const VectorXd expected = reference::coherence(reference::affinity(known.G), t);
      EXPECT_LT(relative_error(to_eigen(rho.values), expected), rounding) << "t = " << t;
      EXPECT_EQ(rho.relative_error, 0);
    }
  });
}

/// Many small graphs side by side: more points than are treated exactly, and a coherence known block by block.
struct ManyBlocks {
  Graph graph;
  VectorXd rho;
};

ManyBlocks many_blocks(Index blocks, int t) {
  Random random(4);
  ManyBlocks all;
  std::vector<double> rho;
  for (Index b = 0; b < blocks; ++b) {
    const MatrixXd G =
        reference::gaussian_kernel(reference::random_points(random, 50, 2), 0.5 + 0.1 * static_cast<double>(b % 20));
    const Graph block = to_graph(G);
    for (const std::int32_t column : block.columns)
      all.graph.columns.push_back(column + static_cast<std::int32_t>(50 * b));
    all.graph.values.insert(all.graph.values.end(), block.values.begin(), block.values.end());
    const Index before = all.graph.offsets.back();
    for (std::size_t i = 1; i < block.offsets.size(); ++i) all.graph.offsets.push_back(before + block.offsets[i]);
    for (const double value : reference::coherence(reference::affinity(G), t)) rho.push_back(value);
  }
  all.graph.cols = 50 * blocks;
  all.rho = to_eigen(rho);
  return all;
}

TEST(LibraryCoherence, IsExactForOneStepOfManyPoints) {
  const ManyBlocks known = many_blocks(90, 1);
  const auto kernel = graph_kernel(known.graph);
  const Coherence rho = coherence(DiffusionAffinity(*kernel), 1);
  EXPECT_EQ(rho.relative_error, 0);
  EXPECT_LT(relative_error(to_eigen(rho.values), known.rho), rounding);
}

TEST(LibraryCoherence, OfManyPointsIsEstimatedWithinTheErrorItStates) {
  for (const int t : {2, 3}) {
    const ManyBlocks known = many_blocks(90, t);
    const auto kernel = graph_kernel(known.graph);
    const Coherence rho = coherence(DiffusionAffinity(*kernel), t, 7);
    EXPECT_NEAR(rho.relative_error, std::sqrt(2.0 / 256), 1e-15);
    const VectorXd deviations = (to_eigen(rho.values).cwiseQuotient(known.rho).array() - 1) / rho.relative_error;
    EXPECT_LT(deviations.cwiseAbs().maxCoeff(), 5.5);
    const double typical = std::sqrt(deviations.squaredNorm() / static_cast<double>(deviations.size()));
    EXPECT_LT(typical, 1.1);
    EXPECT_GT(typical, 0.3);
    EXPECT_LT(std::abs(deviations.mean()), 0.2);
  }
}

/// The lowest point that each point is connected with, by affinities of at least 2^-40 of either degree.
Indices lowest_connected(const MatrixXd& G) {
  const VectorXd q = G.rowwise().sum();
  Indices lowest(G.rows(), -1);
  for (Index start = 0; start < G.rows(); ++start) {
    if (lowest[start] >= 0) continue;
    lowest[start] = start;
    for (Indices open{start}; !open.empty();) {
      const Index x = open.back();
      open.pop_back();
      for (Index y = 0; y < G.rows(); ++y) {
        if (G(x, y) == 0 || G(x, y) < std::ldexp(std::min(q(x), q(y)), -40) || lowest[y] >= 0) continue;
        lowest[y] = start;
        open.push_back(y);
      }
    }
  }
  return lowest;
}

TEST(LibraryComponents, AreThoseOfTheGraphTheLargestFirst) {
  for_all_library_kernels([](const LibraryKernel& known, Random&) {
    const Components components = connected_components(*known.kernel);
    const Indices lowest = lowest_connected(known.G);
    std::vector<Index> sizes(components.sizes.size());
    std::vector<Index> lowest_of(components.sizes.size(), -1);
    for (std::size_t x = 0; x < lowest.size(); ++x) {
      const Index c = components.component_of[x];
      ASSERT_LT(c, static_cast<Index>(sizes.size()));
      ++sizes[c];
      if (lowest_of[c] < 0) lowest_of[c] = lowest[x];
      EXPECT_EQ(lowest_of[c], lowest[x]) << "point " << x;
    }
    EXPECT_EQ(sizes, components.sizes);
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end(), std::greater<>()));
    const std::set<Index> distinct(lowest.begin(), lowest.end());
    EXPECT_EQ(distinct.size(), sizes.size());
  });
}

TEST(LibraryComponents, OfALongPathAreOne) {
  const Index N = 2000;
  MatrixXd path = MatrixXd::Zero(N, N);
  Random random(5);
  const Indices place = reference::random_partition(random, N, N);
  for (std::size_t i = 1; i < place.size(); ++i) path(place[i - 1], place[i]) = path(place[i], place[i - 1]) = 1;
  EXPECT_EQ(connected_components(*graph_kernel(to_graph(path))).sizes, std::vector<Index>{N});
}

}  // namespace
}  // namespace codimap::laws
