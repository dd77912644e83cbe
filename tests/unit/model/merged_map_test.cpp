// The merged spectrum against the whole matrix, and what else of a model came with the Python package.
#include <Eigen/Dense>
#include <algorithm>

#include "codimap/codimap.hpp"
#include "unit/errors.hpp"

namespace codimap {
namespace {

/// Rings of these sizes, of different weights, that nothing connects.
Graph rings(std::initializer_list<Index> sizes) {
  Index nodes = 0;
  for (const Index size : sizes) nodes += size;
  Graph graph{.cols = nodes, .offsets = {0}, .columns = {}, .values = {}};
  Index begin = 0;
  for (const Index size : sizes) {
    for (Index i = 0; i < size; ++i) {
      std::vector<std::pair<Index, double>> row{{begin + i, 1.0},
                                                {begin + (i + 1) % size, 2 + static_cast<double>(i == 0)},
                                                {begin + (i + size - 1) % size, 2 + static_cast<double>(i == 1)}};
      std::ranges::sort(row);
      for (const auto& [column, weight] : row) {
        graph.columns.push_back(static_cast<std::int32_t>(column));
        graph.values.push_back(weight);
      }
      graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
    }
    begin += size;
  }
  return graph;
}

Eigen::MatrixXd dense_of(const Graph& graph) {
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(graph.rows(), graph.cols);
  for (Index i = 0; i < graph.rows(); ++i)
    for (Index e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e) g(i, graph.columns[e]) = graph.values[e];
  return g;
}

/// D^-½GD^-½ after division by (q(x)q(y))^α.
Eigen::MatrixXd symmetric_matrix(Eigen::MatrixXd g, double alpha) {
  for (const double power : {alpha, 0.5}) {
    const Eigen::VectorXd weight = g.rowwise().sum().array().pow(-power);
    g = weight.asDiagonal() * g * weight.asDiagonal();
  }
  return g;
}

TEST(MergedMap, HoldsEigenvectorsOfTheWholeMatrixOfAGraphInPieces) {
  const Graph graph = rings({40, 25, 12});
  const Eigen::MatrixXd a = symmetric_matrix(dense_of(graph), 1);
  for (const Eigenvectors kind : {Eigenvectors::walk, Eigenvectors::symmetric}) {
    const Model model = fit(graph, {.kernel = {.density_normalization = 1},
                                    .map = {.components = 9, .eigenvectors = kind, .refine = 1e-10}});
    const MergedMap merged = merged_map(model, 10);
    ASSERT_EQ(merged.eigenvalues.size(), 10U);
    const Eigen::VectorXd exact = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues().reverse();
    for (Index j = 0; j < 10; ++j) {
      EXPECT_NEAR(merged.eigenvalues[j], exact[j], 1e-9);
      Eigen::VectorXd vector(a.rows());
      for (Index i = 0; i < a.rows(); ++i) vector[i] = merged.vectors(i, j);
      EXPECT_NEAR(vector.norm(), 1, 1e-12);
      EXPECT_LT((a * vector - merged.eigenvalues[j] * vector).norm(), 1e-8);
    }
    EXPECT_NEAR(merged.eigenvalues[2], 1, 1e-12) << "each of three components has the eigenvalue 1";
  }
}

TEST(GraphModel, GivesNodesTheirOwnCoordinatesByTheirRows) {
  const Graph graph = rings({60, 30});
  for (const double alpha : {0.0, 1.0}) {
    const Model model = fit(graph, {.kernel = {.density_normalization = alpha}, .map = {.components = 4}});
    const Model loaded = model_from_bytes(model.to_bytes()).model;
    for (const Model& each : {model, loaded}) {
      const Matrix<double> again = each.transform(SparsePoints(graph));
      for (Index i = 0; i < again.size(); ++i)
        EXPECT_NEAR(again.data()[i], model.result().embedding.data()[i], 1e-12) << "alpha " << alpha;
    }
  }
}

TEST(GraphModel, RefusesRowsThatPlaceNothing) {
  const Graph graph = rings({20});
  const Model model = fit(graph, {.map = {.components = 2}});
  Graph row{.cols = 20, .offsets = {0, 1}, .columns = {3}, .values = {-1}};
  expect_error(ErrorKind::bad_data, "affinities must not be negative; new node 0 has -1 to node 3",
               [&] { (void)model.transform(SparsePoints(row)); });
  row.values = {0};
  expect_error(ErrorKind::bad_data, "new node 0 has no affinity", [&] { (void)model.transform(SparsePoints(row)); });
  row.cols = 19;
  expect_error(ErrorKind::bad_data, "20 columns", [&] { (void)model.transform(SparsePoints(row)); });
}

}  // namespace
}  // namespace codimap
