// Affinities from neighbours that were found elsewhere: a graph whose weights are distances.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "codimap/kernel.hpp"
#include "diffusion/bandwidth.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 1024;

void check(const GraphView& distances, const KernelOptions& options, const Execution& run) {
  check_scale(options);
  if (options.kind != KernelKind::gaussian && options.kind != KernelKind::adaptive)
    fail(ErrorKind::bad_option, "this kernel takes points; distances have the gaussian and the adaptive kernel");
  check_rows(distances, run);
  if (distances.rows() < 1 || distances.cols() != distances.rows())
    fail(ErrorKind::bad_data, "a graph of distances must be square with at least one row; got {} x {}",
         distances.rows(), distances.cols());
  distances.visit([&](const auto& graph) {
    for (Index i = 0; i < graph.rows(); ++i)
      for (Index e = graph.begin(i); e < graph.end(i); ++e)
        if (!(graph.value(e) >= 0) || !std::isfinite(graph.value(e)))
          fail(ErrorKind::bad_data, "distances must be finite and not negative; that of {} and {} is {:g}", i,
               graph.column(e), graph.value(e));
  });
}

/// Every pair in both of its rows, at the smaller of its two distances where they differ, and each point with itself.
template <class T>
Graph both_ways(const SparseView<T>& distances, const Execution& run) {
  const SparseMatrix<T> back = transposed(distances, run);
  Graph graph;
  graph.cols = distances.cols();
  std::vector<std::pair<std::int32_t, double>> row;
  for (Index i = 0; i < distances.rows(); ++i) {
    row.assign(1, {static_cast<std::int32_t>(i), 0.0});
    for (const SparseRow<T>& side : {distances.row(i), row_of(back, i)})
      for (Index e = 0; e < side.count; ++e)
        row.emplace_back(side.columns[e], side.columns[e] == i ? 0 : static_cast<double>(side.values[e]));
    std::ranges::sort(row);
    for (std::size_t e = 0; e < row.size(); ++e) {
      if (e > 0 && row[e].first == row[e - 1].first) continue;
      graph.columns.push_back(row[e].first);
      graph.values.push_back(row[e].second);
    }
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  return graph;
}

/// The squared distances of each point to its k nearest, itself the first, k a point.
std::vector<double> nearest_squares(const Graph& graph, Index k) {
  std::vector<double> squares;
  std::vector<double> row;
  for (Index i = 0; i < graph.rows(); ++i) {
    row.assign(graph.values.begin() + graph.offsets[i], graph.values.begin() + graph.offsets[i + 1]);
    std::ranges::partial_sort(row, row.begin() + k);
    for (Index j = 0; j < k; ++j) squares.push_back(row[j] * row[j]);
  }
  return squares;
}

/// The distance of each point to its nearest of number `place`, itself the first; 1 where it has only copies.
std::vector<double> scales(const Graph& graph, Index place) {
  const std::vector<double> squares = nearest_squares(graph, place);
  std::vector<double> scale;
  for (Index i = 0; i < graph.rows(); ++i) {
    const double squared = squares[(i + 1) * place - 1];
    scale.push_back(squared > 0 ? std::sqrt(squared) : 1);
  }
  return scale;
}

}  // namespace

NeighborAffinities neighbor_affinities(GraphView distances, const KernelOptions& options, const Execution& run) {
  check(distances, options, run);
  NeighborAffinities result{.graph = distances.visit([&](const auto& graph) { return both_ways(graph, run); })};
  Graph& graph = result.graph;
  Index k = graph.rows();  // the fewest neighbours that a point has
  for (Index i = 0; i < graph.rows(); ++i) k = std::min(k, graph.offsets[i + 1] - graph.offsets[i]);
  const auto replace_distances = [&](const auto& affinity) {
    parallel_for(run, graph.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e)
          graph.values[e] = affinity(i, graph.columns[e], graph.values[e] * graph.values[e]);
    });
  };
  if (options.kind == KernelKind::adaptive) {
    const std::vector<double> scale = scales(graph, std::min(k, options.bandwidth_neighbor + 1));
    replace_distances([&](Index i, Index j, double squared) { return adaptive_affinity(squared, scale[i], scale[j]); });
  } else {
    const double epsilon = options.epsilon ? *options.epsilon : neighbor_epsilon(nearest_squares(graph, k), k);
    replace_distances([&](Index, Index, double squared) { return std::exp(-squared / epsilon); });
    result.epsilon = epsilon;
  }
  return result;
}

}  // namespace codimap
