// Graphs from h5ad files.
#include <cmath>

#include "base/fail.hpp"
#include "io/h5ad.hpp"
#include "io/sparse_table.hpp"

namespace codimap {

namespace {

SparseRows nonzeros(const Hdf5Dataset& stored) {
  Matrix<double> values = Matrix<double>::for_overwrite(stored.rows(), stored.cols());
  stored.read(std::span<double>(values.data(), static_cast<std::size_t>(values.size())));
  SparseRows result{.cols = values.cols(), .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (values(i, j) == 0) continue;
      result.columns.push_back(static_cast<std::int32_t>(j));
      result.values.push_back(values(i, j));
    }
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return result;
}

void check_weights(const SparseRows& weights, const std::string& place) {
  for (Index i = 0; i < weights.rows(); ++i) {
    for (auto k = static_cast<std::size_t>(weights.offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(weights.offsets[static_cast<std::size_t>(i) + 1]); ++k) {
      const double weight = weights.values[k];
      if (weight >= 0 && std::isfinite(weight)) continue;
      fail(ErrorKind::bad_data, "{}: row {} column {}: the weight {} is {}; a weight is a finite number from 0 on",
           place, i + 1, weights.columns[k] + 1, weight, weight < 0 ? "negative" : "not finite");
    }
  }
}

/// The entries of one row that are not 0, one after another.
class RowEntries {
 public:
  RowEntries(const SparseRows& matrix, std::size_t row)
      : matrix_(matrix),
        at_(static_cast<std::size_t>(matrix.offsets[row])),
        end_(static_cast<std::size_t>(matrix.offsets[row + 1])) {
    skip_zeros();
  }
  [[nodiscard]] bool at(std::int32_t column) const { return at_ < end_ && matrix_.columns[at_] == column; }
  [[nodiscard]] bool done() const { return at_ == end_; }
  [[nodiscard]] std::int32_t column() const { return matrix_.columns[at_]; }
  double take() {
    const double value = matrix_.values[at_++];
    skip_zeros();
    return value;
  }

 private:
  void skip_zeros() {
    while (at_ < end_ && matrix_.values[at_] == 0) ++at_;
  }
  const SparseRows& matrix_;
  std::size_t at_;
  std::size_t end_;
};

// A pair in both directions gets the mean of the two, one in a single direction its own weight, as in edge lists.
Graph both_ways(const SparseRows& weights) {
  const SparseRows turned = transposed(weights);
  Graph graph{.cols = weights.cols, .offsets = {0}, .columns = {}, .values = {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(weights.rows()); ++i) {
    RowEntries there(weights, i);
    RowEntries back(turned, i);
    while (!there.done() || !back.done()) {
      const std::int32_t column = back.done()    ? there.column()
                                  : there.done() ? back.column()
                                                 : std::min(there.column(), back.column());
      const bool two = there.at(column) && back.at(column);
      double weight = there.at(column) ? there.take() : 0;
      // Halved first: the sum of two large numbers might be none.
      if (back.at(column)) weight = two ? weight / 2 + back.take() / 2 : back.take();
      graph.columns.push_back(column);
      graph.values.push_back(weight);
    }
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  return graph;
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
  const SparseRows weights = sparse != nullptr ? read_sparse<double>(*sparse) : nonzeros(std::get<Hdf5Dataset>(stored));
  check_weights(weights, file.place(key));
  NamedGraph named{both_ways(weights), frame_names(file, "obs")};
  if (named.node_names.empty()) {
    for (Index i = 1; i <= rows; ++i) named.node_names.push_back(text("{}", i));
  }
  if (static_cast<Index>(named.node_names.size()) != rows) {
    fail(ErrorKind::bad_file, "{}: has {} rows, but obs names {}", file.place(key), rows, named.node_names.size());
  }
  return named;
}

}  // namespace codimap
