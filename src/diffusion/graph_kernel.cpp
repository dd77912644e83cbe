// The kernel of a graph that was given.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "diffusion/sparse_kernel.hpp"

namespace codimap {
namespace {

template <class T>
class GraphKernel final : public SparseKernel<Kernel, T> {
 public:
  GraphKernel(SparseMatrix<T> graph, double density_normalization, const Execution& run) {
    this->set_rows(std::move(graph), {}, run);
    normalize(density_normalization, run);
  }
  GraphKernel(const SparseView<T>& graph, double density_normalization, const Execution& run) {
    this->borrow_rows(graph, run);
    normalize(density_normalization, run);
  }

 private:
  void normalize(double density_normalization, const Execution& run) {
    if (density_normalization != 0)
      this->normalize_density(
          density_normalization, [](Index, double degree) { return degree; }, run);
  }
};

template <class T>
double weight_of(const SparseView<T>& graph, Index i, Index j) {
  const SparseRow<T> row = graph.row(i);
  const std::int32_t* const end = row.columns + row.count;
  const std::int32_t* const found = std::lower_bound(row.columns, end, j);
  return found == end || *found != j ? 0 : static_cast<double>(row.values[found - row.columns]);
}

template <class T>
void check_weights(const SparseView<T>& graph, Index i) {
  for (Index e = graph.begin(i); e < graph.end(i); ++e) {
    const Index j = graph.column(e);
    const auto weight = static_cast<double>(graph.value(e));
    if (!(weight >= 0) || !std::isfinite(weight))
      fail(ErrorKind::bad_data, "weights must be finite and not negative; the edge {}–{} has {:g}", i, j, weight);
    if (std::abs(weight_of(graph, j, i) - weight) > 1e-12 * weight)
      fail(ErrorKind::bad_data, "a graph must be symmetric; the edge {}–{} weighs {:g} one way and {:g} the other", i,
           j, weight, weight_of(graph, j, i));
  }
}

void check(const GraphView& graph, const Execution& run) {
  check_rows(graph, run);
  if (graph.rows() < 1) fail(ErrorKind::bad_data, "a graph must have at least one node");
  if (graph.cols() != graph.rows())
    fail(ErrorKind::bad_data, "a graph must be square; got {} rows and {} columns", graph.rows(), graph.cols());
  graph.visit([&](const auto& rows) {
    parallel_for(run, rows.rows(), 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) check_weights(rows, i);
    });
  });
}

/// The nodes without a weight above 0.
template <class T>
std::vector<Index> isolated_nodes(const SparseView<T>& graph) {
  std::vector<Index> isolated;
  for (Index i = 0; i < graph.rows(); ++i) {
    const SparseRow<T> row = graph.row(i);
    if (std::none_of(row.values, row.values + row.count, [](T weight) { return weight > 0; })) isolated.push_back(i);
  }
  return isolated;
}

template <class T>
SparseMatrix<T> with_loops(const SparseView<T>& graph, std::span<const Index> nodes) {
  SparseMatrix<T> result;
  result.cols = graph.cols();
  for (Index i = 0; i < graph.rows(); ++i) {
    const SparseRow<T> row = graph.row(i);
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
  const std::vector<Index> isolated = isolated_nodes(SparseView(graph));
  if (!isolated.empty()) graph = with_loops(SparseView(graph), isolated);
  return std::make_shared<GraphKernel<double>>(std::move(graph), density_normalization, run);
}

std::shared_ptr<const Kernel> borrowed_graph_kernel(GraphView graph, double density_normalization,
                                                    const Execution& run) {
  check(graph, run);
  return graph.visit([&]<class T>(const SparseView<T>& rows) -> std::shared_ptr<const Kernel> {
    const std::vector<Index> isolated = isolated_nodes(rows);
    if (!isolated.empty())
      return std::make_shared<GraphKernel<T>>(with_loops(rows, isolated), density_normalization, run);
    return std::make_shared<GraphKernel<T>>(rows, density_normalization, run);
  });
}

}  // namespace codimap
