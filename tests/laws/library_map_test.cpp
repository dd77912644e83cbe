// The library's map of regions, its interpolation and its comparison against the oracle.
#include <gtest/gtest.h>

#include <algorithm>

#include "codimap/map.hpp"
#include "laws/conversions.hpp"
#include "laws/for_all_kernels.hpp"
#include "laws/library_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/comparison.hpp"
#include "reference/compression.hpp"
#include "reference/map.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

/// law(known, region_of, compressed, oracle's map, number of components well above zero) on random partitions that
/// leave at least one component beside the trivial one.
template <class Law>
void for_all_maps(const Law& law) {
  for_all_library_kernels([&](const LibraryKernel& known, Random& random) {
    const Index n = random_region_count(random, known.G.rows());
    const Indices region_of = reference::random_partition(random, known.G.rows(), n);
    const reference::DiffusionMap oracle =
        reference::compressed_map(reference::compressed_kernel(known.G, region_of, n));
    const Index components =
        std::count_if(oracle.eigenvalues.begin() + 1, oracle.eigenvalues.end(), [](double s) { return s > 0.05; });
    if (components > 0) law(known, region_of, compress(*known.kernel, region_of, n), oracle, components);
  });
}

TEST(LibraryMap, HasTheEigenvaluesOfTheOracleWithTheirMultiplicities) {
  for_all_maps([](const LibraryKernel&, const Indices&, const CompressedKernel& compressed,
                  const reference::DiffusionMap& oracle, Index components) {
    const SpectralMap map = spectral_map(compressed, components);
    EXPECT_LT(relative_error(to_eigen(map.eigenvalues), oracle.eigenvalues.segment(1, components)), 1e-10);
  });
}

TEST(LibraryMap, HoldsOrthonormalEigenvectorsOfTheCompressedWalk) {
  for_all_maps([](const LibraryKernel&, const Indices&, const CompressedKernel& compressed,
                  const reference::DiffusionMap&, Index components) {
    const SpectralMap map = spectral_map(compressed, components);
    const MatrixXd phi = to_eigen(map.vectors);
    const VectorXd squares = to_eigen(map.eigenvalues).cwiseAbs2();
    const MatrixXd PS = to_eigen(compressed_transition(compressed));
    EXPECT_LT(relative_error(PS * phi, phi * squares.asDiagonal()), 1e-9);
    const VectorXd degree = to_eigen(compressed.degree);
    const VectorXd pi = degree / degree.sum();
    EXPECT_LT(relative_error(phi.transpose() * pi.asDiagonal() * phi, MatrixXd::Identity(components, components)),
              1e-10);
    EXPECT_LT((pi.transpose() * phi).cwiseAbs().maxCoeff(), 1e-10);
  });
}

TEST(LibraryInterpolation, IsTheOraclesInBothDirections) {
  for_all_maps([](const LibraryKernel& known, const Indices& region_of, const CompressedKernel& compressed,
                  const reference::DiffusionMap&, Index components) {
    const SpectralMap map = spectral_map(compressed, components);
    const MatrixXd phi = to_eigen(map.vectors);
    const auto interpolated = [&](Interpolation direction) {
      return to_eigen(extend(compressed.point_region_affinity, interpolation_of(compressed, map, direction)));
    };
    EXPECT_LT(
        relative_error(interpolated(Interpolation::point_to_region),
                       reference::interpolate_point_to_region(known.G, region_of, phi, to_eigen(map.eigenvalues))),
        1e-12);
    EXPECT_LT(relative_error(interpolated(Interpolation::region_to_point),
                             reference::interpolate_region_to_point(known.G, region_of, phi)),
              1e-12);
  });
}

TEST(LibraryComparison, IsTheOracles) {
  Random random(1);
  for (const Index columns : {1, 2, 7, 32}) {
    const MatrixXd exact = reference::random_points(random, 100, columns);
    for (const double noise : {0.0, 0.1, 10.0}) {
      const MatrixXd approximation = exact.rowwise().reverse() + noise * reference::random_points(random, 100, columns);
      const Comparison comparison = compare(to_matrix(exact), to_matrix(approximation));
      EXPECT_NEAR(comparison.sse, reference::sum_of_squared_errors(exact, approximation), 1e-12);
      EXPECT_NEAR(comparison.subspace_error, reference::subspace_error(exact, approximation), 1e-12);
      EXPECT_NEAR(to_eigen(comparison.sse_per_component).sum(), comparison.sse, 1e-12);
      std::vector<Index> matched = comparison.matching;
      std::sort(matched.begin(), matched.end());
      for (Index c = 0; c < columns; ++c) EXPECT_EQ(matched[c], c);
    }
  }
}

}  // namespace
}  // namespace codimap::laws
