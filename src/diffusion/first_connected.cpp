// Connected components by trees of rows that many threads join at once.
//
// A root only ever moves below a smaller one, so the root of a finished tree is its first row, whatever the timing.
#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel.hpp"
#include "diffusion/graph_walks.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;
constexpr Index sampled_entries = 2;  // of each row: enough to join nearly all of a graph of nearest neighbours

class Forest {
 public:
  explicit Forest(Index size) : parent_(static_cast<std::size_t>(size)) {
    std::iota(parent_.begin(), parent_.end(), std::int32_t{0});
  }

  [[nodiscard]] std::int32_t root(std::int32_t u) {
    for (std::int32_t above = parent(u); above != u; above = parent(u)) {
      const std::int32_t next = parent(above);
      // Halves the way for whoever comes next; another thread's shortcut is as good as this one.
      if (next != above) std::atomic_ref(parent_[u]).store(next, std::memory_order_relaxed);
      u = next;
    }
    return u;
  }
  void join(std::int32_t u, std::int32_t v) {
    for (;;) {
      u = root(u);
      v = root(v);
      if (u == v) return;
      if (u < v) std::swap(u, v);
      std::int32_t expected = u;
      if (std::atomic_ref(parent_[u]).compare_exchange_strong(expected, v, std::memory_order_relaxed)) return;
    }
  }

 private:
  [[nodiscard]] std::int32_t parent(std::int32_t u) {
    return std::atomic_ref(parent_[u]).load(std::memory_order_relaxed);
  }
  std::vector<std::int32_t> parent_;
};

/// The root that is most frequent among a sample of rows.
std::int32_t frequent_root(Forest& forest, Index size) {
  constexpr Index samples = 1024;
  std::vector<std::int32_t> roots;
  for (Index s = 0; s < std::min(samples, size); ++s)
    roots.push_back(forest.root(static_cast<std::int32_t>(s * size / std::min(samples, size))));
  std::sort(roots.begin(), roots.end());
  std::int32_t frequent = roots.front();
  std::ptrdiff_t most = 0;
  for (auto begin = roots.begin(); begin != roots.end();) {
    const auto end = std::upper_bound(begin, roots.end(), *begin);
    if (end - begin > most) frequent = *begin;
    most = std::max(most, end - begin);
    begin = end;
  }
  return frequent;
}

}  // namespace

template <class T>
std::vector<Index> first_connected(const SparseView<T>& rows,
                                   const std::function<bool(Index u, Index v, T entry)>& joins, const Execution& run) {
  Forest forest(rows.rows());
  const auto join_entries = [&](Index u, Index first, Index last) {
    const auto row = row_of(rows, u);
    for (Index e = first; e < std::min(last, row.count); ++e)
      if (joins(u, row.columns[e], row.values[e])) forest.join(static_cast<std::int32_t>(u), row.columns[e]);
  };
  parallel_for(run, rows.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) join_entries(u, 0, sampled_entries);
  });
  // What is left of the rows of the largest tree need not be looked at: an entry that leads out of it stands in the
  // other's row too.
  const std::int32_t largest = rows.rows() > 0 ? frequent_root(forest, rows.rows()) : 0;
  parallel_for(run, rows.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      if (forest.root(static_cast<std::int32_t>(u)) != forest.root(largest))
        join_entries(u, sampled_entries, rows.rows());
  });
  std::vector<Index> first(static_cast<std::size_t>(rows.rows()));
  parallel_for(run, rows.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) first[u] = forest.root(static_cast<std::int32_t>(u));
  });
  return first;
}

template std::vector<Index> first_connected(const SparseView<float>&, const std::function<bool(Index, Index, float)>&,
                                            const Execution&);
template std::vector<Index> first_connected(const SparseView<double>&, const std::function<bool(Index, Index, double)>&,
                                            const Execution&);

}  // namespace codimap
