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

/// The first k of each list, and where in its neighbours' lists each point stands in turn.
class MutualLists {
 public:
  MutualLists(const Neighbors& nearest, Index k, const Execution& run)
      : nearest_(nearest),
        k_(k),
        size_(static_cast<Index>(nearest.index.size()) / nearest.k),
        back_(static_cast<std::size_t>(size_ * k), none) {
    parallel_for(run, size_, rows_a_range, [&](Index begin, Index end) {
      for (Index u = begin; u < end; ++u)
        for (Index j = 0; j < k_; ++j) find_back(u, j);
    });
  }
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] Index k() const { return k_; }
  [[nodiscard]] Index neighbor(Index u, Index j) const { return nearest_.index[u * nearest_.k + j]; }
  [[nodiscard]] double squared_distance(Index u, Index j) const {
    return nearest_.squared_distance[u * nearest_.k + j];
  }
  /// The place of u in the list of its j-th neighbour; `none` where it has none there.
  [[nodiscard]] std::int32_t back(Index u, Index j) const { return back_[u * k_ + j]; }

  static constexpr std::int32_t none = -1;

 private:
  /// The lower of two points that list each other tells the higher one.
  void find_back(Index u, Index j) {
    const Index v = neighbor(u, j);
    if (v < u) return;
    const std::int32_t* list = nearest_.index.data() + v * nearest_.k;
    std::int32_t place = none;
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(k_); ++p) place = list[p] == u ? p : place;
    if (place == none) return;
    back_[u * k_ + j] = place;
    back_[v * k_ + place] = static_cast<std::int32_t>(j);
  }

  const Neighbors& nearest_;
  Index k_;
  Index size_;
  std::vector<std::int32_t> back_;
};

/// Where each row begins: k entries, and one for each point that lists this one without being listed back.
std::vector<Index> row_offsets(const MutualLists& lists, const Execution& run) {
  std::vector<Index> offsets(static_cast<std::size_t>(lists.size()) + 1, lists.k());
  offsets.front() = 0;
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      for (Index j = 0; j < lists.k(); ++j)
        if (lists.back(u, j) == MutualLists::none)
          std::atomic_ref(offsets[lists.neighbor(u, j) + 1]).fetch_add(1, std::memory_order_relaxed);
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

/// Sets the entries of the pairs that u is to set: those it lists, but for those that a lower point lists as well.
template <class T>
void set_pairs(const MutualLists& lists, Index u, const PairAffinity& affinity, std::vector<std::int32_t>& arrived,
               SparseMatrix<T>& graph) {
  const auto set = [&](Index place, Index column, T value) {
    graph.columns[place] = static_cast<std::int32_t>(column);
    graph.values[place] = value;
  };
  for (Index j = 0; j < lists.k(); ++j) {
    const Index v = lists.neighbor(u, j);
    const Index back = lists.back(u, j);
    const bool mutual = back != MutualLists::none;
    if (mutual && v < u) continue;
    const auto value = static_cast<T>(affinity(u, v, lists.squared_distance(u, j), mutual));
    set(graph.offsets[u] + j, v, value);
    if (v == u) continue;
    const Index place = mutual ? back : lists.k() + std::atomic_ref(arrived[v]).fetch_add(1, std::memory_order_relaxed);
    set(graph.offsets[v] + place, u, value);
  }
}

/// The place of each column once they are sorted. No two are equal.
void rank_columns(const std::int32_t* columns, Index count, std::int32_t* rank) {
  constexpr Index few = 64;
  if (count <= few) {
    // Counting the smaller ones takes the square of their number, but no branches.
    for (Index i = 0; i < count; ++i) {
      std::int32_t smaller = 0;
      for (Index j = 0; j < count; ++j) smaller += columns[j] < columns[i] ? 1 : 0;
      rank[i] = smaller;
    }
    return;
  }
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return columns[a] < columns[b]; });
  for (Index place = 0; place < count; ++place) rank[order[place]] = static_cast<std::int32_t>(place);
}

/// Brings the entries of rows into ascending order.
template <class T>
class RowSorter {
 public:
  void sort(SparseMatrix<T>& graph, Index u) {
    const Index begin = graph.offsets[u];
    const Index count = graph.offsets[u + 1] - begin;
    columns_.assign(graph.columns.begin() + begin, graph.columns.begin() + begin + count);
    values_.assign(graph.values.begin() + begin, graph.values.begin() + begin + count);
    rank_.resize(columns_.size());
    rank_columns(columns_.data(), count, rank_.data());
    for (Index e = 0; e < count; ++e) {
      graph.columns[begin + rank_[e]] = columns_[e];
      graph.values[begin + rank_[e]] = values_[e];
    }
  }

 private:
  std::vector<std::int32_t> columns_;
  std::vector<T> values_;
  std::vector<std::int32_t> rank_;
};

}  // namespace

template <class T>
SparseMatrix<T> symmetric_graph(const Neighbors& nearest, Index k, const PairAffinity& affinity, const Execution& run) {
  const MutualLists lists(nearest, k, run);
  SparseMatrix<T> graph{.cols = lists.size(), .offsets = row_offsets(lists, run), .columns = {}, .values = {}};
  graph.columns.resize(static_cast<std::size_t>(graph.offsets.back()));
  graph.values.resize(static_cast<std::size_t>(graph.offsets.back()));
  std::vector<std::int32_t> arrived(static_cast<std::size_t>(lists.size()));
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) set_pairs(lists, u, affinity, arrived, graph);
  });
  parallel_for(run, lists.size(), rows_a_range, [&](Index begin, Index end) {
    RowSorter<T> sorter;
    for (Index u = begin; u < end; ++u) sorter.sort(graph, u);
  });
  return graph;
}

template SparseMatrix<float> symmetric_graph(const Neighbors&, Index, const PairAffinity&, const Execution&);
template SparseMatrix<double> symmetric_graph(const Neighbors&, Index, const PairAffinity&, const Execution&);

}  // namespace codimap
