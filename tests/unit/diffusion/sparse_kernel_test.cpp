// What sparse kernels do along their edges, against the plain way through all pairs.
#include "diffusion/sparse_kernel.hpp"

#include <gtest/gtest.h>

#include "unit/full_kernel.hpp"

namespace codimap {
namespace {

struct Pair {
  std::shared_ptr<const Kernel> sparse;
  FullKernel full;
};

/// Graphs in one piece and in many, and neighbours of points with copies; in float32 too.
std::vector<Pair> pairs() {
  std::vector<std::shared_ptr<const Kernel>> kernels;
  for (const double probability : {0.002, 0.006, 0.05})
    for (const bool loops : {false, true})
      kernels.push_back(graph_kernel(graph_of(random_affinity(400, probability, loops, 7))));
  Matrix<double> points = random_points(400, 2);
  for (const Precision precision : {Precision::float64, Precision::float32}) {
    kernels.push_back(point_kernel(points, {.neighbors = 4, .precision = precision}));
    for (Index i = 0; i < 60; ++i) std::copy_n(points.row(i % 7).data(), 2, points.row(200 + i).data());
    kernels.push_back(point_kernel(points, {.neighbors = 5, .density_normalization = 1, .precision = precision}));
  }
  std::vector<Pair> both;
  for (const auto& kernel : kernels) both.push_back({kernel, FullKernel(matrix_of(*kernel))});
  return both;
}

/// Every 50th point in a region of its own, its neighbour in input order in the region before: copies are in different regions.
std::vector<Index> few_regions(Index size) {
  std::vector<Index> region_of(static_cast<std::size_t>(size), no_region);
  for (Index i = 0; i < size; i += 50) region_of[i] = i / 50;
  for (Index i = 51; i < size; i += 50) region_of[i] = i / 50 - 1;
  return region_of;
}

TEST(SparseKernel, SpreadsRegionsAlongFrontiersAsRoundsOverAllPointsDo) {
  for (const auto& [sparse, full] : pairs()) {
    std::vector<Index> expected = few_regions(sparse->size());
    const Index left = full.spread_regions(expected, 8, {});
    for (const int threads : {1, 2, 8}) {
      std::vector<Index> found = few_regions(sparse->size());
      EXPECT_EQ(sparse->spread_regions(found, 8, {.threads = threads}), left);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(SparseKernel, GivesATieToTheLowerRegion) {
  // Node 3 is joined to region 2 by two edges of 0.1 and to region 1 by one of 0.2; node 4 to node 3 alone.
  Matrix<double> affinity(5, 5);
  for (const auto& [i, j, weight] : {std::tuple<Index, Index, double>{3, 0, 0.1}, {3, 1, 0.2}, {3, 2, 0.1}, {4, 3, 1}})
    affinity(i, j) = affinity(j, i) = weight;
  std::vector<Index> region_of{2, 1, 2, no_region, no_region};
  EXPECT_EQ(graph_kernel(graph_of(affinity))->spread_regions(region_of, 3, {}), 0);
  EXPECT_EQ(region_of, (std::vector<Index>{2, 1, 2, 1, 1}));
}

TEST(SparseKernel, FindsTheFirstPointOfEachComponentAsRowReductionsDo) {
  for (const auto& [sparse, full] : pairs()) {
    const std::vector<Index> expected = full.component_roots({});
    for (const int threads : {1, 2, 8}) EXPECT_EQ(sparse->component_roots({.threads = threads}), expected);
  }
}

TEST(SparseKernel, ConnectsByAffinitiesThatAreNotLostInFloat64) {
  // Two triangles, and an edge between them.
  const auto joined_by = [](double weight) {
    Matrix<double> affinity(6, 6);
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 6; ++j)
        if (i / 3 == j / 3 && i != j) affinity(i, j) = 1;
    affinity(2, 3) = affinity(3, 2) = weight;
    const FullKernel full(affinity);
    const auto sparse = graph_kernel(graph_of(affinity));
    const std::vector<Index> sizes = connected_components(*sparse).sizes;
    EXPECT_EQ(connected_components(full).sizes, sizes);
    return sizes;
  };
  EXPECT_EQ(joined_by(2.1 * 0x1p-40), (std::vector<Index>{6}));
  EXPECT_EQ(joined_by(1.9 * 0x1p-40), (std::vector<Index>{3, 3}));
}

TEST(SparseKernel, HasTheSameComponentsWhereFloat32Underflows) {
  Matrix<double> points = random_points(300, 2);
  points(17, 0) = 100;
  for (const double further : {0.0, 20.0}) {
    const double epsilon = point_kernel(points, {.kind = KernelKind::gaussian, .neighbors = 6})->epsilon();
    points(17, 0) = std::sqrt(further * epsilon) + 4;
    const auto sizes = [&](Precision precision) {
      const KernelOptions options{.kind = KernelKind::gaussian, .neighbors = 6, .precision = precision};
      return connected_components(*point_kernel(points, options)).sizes;
    };
    EXPECT_EQ(sizes(Precision::float32), sizes(Precision::float64));
  }
  points(17, 0) = 100;  // exp(−300) and less is 0 in float32
  const auto kernel = point_kernel(
      points, {.kind = KernelKind::gaussian, .neighbors = 6, .precision = Precision::float32});
  ASSERT_EQ(kernel->degree()[17], 1);
  const Components parts = connected_components(*kernel);
  EXPECT_EQ(parts.sizes[parts.component_of[17]], 1);
}

TEST(SparseKernel, MultipliesSparseBlocksAndHandsOutWeightedRows) {
  for (const auto& [sparse, full] : pairs()) {
    const std::vector<Index> selected{3, 17, 210, 211, 399};
    const auto columns = std::get<SparseRows>(sparse->columns(selected, {}));
    const Matrix<double> expected = to_dense(full.multiply_sparse(columns, {}));
    const auto found = std::get<SparseRows>(sparse->multiply_sparse(columns, {.threads = 1}));
    EXPECT_LT(largest_difference(to_dense(found), expected), 1e-14);
    for (const int threads : {2, 8}) {
      const auto again = std::get<SparseRows>(sparse->multiply_sparse(columns, {.threads = threads}));
      EXPECT_EQ(again.columns, found.columns);
      EXPECT_EQ(again.values, found.values);
    }

    const Matrix<double> block = random_points(sparse->size(), 21, 5);
    const std::vector<double> weight(sparse->degree().begin(), sparse->degree().end());
    Matrix<double> rows(block.rows(), block.cols());
    Matrix<double> plain = rows;
    const auto into = [&](Matrix<double>& to) {
      return [&](Index begin, Index end, const double* values) {
        std::copy_n(values, (end - begin) * to.cols(), to.row(begin).data());
      };
    };
    sparse->multiply_rows(block, weight, into(rows), {});
    full.multiply_rows(block, weight, into(plain), {});
    EXPECT_LT(largest_difference(rows, plain), 1e-12);
  }
}

TEST(SparseKernel, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const Matrix<double> points = random_points(9000, 3);
  const KernelOptions options{.neighbors = 12, .precision = Precision::float32};
  const auto one = point_kernel(points, options, {.threads = 1});
  const std::vector<Index> region_of(9000, 0);
  for (const int threads : {2, 8}) {
    const auto many = point_kernel(points, options, {.threads = threads});
    EXPECT_TRUE(std::equal(one->degree().begin(), one->degree().end(), many->degree().begin()));
    EXPECT_EQ(std::get<SparseRows>(one->region_sums(region_of, 1, {.threads = 1})).values,
              std::get<SparseRows>(many->region_sums(region_of, 1, {.threads = threads})).values);
    EXPECT_EQ(one->row_squares(one->degree(), {.threads = 1}), many->row_squares(one->degree(), {.threads = threads}));
  }
}

TEST(SparseKernel, MultipliesWithTheSameBytesForAnyNumberOfThreads) {
  for (const auto& [sparse, full] : pairs()) {
    const Matrix<double> block = random_points(sparse->size(), 13);
    const Matrix<double> one = sparse->multiply(block, {.threads = 1});
    for (const int threads : {2, 8}) EXPECT_EQ(largest_difference(sparse->multiply(block, {.threads = threads}), one), 0);
  }
}

}  // namespace
}  // namespace codimap
