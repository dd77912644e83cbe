// The kernel of a graph that was given.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "diffusion/sparse_kernel.hpp"

namespace codimap {
namespace {

class GraphKernel final : public SparseKernel<Kernel> {
 public:
  GraphKernel(Graph graph, double density_normalization) {
    DistinctRows every_node_itself;
    every_node_itself.first.resize(static_cast<std::size_t>(graph.rows()));
    std::iota(every_node_itself.first.begin(), every_node_itself.first.end(), Index{0});
    every_node_itself.distinct_of = every_node_itself.first;
    set_rows(std::move(graph), std::move(every_node_itself), density_normalization);
  }
};

double weight_of(const Graph& graph, Index i, Index j) {
  const auto begin = graph.columns.begin() + graph.offsets[i];
  const auto end = graph.columns.begin() + graph.offsets[i + 1];
  const auto found = std::lower_bound(begin, end, j);
  return found == end || *found != j ? 0 : graph.values[found - graph.columns.begin()];
}

void check_row(const Graph& graph, Index i) {
  if (graph.offsets[i + 1] < graph.offsets[i]) fail(ErrorKind::bad_data, "the offsets of a graph must not decrease");
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

void check(const Graph& graph) {
  if (graph.rows() < 1) fail(ErrorKind::bad_data, "a graph must have at least one node");
  if (graph.cols != graph.rows())
    fail(ErrorKind::bad_data, "a graph must be square; got {} rows and {} columns", graph.rows(), graph.cols);
  if (graph.offsets.front() != 0 || graph.offsets.back() != static_cast<Index>(graph.columns.size()) ||
      graph.columns.size() != graph.values.size())
    fail(ErrorKind::bad_data, "the offsets of a graph must span its columns and weights");
  for (Index i = 0; i < graph.rows(); ++i) check_row(graph, i);
}

Graph with_loops_on_isolated_nodes(const Graph& graph) {
  Graph result;
  result.cols = graph.cols;
  for (Index i = 0; i < graph.rows(); ++i) {
    double degree = 0;
    for (Index e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e) degree += graph.values[e];
    if (degree > 0) {
      result.columns.insert(result.columns.end(), graph.columns.begin() + graph.offsets[i],
                            graph.columns.begin() + graph.offsets[i + 1]);
      result.values.insert(result.values.end(), graph.values.begin() + graph.offsets[i],
                           graph.values.begin() + graph.offsets[i + 1]);
    } else {
      result.columns.push_back(static_cast<std::int32_t>(i));
      result.values.push_back(1);
    }
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return result;
}

}  // namespace

std::shared_ptr<const Kernel> graph_kernel(Graph graph, double density_normalization, const Execution&) {
  check(graph);
  return std::make_shared<GraphKernel>(with_loops_on_isolated_nodes(graph), density_normalization);
}

}  // namespace codimap
