// The kernel of a graph that was given.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "diffusion/sparse_kernel.hpp"

namespace codimap {
namespace {

class GraphKernel final : public SparseKernel<Kernel, double> {
 public:
  GraphKernel(Graph graph, double density_normalization, const Execution& run) {
    set_rows(std::move(graph), {}, run);
    if (density_normalization != 0)
      normalize_density(
          density_normalization, [](Index, double degree) { return degree; }, run);
  }
};

double weight_of(const Graph& graph, Index i, Index j) {
  const auto begin = graph.columns.begin() + graph.offsets[i];
  const auto end = graph.columns.begin() + graph.offsets[i + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found == end || *found != j ? 0 : graph.values[found - graph.columns.begin()];
}

void check_row(const Graph& graph, Index i) {
  for (Index e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e) {
    const Index j = graph.columns[e];
    const double weight = graph.values[e];
    if (j < 0 || j >= graph.rows())
      fail(ErrorKind::bad_data, "node {} has an edge to node {}, of {}", i, j, graph.rows());
    if (e > graph.offsets[i] && graph.columns[e - 1] >= j)
      fail(ErrorKind::bad_data, "the columns of a graph must ascend within a row; those of node {} do not", i);
    if (!(weight >= 0) || !std::isfinite(weight))
      fail(ErrorKind::bad_data, "weights must be finite and not negative; the edge {}–{} has {:g}", i, j, weight);
    if (std::abs(weight_of(graph, j, i) - weight) > 1e-12 * weight)
      fail(ErrorKind::bad_data, "a graph must be symmetric; the edge {}–{} weighs {:g} one way and {:g} the other", i,
           j, weight, weight_of(graph, j, i));
  }
}

void check(const Graph& graph, const Execution& run) {
  if (graph.rows() < 1) fail(ErrorKind::bad_data, "a graph must have at least one node");
  if (graph.cols != graph.rows())
    fail(ErrorKind::bad_data, "a graph must be square; got {} rows and {} columns", graph.rows(), graph.cols);
  if (graph.offsets.front() != 0 || graph.offsets.back() != static_cast<Index>(graph.columns.size()) ||
      graph.columns.size() != graph.values.size())
    fail(ErrorKind::bad_data, "the offsets of a graph must span its columns and weights");
  if (!std::is_sorted(graph.offsets.begin(), graph.offsets.end()))
    fail(ErrorKind::bad_data, "the offsets of a graph must not decrease");
  parallel_for(run, graph.rows(), 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) check_row(graph, i);
  });
}

/// The nodes without a weight above 0.
std::vector<Index> isolated_nodes(const Graph& graph) {
  std::vector<Index> isolated;
  for (Index i = 0; i < graph.rows(); ++i)
    if (std::none_of(graph.values.begin() + graph.offsets[i], graph.values.begin() + graph.offsets[i + 1],
                     [](double weight) { return weight > 0; }))
      isolated.push_back(i);
  return isolated;
}

Graph with_loops(const Graph& graph, std::span<const Index> nodes) {
  Graph result;
  result.cols = graph.cols;
  for (Index i = 0; i < graph.rows(); ++i) {
    const auto row = row_of(graph, i);
    if (std::binary_search(nodes.begin(), nodes.end(), i)) {
      result.columns.push_back(static_cast<std::int32_t>(i));
      result.values.push_back(1);
    } else {
      result.columns.insert(result.columns.end(), row.columns, row.columns + row.count);
      result.values.insert(result.values.end(), row.values, row.values + row.count);
    }
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return result;
}

}  // namespace

std::shared_ptr<const Kernel> graph_kernel(Graph graph, double density_normalization, const Execution& run) {
  check(graph, run);
  const std::vector<Index> isolated = isolated_nodes(graph);
  if (!isolated.empty()) graph = with_loops(graph, isolated);
  return std::make_shared<GraphKernel>(std::move(graph), density_normalization, run);
}

}  // namespace codimap
