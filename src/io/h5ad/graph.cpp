// Graphs from h5ad files.
#include <cmath>

#include "base/fail.hpp"
#include "io/graph/graph_edges.hpp"
#include "io/h5ad/h5ad.hpp"

namespace codimap {

namespace {

Edge checked_edge(Index row, Index column, double weight, const std::string& place) {
  if (!(weight >= 0 && std::isfinite(weight)))
    fail(ErrorKind::bad_data, "{}: row {} column {}: the weight {} is {}; a weight is a finite number from 0 on", place,
         row + 1, column + 1, weight, weight < 0 ? "negative" : "not finite");
  return {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), weight};
}

std::vector<Edge> edges_of(const Hdf5Dataset& stored, const std::string& place) {
  Matrix<double> values = Matrix<double>::for_overwrite(stored.rows(), stored.cols());
  stored.read(std::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  std::vector<Edge> edges;
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j)
      if (values(i, j) != 0) edges.push_back(checked_edge(i, j, values(i, j), place));
  return edges;
}

std::vector<Edge> edges_of(const H5adSparse& stored, const std::string& place) {
  const SparseRows weights = read_sparse<double>(stored);
  std::vector<Edge> edges;
  for (Index i = 0; i < weights.rows(); ++i)
    for (auto k = static_cast<std::size_t>(weights.offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(weights.offsets[static_cast<std::size_t>(i) + 1]); ++k)
      if (weights.values[k] != 0) edges.push_back(checked_edge(i, weights.columns[k], weights.values[k], place));
  return edges;
}

}  // namespace

NamedGraph read_h5ad_graph(ByteSource& source, const ReadOptions& options) {
  const Hdf5File file(source);
  const std::string standard = options.distances ? "obsp/distances" : "obsp/connectivities";
  const std::string key = options.key.empty() ? standard : options.key;
  const H5adMatrix stored = find_matrix(file, key);
  const auto* sparse = std::get_if<H5adSparse>(&stored);
  const Index rows = sparse != nullptr ? sparse->rows : std::get<Hdf5Dataset>(stored).rows();
  const Index cols = sparse != nullptr ? sparse->cols : std::get<Hdf5Dataset>(stored).cols();
  if (rows != cols) {
    fail(ErrorKind::bad_data, "{}: is {} × {}; a graph has a row and a column for each node", file.place(key), rows,
         cols);
  }
  if (rows == 0) fail(ErrorKind::bad_data, "{}: holds no nodes", file.place(key));
  std::vector<Edge> edges = std::visit([&](const auto& matrix) { return edges_of(matrix, file.place(key)); }, stored);
  NamedGraph named{graph_of_edges(std::move(edges), static_cast<std::size_t>(rows), file.place(key)),
                   frame_names(file, "obs")};
  if (named.node_names.empty()) {
    for (Index i = 1; i <= rows; ++i) named.node_names.push_back(text("{}", i));
  }
  if (static_cast<Index>(named.node_names.size()) != rows) {
    fail(ErrorKind::bad_file, "{}: has {} rows, but obs names {}", file.place(key), rows, named.node_names.size());
  }
  return named;
}

}  // namespace codimap
