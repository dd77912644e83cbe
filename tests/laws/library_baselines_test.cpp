// The library's landmark methods against the oracle's formulas, from the landmarks that each of them chose.
#include <gtest/gtest.h>

#include "baselines/baselines.hpp"
#include "codimap/model.hpp"
#include "laws/conversions.hpp"
#include "laws/relative_error.hpp"
#include "neighbors/kmeans.hpp"
#include "reference/baselines.hpp"
#include "reference/compression.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

constexpr Index N = 120;
constexpr Index n = 25;
constexpr Index D = 4;
constexpr double epsilon = 6;

/// A long cloud, whose leading eigenvalues stand well apart: its vectors are determined up to sign and scale.
MatrixXd cloud() {
  Random random(1);
  MatrixXd X = reference::random_points(random, N, 3);
  X.col(0) *= 4;
  return X;
}

const KernelOptions options{.kind = KernelKind::gaussian, .epsilon = epsilon, .neighbors = dense};

/// The row of each landmark, by the region that it alone is in.
Indices landmarks_of(const PointMap& map) {
  Indices rows(map.regions, -1);
  for (Index x = 0; x < N; ++x) {
    if (map.region_of[x] != no_region) rows[map.region_of[x]] = x;
  }
  return rows;
}

/// Unit columns, the largest entry positive.
MatrixXd directions(MatrixXd columns) {
  columns.colwise().normalize();
  for (auto column : columns.colwise()) {
    if (column.maxCoeff() < -column.minCoeff()) column *= -1;
  }
  return columns;
}

TEST(LibraryNystrom, IsTheFormulaForItsMedoidsAndVolumes) {
  const MatrixXd X = cloud();
  const MatrixXd G = reference::gaussian_kernel(X, epsilon);
  const PointMap map = nystrom_map(*point_kernel(to_matrix(X), options), to_matrix(X), n, D, 3, {});
  const Indices landmarks = landmarks_of(map);
  const VectorXd c = to_eigen(map.extension.region_weight);
  EXPECT_EQ(c.sum(), N);
  const auto oracle = reference::nystrom_map(G(landmarks, landmarks), G(Eigen::all, landmarks), c);
  EXPECT_LT(relative_error(to_eigen(map.eigenvalues), oracle.eigenvalues.segment(1, D)), 1e-10);
  EXPECT_LT(relative_error(directions(to_eigen(map.vectors)), directions(oracle.points.middleCols(1, D))), 1e-9);
}

TEST(LibraryRoseland, IsTheFormulaForItsLandmarks) {
  const MatrixXd X = cloud();
  const MatrixXd G = reference::gaussian_kernel(X, epsilon);
  const PointMap map = roseland_map(*point_kernel(to_matrix(X), options), n, D, 3, {});
  const auto oracle = reference::roseland_map(G(Eigen::all, landmarks_of(map)));
  EXPECT_LT(relative_error(to_eigen(map.eigenvalues).cwiseAbs2(), oracle.eigenvalues.segment(1, D)), 1e-10);
  EXPECT_LT(relative_error(directions(to_eigen(map.vectors)), directions(oracle.points.middleCols(1, D))), 1e-9);
}

TEST(LibraryCentroidInterpolation, IsTheFormulaForTheMeansOfItsClusters) {
  const MatrixXd X = cloud();
  const PointMap map = centroid_map(options, to_matrix(X), n, D, 3, {});
  MatrixXd all(N + n, 3);
  all << X, to_eigen(kmeans(to_matrix(X), n, 3, {}).means);
  const MatrixXd G = reference::gaussian_kernel(all, epsilon);
  const auto oracle = reference::diffusion_map(G.bottomRightCorner(n, n));
  EXPECT_LT(relative_error(to_eigen(map.eigenvalues), oracle.eigenvalues.segment(1, D)), 1e-10);
  const MatrixXd points = reference::interpolate_centroids(G.topRightCorner(N, n), oracle.vectors.middleCols(1, D));
  EXPECT_LT(relative_error(directions(to_eigen(map.vectors)), directions(points)), 1e-9);
}

TEST(LibraryLandmarks, HaveGraphtoolsOperatorOverTheirRegions) {
  const MatrixXd X = cloud();
  const MatrixXd G = reference::gaussian_kernel(X, epsilon);
  const Model model = fit(
      to_matrix(X),
      {.method = Method::landmarks, .kernel = options, .regions = {.regions = n}, .map = {.components = D, .time = 0}});
  const Partition& partition = model.result().partition;
  ASSERT_EQ(partition.regions, n);
  const auto [pmn, pnm] = reference::landmark_operator(G, partition.region_of, n);
  const auto [sigma, phi] = reference::compressed_map(reference::compressed_kernel(G, partition.region_of, n));
  EXPECT_LT(relative_error(pmn * pnm * phi, phi * sigma.cwiseAbs2().asDiagonal()), 1e-10);
  EXPECT_LT(relative_error(to_eigen(model.result().eigenvalues), sigma.segment(1, D)), 1e-10);
  const MatrixXd expected = directions(pnm * phi.middleCols(1, D));
  EXPECT_LT(relative_error(directions(to_eigen(model.result().embedding)), expected), 1e-9);
}

}  // namespace
}  // namespace codimap::laws
