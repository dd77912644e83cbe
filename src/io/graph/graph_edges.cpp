#include "io/graph/graph_edges.hpp"

#include <cmath>
#include <numeric>

#include "base/fail.hpp"

namespace codimap {

namespace {

// One edge a pair, source < target or a self-loop: lines of one direction summed in file order, then the mean of the
// two directions.
std::vector<Edge> merged(std::vector<Edge> edges, const std::string& name) {
  std::ranges::stable_sort(edges, {}, [](const Edge& edge) { return std::pair(edge.pair(), edge.source); });
  std::vector<Edge> pairs;
  for (std::size_t i = 0; i < edges.size();) {
    const auto pair = edges[i].pair();
    double total = 0;
    int directions = 0;
    std::int32_t source = -1;
    for (; i < edges.size() && edges[i].pair() == pair; ++i) {
      directions += edges[i].source != source ? 1 : 0;
      source = edges[i].source;
      total += edges[i].weight;
    }
    if (!std::isfinite(total)) fail(ErrorKind::bad_data, "{}: the weights of an edge add up to infinity", name);
    pairs.push_back({pair.first, pair.second, total / directions});
  }
  return pairs;
}

// Pairs come sorted, so that filling rows in their order leaves every row ascending: first what lies left of the
// diagonal, then the rest.
Graph symmetric_graph(const std::vector<Edge>& pairs, std::size_t nodes) {
  Graph graph;
  graph.cols = static_cast<Index>(nodes);
  graph.offsets.assign(nodes + 1, 0);
  const auto count = [&](std::int32_t row) { ++graph.offsets[static_cast<std::size_t>(row) + 1]; };
  for (const Edge& edge : pairs) {
    count(edge.source);
    if (edge.source != edge.target) count(edge.target);
  }
  std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
  graph.columns.resize(static_cast<std::size_t>(graph.offsets.back()));
  graph.values.resize(graph.columns.size());
  std::vector<Index> next(graph.offsets.begin(), graph.offsets.end() - 1);
  const auto put = [&](std::int32_t row, std::int32_t column, double value) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    graph.columns[at] = column;
    graph.values[at] = value;
  };
  for (const Edge& edge : pairs) {
    if (edge.source != edge.target) put(edge.target, edge.source, edge.weight);
  }
  for (const Edge& edge : pairs) put(edge.source, edge.target, edge.weight);
  return graph;
}

}  // namespace

Graph graph_of_edges(std::vector<Edge> edges, std::size_t nodes, const std::string& name) {
  return symmetric_graph(merged(std::move(edges), name), nodes);
}

}  // namespace codimap
