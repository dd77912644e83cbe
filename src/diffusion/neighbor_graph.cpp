// A row begins with the k neighbours of its point, in the order of the search, and goes on with the points that have it
// among theirs without being among its own. The latter arrive in the order of the threads; sorting the row undoes that.
#include "diffusion/neighbor_graph.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 2048;

class NeighborLists {
 public:
  NeighborLists(const Neighbors& nearest, Index k)
      : nearest_(nearest), k_(k), size_(static_cast<Index>(nearest.index.size()) / nearest.k) {}
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] Index k() const { return k_; }
  [[nodiscard]] std::int32_t neighbor(Index u, Index place) const { return nearest_.index[u * nearest_.k + place]; }
  [[nodiscard]] double squared_distance(Index u, Index place) const {
    return nearest_.squared_distance[u * nearest_.k + place];
  }
  /// The place of v in the list of u, k where it has none.
  [[nodiscard]] Index place_of(Index v, Index u) const {
    const std::int32_t* list = nearest_.index.data() + u * nearest_.k;
    return std::find(list, list + k_, static_cast<std::int32_t>(v)) - list;
  }

 private:
  const Neighbors& nearest_;
  Index k_;
  Index size_;
};

/// Where each row begins: k entries, and one for each point that is not listed back.
std::vector<Index> row_offsets(const NeighborLists& lists, const Execution& run) {
  std::vector<Index> offsets(static_cast<std::size_t>(lists.size()) + 1, lists.k());
  offsets.front() = 0;
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      for (Index j = 0; j < lists.k(); ++j) {
        const Index v = lists.neighbor(u, j);
        if (lists.place_of(u, v) == lists.k()) std::atomic_ref(offsets[v + 1]).fetch_add(1, std::memory_order_relaxed);
      }
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

/// Sets the entries of the pairs that u is to set: those it lists, but for those that a lower point lists as well.
template <class T>
void set_pairs(const NeighborLists& lists, Index u, const PairAffinity& affinity, std::vector<std::int32_t>& arrived,
               SparseMatrix<T>& graph) {
  const auto set = [&](Index place, Index column, T value) {
    graph.columns[place] = static_cast<std::int32_t>(column);
    graph.values[place] = value;
  };
  for (Index j = 0; j < lists.k(); ++j) {
    const Index v = lists.neighbor(u, j);
    const Index back = lists.place_of(u, v);
    const bool mutual = back < lists.k();
    if (mutual && v < u) continue;
    const auto value = static_cast<T>(affinity(std::min(u, v), std::max(u, v), lists.squared_distance(u, j)));
    set(graph.offsets[u] + j, v, value);
    if (v == u) continue;
    const Index place = mutual ? back : lists.k() + std::atomic_ref(arrived[v]).fetch_add(1, std::memory_order_relaxed);
    set(graph.offsets[v] + place, u, value);
  }
}

template <class T>
struct Entry {
  std::int32_t column;
  T value;
};

template <class T>
void sort_row(SparseMatrix<T>& graph, Index u, std::vector<Entry<T>>& entries) {
  entries.clear();
  for (Index e = graph.offsets[u]; e < graph.offsets[u + 1]; ++e)
    entries.push_back({graph.columns[e], graph.values[e]});
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
  Index e = graph.offsets[u];
  for (const auto& [column, value] : entries) {
    graph.columns[e] = column;
    graph.values[e++] = value;
  }
}

}  // namespace

template <class T>
SparseMatrix<T> symmetric_graph(const Neighbors& nearest, Index k, const PairAffinity& affinity, const Execution& run) {
  const NeighborLists lists(nearest, k);
  SparseMatrix<T> graph{.cols = lists.size(), .offsets = row_offsets(lists, run), .columns = {}, .values = {}};
  graph.columns.resize(static_cast<std::size_t>(graph.offsets.back()));
  graph.values.resize(static_cast<std::size_t>(graph.offsets.back()));
  std::vector<std::int32_t> arrived(static_cast<std::size_t>(lists.size()));
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) set_pairs(lists, u, affinity, arrived, graph);
  });
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    std::vector<Entry<T>> entries;
    for (Index u = begin; u < end; ++u) sort_row(graph, u, entries);
  });
  return graph;
}

template SparseMatrix<float> symmetric_graph(const Neighbors&, Index, const PairAffinity&, const Execution&);
template SparseMatrix<double> symmetric_graph(const Neighbors&, Index, const PairAffinity&, const Execution&);

}  // namespace codimap
