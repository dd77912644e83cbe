#include "diffusion/tile_sums.hpp"

#include <algorithm>
#include <array>

#include "base/flush_to_zero.hpp"
#include "base/parallel.hpp"
#include "codimap/kernel.hpp"

namespace codimap {

template <class T>
std::vector<double> row_sums(const PointSet<T>& targets, const PointSet<T>& sources, const TileRule& rule,
                             const Execution& run) {
  std::vector<double> sums(static_cast<std::size_t>(targets.blocks() * tile_size));
  for_each_tile_row<T>(targets, sources, rule, run, [&](TileRow<T>& row) {
    for (Index s = 0; s < row.source_blocks(); ++s)
      if (const T* tile = row.tile(s)) row.loops.add_rows(tile, tile_size, row.strips, sums.data() + row.begin());
  });
  sums.resize(static_cast<std::size_t>(targets.size));
  return sums;
}

template <class T>
std::vector<double> symmetric_sums(const PointSet<T>& points, const TileRule& rule, const Execution& run,
                                   const AddTile<T>& add) {
  // Each group of blocks has sums of its own, which are added up in a fixed order. The last group has most to do, so it
  // comes first.
  constexpr Index most_groups = 64;
  const Index blocks = points.blocks();
  const Index groups = std::min(blocks, most_groups);
  std::vector<std::vector<double>> of_group(static_cast<std::size_t>(groups));
  parallel_for(run, groups, 1, [&](Index task, Index) {
    const FlushToZero fast;
    const Index group = groups - 1 - task;
    const Index end = blocks * (group + 1) / groups;
    std::vector<double>& sums = of_group[group];
    sums.resize(static_cast<std::size_t>(end * tile_size));
    for (Index block = blocks * group / groups; block < end; ++block) {
      TileRow<T> row(points, block, points, rule, run);
      for (Index s = 0; s <= block; ++s)
        if (const T* tile = row.tile(s))
          add(row.loops, tile, block * tile_size, s * tile_size, sums.data() + block * tile_size,
              s < block ? sums.data() + s * tile_size : nullptr);
    }
  });
  std::vector<double> total(static_cast<std::size_t>(points.size));
  for (const std::vector<double>& sums : of_group)
    for (std::size_t i = 0; i < std::min(sums.size(), total.size()); ++i) total[i] += sums[i];
  return total;
}

template <class T>
Matrix<double> sums_by_region(const PointSet<T>& targets, const PointSet<T>& points, std::span<const Index> region_of,
                              Index regions, const TileRule& rule, const Execution& run) {
  // The points of a block in the order of their regions: a region is a run of rows of the tile, its sum a sum of rows,
  // and the boxes stay as tight as they are.
  std::vector<Index> order;
  for (Index j = 0; j < points.size; ++j)
    if (region_of[j] != no_region) order.push_back(j);
  for (std::size_t begin = 0; begin < order.size(); begin += tile_size)
    std::ranges::stable_sort(std::span(order).subspan(begin, std::min<std::size_t>(tile_size, order.size() - begin)),
                             {}, [&](Index j) { return region_of[j]; });
  const PointSet<T> sources = subset(points, order);

  Matrix<double> sums(targets.size, regions);
  for_each_tile_row<T>(targets, sources, rule, run, [&](TileRow<T>& row) {
    for (Index s = 0; s < row.source_blocks(); ++s) {
      const T* tile = row.tile(s);
      if (!tile) continue;
      const Index end = std::min(sources.size, (s + 1) * tile_size);
      for (Index j = s * tile_size; j < end;) {
        const Index region = region_of[order[j]];
        const Index first = j;
        while (j < end && region_of[order[j]] == region) ++j;
        std::array<double, tile_size> sum{};
        row.loops.add_rows(tile + (first - s * tile_size) * tile_size, j - first, row.strips, sum.data());
        for (Index i = row.begin(); i < row.end(); ++i) sums(i, region) += sum[i - row.begin()];
      }
    }
  });
  return sums;
}

template std::vector<double> row_sums(const PointSet<float>&, const PointSet<float>&, const TileRule&,
                                      const Execution&);
template std::vector<double> row_sums(const PointSet<double>&, const PointSet<double>&, const TileRule&,
                                      const Execution&);
template std::vector<double> symmetric_sums(const PointSet<float>&, const TileRule&, const Execution&,
                                            const AddTile<float>&);
template std::vector<double> symmetric_sums(const PointSet<double>&, const TileRule&, const Execution&,
                                            const AddTile<double>&);
template Matrix<double> sums_by_region(const PointSet<float>&, const PointSet<float>&, std::span<const Index>, Index,
                                       const TileRule&, const Execution&);
template Matrix<double> sums_by_region(const PointSet<double>&, const PointSet<double>&, std::span<const Index>, Index,
                                       const TileRule&, const Execution&);

}  // namespace codimap
