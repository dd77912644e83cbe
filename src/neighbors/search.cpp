// Exact neighbour search: a k-d tree in few dimensions, tiles of direct differences in many.
#include "neighbors/search.hpp"

#include <algorithm>
#include <array>
#include <nanoflann.hpp>

#include "base/parallel.hpp"
#include "neighbors/nearest_set.hpp"

namespace codimap {
namespace {

constexpr Index most_tree_dimensions = 10;  // beyond, a k-d tree visits most of its leaves

Neighbors room_for(Index queries, Index k) {
  const auto size = static_cast<std::size_t>(queries * k);
  return {.k = k, .index = std::vector<std::int32_t>(size), .squared_distance = std::vector<double>(size)};
}

void take(NearestSet& nearest, Index query, Neighbors& result) {
  const auto k = static_cast<std::size_t>(result.k);
  const auto begin = static_cast<std::size_t>(query) * k;
  nearest.take(std::span(result.index).subspan(begin, k), std::span(result.squared_distance).subspan(begin, k));
}

/// Points as nanoflann asks for them.
template <class T>
class TreePoints {
 public:
  explicit TreePoints(MatrixView<T> points) : points_(points) {}
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return static_cast<std::size_t>(points_.rows()); }
  [[nodiscard]] double kdtree_get_pt(std::int32_t point, std::size_t column) const {
    return static_cast<double>(points_(point, static_cast<Index>(column)));
  }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }

 private:
  MatrixView<T> points_;
};

template <class T>
Neighbors search_tree(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run) {
  using Distance = nanoflann::L2_Simple_Adaptor<double, TreePoints<T>, double, std::int32_t>;
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<Distance, TreePoints<T>, -1, std::int32_t>;
  const TreePoints<T> tree_points(points);
  const Tree tree(static_cast<std::int32_t>(points.cols()), tree_points, nanoflann::KDTreeSingleIndexAdaptorParams(10));
  // The distance to a box is summed with rounding of its own: a little slack, so that no tie is cut off by it.
  const nanoflann::SearchParams with_slack(0, -1e-6F);
  Neighbors result = room_for(queries.rows(), k);
  parallel_for(run, queries.rows(), 64, [&](Index begin, Index end) {
    NearestSet nearest(static_cast<std::size_t>(k));
    std::array<double, most_tree_dimensions> query{};
    for (Index i = begin; i < end; ++i) {
      std::ranges::copy(queries.row(i), query.begin());
      tree.findNeighbors(nearest, query.data(), with_slack);
      take(nearest, i, result);
    }
  });
  return result;
}

constexpr Index panel = 4;              // points that are laid out together, value by value of their columns
constexpr Index query_block = 64;       // queries that meet a tile of points while it is in the cache
constexpr Index tile_values = 1 << 15;  // of a tile of points: 256 kB

/// Rows [begin, end) in panels: for each panel, for each column, the values of its rows. Missing rows are zeros.
template <class T>
void pack(MatrixView<T> rows, Index begin, Index end, std::vector<double>& packed) {
  packed.assign(static_cast<std::size_t>((end - begin + panel - 1) / panel * panel * rows.cols()), 0);
  for (Index row = begin; row < end; ++row) {
    double* to = packed.data() + (row - begin) / panel * panel * rows.cols() + (row - begin) % panel;
    for (const T value : rows.row(row)) {
      *to = static_cast<double>(value);
      to += panel;
    }
  }
}

using PanelDistances = std::array<std::array<double, panel>, panel>;  // query, point

PanelDistances panel_distances(const double* queries, const double* points, Index cols) {
  PanelDistances sum{};
  for (Index column = 0; column < cols; ++column, queries += panel, points += panel)
    for (std::size_t q = 0; q < panel; ++q)
      for (std::size_t p = 0; p < panel; ++p) {
        const double difference = queries[q] - points[p];
        sum[q][p] += difference * difference;
      }
  return sum;
}

/// Shows a tile of points, the first of which is number first_point, to a block of queries.
void meet(const std::vector<double>& queries, const std::vector<double>& tile, Index cols, Index first_point,
          Index tile_points, std::span<NearestSet> nearest) {
  const auto query_count = static_cast<Index>(nearest.size());
  for (Index q0 = 0; q0 < query_count; q0 += panel)
    for (Index p0 = 0; p0 < tile_points; p0 += panel) {
      const PanelDistances distances = panel_distances(queries.data() + q0 * cols, tile.data() + p0 * cols, cols);
      for (Index q = q0; q < std::min(q0 + panel, query_count); ++q) {
        NearestSet& set = nearest[static_cast<std::size_t>(q)];
        for (Index p = p0; p < std::min(p0 + panel, tile_points); ++p) {
          const double distance = distances[static_cast<std::size_t>(q - q0)][static_cast<std::size_t>(p - p0)];
          if (distance < set.worstDist()) set.addPoint(distance, static_cast<std::int32_t>(first_point + p));
        }
      }
    }
}

template <class T>
Neighbors search_tiles(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run) {
  const Index tile_points =
      std::clamp(tile_values / std::max<Index>(points.cols(), 1) / panel, Index{1}, Index{64}) * panel;
  Neighbors result = room_for(queries.rows(), k);
  parallel_for(run, queries.rows(), query_block, [&](Index begin, Index end) {
    std::vector<NearestSet> nearest(static_cast<std::size_t>(end - begin), NearestSet(static_cast<std::size_t>(k)));
    std::vector<double> packed_queries;
    std::vector<double> tile;
    pack(queries, begin, end, packed_queries);
    for (Index first = 0; first < points.rows(); first += tile_points) {
      const Index last = std::min(points.rows(), first + tile_points);
      pack(points, first, last, tile);
      meet(packed_queries, tile, points.cols(), first, last - first, nearest);
    }
    for (Index i = begin; i < end; ++i) take(nearest[static_cast<std::size_t>(i - begin)], i, result);
  });
  return result;
}

}  // namespace

template <class T>
Neighbors nearest_neighbors(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run) {
  const bool few_dimensions = points.cols() >= 1 && points.cols() <= most_tree_dimensions;
  return few_dimensions ? search_tree(queries, points, k, run) : search_tiles(queries, points, k, run);
}

template Neighbors nearest_neighbors(MatrixView<float>, MatrixView<float>, Index, const Execution&);
template Neighbors nearest_neighbors(MatrixView<double>, MatrixView<double>, Index, const Execution&);

}  // namespace codimap
