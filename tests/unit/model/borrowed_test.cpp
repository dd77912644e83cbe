// Sparse points and graphs are read where their owner holds them, whatever the width of its numbers.
#include <gtest/gtest.h>

#include <cmath>

#include "codimap/model.hpp"
#include "linalg/sparse.hpp"
#include "unit/errors.hpp"
#include "unit/random_points.hpp"

namespace codimap {
namespace {

/// The arrays of a CSR matrix as scipy holds them.
struct Narrow {
  explicit Narrow(const SparseRows& rows)
      : cols(rows.cols),
        offsets(rows.offsets.begin(), rows.offsets.end()),
        columns(rows.columns),
        values(rows.values.begin(), rows.values.end()) {}
  [[nodiscard]] SparseView<float> view() const { return {cols, std::span(offsets), columns, values}; }

  Index cols;
  std::vector<std::int32_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<float> values;
};

/// Affinities that are the same in float32.
Graph weighted_ring(Index nodes) {
  Graph ring = chain(nodes, true);
  for (Index i = 0; i < nodes; ++i)
    for (Index e = ring.offsets[i]; e < ring.offsets[i + 1]; ++e)
      ring.values[e] = 1 + 0.25 * static_cast<double>((i + ring.columns[e]) % 7);
  return ring;
}

TEST(BorrowedGraph, IsReadWhereItLiesByItsKernel) {
  const Graph ring = weighted_ring(50);
  const Narrow given(ring);
  const auto kernel = borrowed_graph_kernel(given.view());
  const auto rows = std::get<SparseView<float>>(kernel->stored_rows().rows);
  EXPECT_EQ(rows.row(0).values, given.values.data());
  EXPECT_EQ(rows.row(0).columns, given.columns.data());
  const Matrix<double> block = random_points(50, 3);
  EXPECT_LT(largest_difference(kernel->multiply(block, {}), graph_kernel(ring)->multiply(block, {})), 1e-12);
}

TEST(BorrowedGraph, StaysAsItIsWhereTheKernelChangesWeights) {
  const Graph ring = weighted_ring(50);
  const auto kernel = borrowed_graph_kernel(ring, 1);
  EXPECT_EQ(ring.values, weighted_ring(50).values);
  const Matrix<double> block = random_points(50, 3);
  EXPECT_EQ(largest_difference(kernel->multiply(block, {}), graph_kernel(ring, 1)->multiply(block, {})), 0);
}

TEST(BorrowedGraph, OfFloatsWithNarrowOffsetsHasTheMapOfDoubles) {
  const Graph ring = weighted_ring(300);
  const Narrow given(ring);
  const Options options{.map = {.components = 4, .refine = 1e-8}};
  const Model wide = fit(ring, options);
  const Model narrow = fit(given.view(), options);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(narrow.result().eigenvalues[c], wide.result().eigenvalues[c], 1e-12);
  const Matrix<double> again = narrow.transform(SparsePoints(given.view()));
  EXPECT_LT(largest_difference(again, narrow.result().embedding), 1e-6);
}

TEST(BorrowedGraph, GivesIsolatedNodesALoop) {
  Graph ring = weighted_ring(20);
  ring.cols = 21;
  ring.offsets.push_back(ring.offsets.back());
  const auto kernel = borrowed_graph_kernel(ring);
  EXPECT_EQ(kernel->degree()[20], 1);
}

TEST(BorrowedGraph, IsRefusedBeforeItIsReadIfItsArraysDoNotFit) {
  const auto refused = [](const std::string& words, const std::function<void(Graph&)>& spoil) {
    Graph graph = chain(10, true);
    spoil(graph);
    expect_error(ErrorKind::bad_data, words, [&] { (void)fit(graph); });
    expect_error(ErrorKind::bad_data, words, [&] { (void)fit(SparsePoints(graph)); });
    expect_error(ErrorKind::bad_data, words, [&] { (void)forecast(graph); });
    expect_error(ErrorKind::bad_data, words, [&] { (void)neighbor_affinities(graph); });
  };
  refused("offsets of sparse rows must ascend", [](Graph& graph) { graph.offsets[3] = 1000; });
  refused("offsets of sparse rows must ascend", [](Graph& graph) { graph.offsets.back() += 1; });
  refused("offsets of sparse rows must ascend", [](Graph& graph) { graph.values.pop_back(); });
  refused("row 2 has 10", [](Graph& graph) { graph.columns[5] = 10; });
  refused("row 2 has -1", [](Graph& graph) { graph.columns[4] = -1; });
  refused("columns must ascend", [](Graph& graph) { std::swap(graph.columns[4], graph.columns[5]); });
}

TEST(SparseView, OfSomeRowsHasTheirEntriesAndOtherValuesInTheirPlaces) {
  const SparseRows rows{.cols = 3, .offsets = {0, 2, 3, 5}, .columns = {0, 2, 1, 0, 1}, .values = {1, 2, 3, 4, 5}};
  const Narrow narrow(rows);
  const SparseView<float> last = narrow.view().row_range(1, 3);
  EXPECT_EQ(last.rows(), 2);
  EXPECT_EQ(last.entries(), 3);
  EXPECT_EQ(last.row(1).values[0], 4);
  const std::vector<float> others{30, 40, 50};
  const SparseView<float> changed = last.with_values(others);
  EXPECT_EQ(changed.row(0).values[0], 30);
  EXPECT_EQ(changed.value(changed.begin(1)), 40);
  EXPECT_EQ(changed.row_range(1, 2).row(0).values[1], 50);
  EXPECT_EQ(changed.column(changed.begin(1)), 0);
}

TEST(FitOfDistances, IsThatOfTheAffinitiesAndKeepsTheirEpsilon) {
  Graph distances = weighted_ring(200);
  for (const KernelKind kind : {KernelKind::gaussian, KernelKind::adaptive}) {
    Options options{.kernel = {.kind = kind}, .map = {.components = 3}};
    const NeighborAffinities affinities = neighbor_affinities(distances, options.kernel);
    const Model of_affinities = fit(affinities.graph, options);
    options.kernel.distances = true;
    const Model model = fit(distances, options);
    EXPECT_EQ(largest_difference(model.result().embedding, of_affinities.result().embedding), 0);
    EXPECT_EQ(model.result().epsilon, affinities.epsilon);
    EXPECT_EQ(model.result().epsilon.has_value(), kind == KernelKind::gaussian);
    EXPECT_EQ(forecast(distances, options).peak_bytes(), forecast(affinities.graph, options).peak_bytes());
  }
}

}  // namespace
}  // namespace codimap
