// Regions spread along frontiers.
#include <algorithm>
#include <atomic>
#include <functional>

#include "base/parallel.hpp"
#include "diffusion/graph_walks.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 1024;

/// Calls fill(begin, end, part) for ranges of [0, count) in parallel, and joins the parts.
std::vector<std::int32_t> gathered(Index count, const Execution& run,
                                   const std::function<void(Index, Index, std::vector<std::int32_t>&)>& fill) {
  std::vector<std::vector<std::int32_t>> parts(static_cast<std::size_t>((count + rows_a_range - 1) / rows_a_range));
  parallel_for(run, count, rows_a_range,
               [&](Index begin, Index end) { fill(begin, end, parts[begin / rows_a_range]); });
  std::vector<std::int32_t> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

bool any_point(const Copies& copies, Index row, std::span<const Index> region_of, bool reached) {
  bool any = false;
  copies.for_each(row, [&](Index i) { any = any || (region_of[i] != no_region) == reached; });
  return any;
}

/// Open rows next to the frontier, each once, whichever thread comes first. They are open no longer.
template <class T>
std::vector<std::int32_t> claim_neighbors(const SparseView<T>& rows, std::span<const std::int32_t> frontier,
                                          std::vector<std::uint8_t>& open, const Execution& run) {
  return gathered(std::ssize(frontier), run, [&](Index begin, Index end, std::vector<std::int32_t>& part) {
    for (Index f = begin; f < end; ++f) {
      const auto row = row_of(rows, frontier[f]);
      for (Index e = 0; e < row.count; ++e) {
        const std::atomic_ref mark(open[row.columns[e]]);
        if (mark.load(std::memory_order_relaxed) && row.values[e] > 0 && mark.exchange(0, std::memory_order_relaxed))
          part.push_back(row.columns[e]);
      }
    }
  });
}

template <class T>
std::vector<std::int32_t> strongest_regions(const SparseView<T>& rows, const Copies& copies,
                                            std::span<const std::int32_t> claimed, std::span<const Index> region_of,
                                            Index regions, const Execution& run) {
  std::vector<std::int32_t> strongest(claimed.size());
  parallel_for(run, std::ssize(claimed), rows_a_range, [&](Index begin, Index end) {
    RowSums sums(regions);
    for (Index c = begin; c < end; ++c) {
      const auto row = row_of(rows, claimed[c]);
      const std::optional<Index> only = only_region(row, copies, region_of);
      if (!only) add_regions(row, copies, region_of, sums);
      strongest[c] = static_cast<std::int32_t>(only ? *only : sums.take_largest());
    }
  });
  return strongest;
}

}  // namespace

template <class T>
Index spread_along_frontiers(const SparseView<T>& rows, const Copies& copies, std::span<Index> region_of, Index regions,
                             const Execution& run) {
  std::vector<std::uint8_t> open(static_cast<std::size_t>(rows.rows()));
  std::vector<std::int32_t> frontier =
      gathered(rows.rows(), run, [&](Index begin, Index end, std::vector<std::int32_t>& part) {
        for (Index u = begin; u < end; ++u) {
          open[u] = any_point(copies, u, region_of, false);
          if (any_point(copies, u, region_of, true)) part.push_back(static_cast<std::int32_t>(u));
        }
      });
  while (!frontier.empty()) {
    frontier = claim_neighbors(rows, frontier, open, run);
    const std::vector<std::int32_t> strongest = strongest_regions(rows, copies, frontier, region_of, regions, run);
    parallel_for(run, std::ssize(frontier), rows_a_range, [&](Index begin, Index end) {
      for (Index f = begin; f < end; ++f)
        copies.for_each(frontier[f], [&](Index i) {
          if (region_of[i] == no_region) region_of[i] = strongest[f];
        });
    });
  }
  return std::count(region_of.begin(), region_of.end(), no_region);
}

template Index spread_along_frontiers(const SparseView<float>&, const Copies&, std::span<Index>, Index,
                                      const Execution&);
template Index spread_along_frontiers(const SparseView<double>&, const Copies&, std::span<Index>, Index,
                                      const Execution&);

}  // namespace codimap
