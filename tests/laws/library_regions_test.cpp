// The library's centroids, partition and compression against the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.hpp"
#include "codimap/regions.hpp"
#include "laws/conversions.hpp"
#include "laws/for_all_kernels.hpp"
#include "laws/library_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/coherence.hpp"
#include "reference/compression.hpp"
#include "reference/partition.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

constexpr double rounding = 1e-12;

TEST(LibraryCentroids, AreTheSmallestKeysOfTheOracle) {
  Random random(1);
  for (const Index N : {1, 2, 10, 500}) {
    const VectorXd rho = reference::random_uniforms(random, N);
    for (const std::uint64_t seed : {0, 1, 99}) {
      VectorXd u(N);
      for (Index i = 0; i < N; ++i) {
        u(i) = random_uniform(seed, RandomStream::centroids, static_cast<std::uint64_t>(i));
      }
      const Index n = random_region_count(random, N);
      EXPECT_EQ(sample_centroids(to_span(rho), n, seed), reference::choose_centroids(rho, u, n));
    }
  }
}

TEST(LibraryCentroids, AreDrawnFirstWithProbabilityProportionalToCoherence) {
  const std::vector<double> rho{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  std::vector<double> count(rho.size());
  const int draws = 20000;
  for (int seed = 0; seed < draws; ++seed) {
    count[sample_centroids(rho, 1, static_cast<std::uint64_t>(seed))[0]] += 1;
  }
  double chi_square = 0;
  for (std::size_t i = 0; i < rho.size(); ++i) {
    const double expected = draws * rho[i] / 4.5;
    chi_square += (count[i] - expected) * (count[i] - expected) / expected;
  }
  EXPECT_LT(chi_square, 26.1);  // eight degrees of freedom: exceeded once in a thousand
}

TEST(LibraryCentroids, AreWithoutReplacementAndMoreKeepWhatFewerHad) {
  Random random(2);
  const VectorXd rho = reference::random_uniforms(random, 100);
  std::vector<Index> fewer;
  for (Index n = 1; n <= 100; ++n) {
    const std::vector<Index> more = sample_centroids(to_span(rho), n, 3);
    EXPECT_EQ(static_cast<Index>(std::set<Index>(more.begin(), more.end()).size()), n);
    EXPECT_TRUE(std::is_sorted(more.begin(), more.end()));
    EXPECT_TRUE(std::includes(more.begin(), more.end(), fewer.begin(), fewer.end()));
    fewer = more;
  }
}

/// What nearest_centroid promises, for any choice among centroids that are equally near to rounding.
void expect_nearest(const Partition& partition, const MatrixXd& G, const Components& components, int t) {
  const MatrixXd cosine = reference::diffusion_cosine(reference::affinity(G), t)(Eigen::all, partition.centroids);
  Index unreached = 0;
  for (Index x = 0; x < G.rows(); ++x) {
    const Index region = partition.region_of[x];
    ASSERT_GE(region, 0);
    ASSERT_LT(region, partition.regions);
    const Index centroid = partition.centroids[region];
    EXPECT_EQ(components.component_of[x], components.component_of[centroid]);
    if (cosine.row(x).maxCoeff() == 0) {
      ++unreached;
    } else {
      EXPECT_NEAR(cosine(x, region), cosine.row(x).maxCoeff(), rounding) << "point " << x;
    }
  }
  EXPECT_EQ(partition.reached_later, unreached);
  for (std::size_t j = 0; j < partition.centroids.size(); ++j) {
    EXPECT_EQ(partition.region_of[partition.centroids[j]], static_cast<Index>(j));
  }
}

TEST(LibraryPartition, PutsEveryPointWithItsNearestCentroid) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Index N = known.G.rows();
    const Components components = connected_components(*known.kernel);
    const DiffusionAffinity affinity(*known.kernel);
    for (const int t : {1, 2, 3}) {
      const Indices L = reference::random_subset(random, N, random_region_count(random, N));
      const Partition partition = nearest_centroid(affinity, coherence(affinity, t), L, components, t);
      ASSERT_EQ(partition.regions, static_cast<Index>(partition.centroids.size()));
      ASSERT_EQ(partition.regions, static_cast<Index>(L.size()) + partition.added_centroids);
      EXPECT_TRUE(std::equal(L.begin(), L.end(), partition.centroids.begin()));
      expect_nearest(partition, known.G, components, t);
    }
  });
}

