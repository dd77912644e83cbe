// Exact neighbour search: a k-d tree in few dimensions, tiles of direct differences in many.
#include "neighbors/search.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <nanoflann.hpp>

#include "base/parallel.hpp"
#include "neighbors/nearest_set.hpp"
#include "neighbors/strips.hpp"
#include "simd/near_loops.hpp"

namespace codimap {
namespace {

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

/// Queries in strips that meet a tile of points while it is in the cache.
constexpr Index query_strips = 4;
constexpr Index tile_bytes = 1 << 17;
constexpr Index most_pending = 48;  // candidates of a query whose distances in double are not known yet

/// What a strip of queries has found. The loops tell what may be near, distances in double what is.
template <class T>
class StripSearch {
 public:
  StripSearch(MatrixView<T> queries, Index begin, Index end, MatrixView<T> points, Index k)
      : queries_(queries),
        points_(points),
        begin_(begin),
        strip_(static_cast<std::size_t>(queries.cols() * lanes<T>)),
        pending_(static_cast<std::size_t>(most_pending * lanes<T>)),
        nearest_(static_cast<std::size_t>(end - begin), NearestSet(static_cast<std::size_t>(k))) {
    pack_strip(
        queries, end - begin, [begin](Index lane) { return begin + lane; }, strip_.data());
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes<T>); ++lane) {
      lists_.next[lane] = pending_.data() + lane * most_pending;
      lists_.room[lane] = most_pending;
      lists_.limit[lane] = lane < nearest_.size() ? std::numeric_limits<T>::infinity() : T{-1};
    }
  }

  /// Shows the points [first, last), which stand at `rows`.
  void meet(const T* rows, Index first, Index last, const NearLoops<T>& loops) {
    while (first < last) {
      const Index met = loops.keep_near(rows, last - first, first, strip_.data(), points_.cols(), lists_);
      first += met;
      rows += met * points_.cols();
      settle();
    }
  }

  void finish(Neighbors& result) {
    for (std::size_t lane = 0; lane < nearest_.size(); ++lane)
      take(nearest_[lane], begin_ + static_cast<Index>(lane), result);
  }

 private:
  void settle() {
    std::array<double, most_pending> distances;
    // Roundings of the loops: one in each difference, which its square doubles, and one in each sum. Squares below
    // the normal numbers may vanish.
    const auto columns = static_cast<double>(points_.cols());
    const double slack = 1 + (columns + 4) * static_cast<double>(std::numeric_limits<T>::epsilon());
    const double vanished = columns * static_cast<double>(std::numeric_limits<T>::min());
    for (std::size_t lane = 0; lane < nearest_.size(); ++lane) {
      Candidate<T>* const pending = pending_.data() + lane * most_pending;
      const auto query = queries_.row(begin_ + static_cast<Index>(lane));
      const Index count = lists_.next[lane] - pending;
      squared_distances_in_double(
          query, count, [&](Index c) { return points_.row(pending[c].point); }, distances.data());
      for (Index c = 0; c < count; ++c) nearest_[lane].addPoint(distances[c], pending[c].point);
      lists_.next[lane] = pending;
      lists_.room[lane] = most_pending;
      const double limit = nearest_[lane].worstDist() * slack + vanished;
      constexpr T infinity = std::numeric_limits<T>::infinity();
      lists_.limit[lane] =
          limit < static_cast<double>(std::numeric_limits<T>::max()) ? static_cast<T>(limit) : infinity;
    }
  }

  MatrixView<T> queries_;
  MatrixView<T> points_;
  Index begin_;
  std::vector<T> strip_;
  std::vector<Candidate<T>> pending_;
  CandidateLists<T> lists_;
  std::vector<NearestSet> nearest_;
};

template <class T>
Neighbors search_tiles(MatrixView<T> queries, MatrixView<T> points, Index k, const Execution& run) {
  const NearLoops<T>& loops = near_loops<T>(run);
  const Index row_bytes = std::max<Index>(points.cols(), 1) * static_cast<Index>(sizeof(T));
  const Index tile = std::max<Index>(tile_bytes / row_bytes, 1);
  // The loops read beyond the points they meet, which the last ones only allow in a copy.
  const Index direct = std::max<Index>(points.rows() - rows_read_beyond, 0);
  Matrix<T> rest(2 * rows_read_beyond, points.cols());
  std::copy(points.data() + direct * points.cols(), points.data() + points.size(), rest.data());
  Neighbors result = room_for(queries.rows(), k);
  parallel_for(run, queries.rows(), query_strips * lanes<T>, [&](Index begin, Index end) {
    std::vector<StripSearch<T>> strips;
    for (Index first = begin; first < end; first += lanes<T>)
      strips.emplace_back(queries, first, std::min(end, first + lanes<T>), points, k);
    for (Index first = 0; first < direct; first += tile)
      for (StripSearch<T>& strip : strips)
        strip.meet(points.row(first).data(), first, std::min(direct, first + tile), loops);
    for (StripSearch<T>& strip : strips) strip.meet(rest.data(), direct, points.rows(), loops);
    for (StripSearch<T>& strip : strips) strip.finish(result);
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