TEST(LibraryPartition, IsTheOraclesWhereNoTwoCentroidsAreEquallyNear) {
  Random random(3);
  for (int trial = 0; trial < 5; ++trial) {
    const MatrixXd X = reference::random_points(random, 120, 3);
    const MatrixXd G = reference::gaussian_kernel(X, 1);
    const auto kernel = point_kernel(to_matrix(X), {.kind = KernelKind::gaussian, .epsilon = 1, .neighbors = dense});
    const DiffusionAffinity affinity(*kernel);
    const Indices L = reference::random_subset(random, 120, 15);
    for (const int t : {1, 2}) {
      const Partition partition =
          nearest_centroid(affinity, coherence(affinity, t), L, connected_components(*kernel), t);
      EXPECT_EQ(partition.region_of, reference::nearest_centroid(reference::affinity(G), L, t));
    }
  }
}

// Two far clusters, of which one holds no centroid, and a path so long that two steps reach little of it.
TEST(LibraryPartition, GivesAComponentWithoutACentroidOneAndReachesFarPointsLater) {
  MatrixXd weights = MatrixXd::Zero(25, 25);
  for (Index i = 1; i < 20; ++i) weights(i - 1, i) = weights(i, i - 1) = 1;
  for (Index i = 21; i < 25; ++i) weights(i - 1, i) = weights(i, i - 1) = 1;
  const auto kernel = graph_kernel(to_graph(weights));
  const DiffusionAffinity affinity(*kernel);
  const Components components = connected_components(*kernel);
  const Partition partition = nearest_centroid(affinity, coherence(affinity, 1), {0, 19}, components, 1);
  EXPECT_EQ(partition.added_centroids, 1);
  EXPECT_EQ(partition.regions, 3);
  EXPECT_GE(partition.centroids[2], 20);
  expect_nearest(partition, weights, components, 1);
  for (std::size_t x = 0; x < 20; ++x) EXPECT_EQ(partition.region_of[x], x < 10 ? 0 : 1) << "point " << x;
}

TEST(LibraryCompression, IsTheOracles) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Index n = random_region_count(random, known.G.rows());
    const Indices region_of = reference::random_partition(random, known.G.rows(), n);
    const CompressedKernel compressed = compress(*known.kernel, region_of, n);
    const MatrixXd B = reference::point_region_affinity(known.G, region_of, n);
    const MatrixXd KS = reference::compressed_kernel(known.G, region_of, n);
    EXPECT_LT(relative_error(to_eigen(compressed.point_region_affinity), B), rounding);
    EXPECT_LT(relative_error(to_eigen(compressed.kernel), KS), rounding);
    EXPECT_LT(relative_error(to_eigen(compressed.degree), reference::region_degree(KS)), rounding);
    const MatrixXd PS = to_eigen(compressed_transition(compressed));
    EXPECT_LT(relative_error(PS, reference::compressed_transition(KS)), rounding);
    EXPECT_LT(relative_error(PS.rowwise().sum(), VectorXd::Ones(n)), rounding);
  });
}

TEST(LibraryCompression, OfSingletonsIsTwoStepsOfTheWalk) {
  for_all_library_kernels([](const LibraryKernel& known, Random& random) {
    const Index N = known.G.rows();
    const Indices region_of = reference::random_partition(random, N, N);
    const MatrixXd C = reference::indicator(region_of, N);
    const MatrixXd P = reference::transition(known.G);
    const MatrixXd PS = to_eigen(compressed_transition(compress(*known.kernel, region_of, N)));
    EXPECT_LT(relative_error(C * PS * C.transpose(), P * P), rounding);
  });
}

}  // namespace
}  // namespace codimap::laws
