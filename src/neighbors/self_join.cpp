#include "neighbors/self_join.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbors/list_queries.hpp"
#include "neighbors/lists.hpp"
#include "neighbors/probing.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

constexpr Index list_size = 512;  // few large lists beat many small ones at equal recall
constexpr double wanted_recall = 0.994;
constexpr Index sampled_queries = 1024;  // half to learn the reach from, half to measure the recall on

/// Squared distances of the points of list `own` from the centres of `own` and of the lists around it: row j, column q.
template <class T>
Matrix<T> distances_from_centres(const PointLists<T>& lists, Index own, std::span<const std::int32_t> around,
                                 const Loops<T>& loops) {
  const Index cols = lists.rows.cols();
  const Index strips = (lists.size(own) + lanes<T> - 1) / lanes<T>;
  std::vector<T> packed(static_cast<std::size_t>(strips * lanes<T> * cols));
  for (Index strip = 0; strip < strips; ++strip) {
    const Index first = lists.offsets[own] + strip * lanes<T>;
    pack_strip(
        lists.rows.view(), lists.offsets[own + 1] - first, [first](Index lane) { return first + lane; },
        packed.data() + strip * lanes<T> * cols);
  }
  const Index rows = (static_cast<Index>(around.size()) / 48 + 1) * 48;
  Matrix<T> centres(rows, cols);
  std::copy_n(lists.centres.row(own).data(), cols, centres.row(0).data());
  for (std::size_t j = 0; j < around.size(); ++j)
    std::copy_n(lists.centres.row(around[j]).data(), cols, centres.row(static_cast<Index>(j) + 1).data());
  Matrix<T> distances(rows, strips * lanes<T>);
  loops.squared_distances(centres.data(), rows, packed.data(), strips, cols, distances.data());
  return distances;
}

template <class T>
class SelfJoin {
 public:
  SelfJoin(const PointLists<T>& lists, const Probing& probing, Index k, const Execution& run)
      : lists_(lists),
        reach_(probing.reach),
        k_(k),
        around_(nearest_neighbors(lists.centres.view(), lists.centres.view(), probing.lists_around + 1, run)),
        loops_(loops<T>(run)),
        near_loops_(near_loops<T>(run)) {}

  /// The neighbours of the points of one list.
  void join(Index own, Neighbors& result) const {
    if (lists_.size(own) == 0) return;
    ListQueries<T> queries(lists_, own, k_, near_loops_);
    std::vector<Index> wanting(static_cast<std::size_t>(queries.size()));
    std::iota(wanting.begin(), wanting.end(), Index{0});
    queries.meet(own, wanting);

    std::vector<std::int32_t> around(around_.index.begin() + own * around_.k,
                                     around_.index.begin() + (own + 1) * around_.k);
    std::erase(around, static_cast<std::int32_t>(own));
    const Matrix<T> from_centres = distances_from_centres(lists_, own, around, loops_);
    for (std::size_t j = 0; j < around.size(); ++j) {
      const double apart =
          squared_distance_in_double(lists_.centres.view().row(own), lists_.centres.view().row(around[j]));
      const auto nearer = static_cast<T>(4 * apart * reach_ * reach_);
      wanting.clear();
      for (Index q = 0; q < queries.size(); ++q) {
        const T further = from_centres(static_cast<Index>(j) + 1, q) - from_centres(0, q);
        if (further <= 0 || further * further <= nearer * queries.limit(q)) wanting.push_back(q);
      }
      queries.meet(around[j], wanting);
    }
    look_further(own, around, queries);
    for (Index q = 0; q < queries.size(); ++q) queries.take(q, result);
  }

 private:
  /// Queries that have not found k points yet, as among many small lists, meet all the others.
  void look_further(Index own, std::span<const std::int32_t> around, ListQueries<T>& queries) const {
    std::vector<Index> wanting;
    for (Index q = 0; q < queries.size(); ++q)
      if (queries.found(q) < k_) wanting.push_back(q);
    if (wanting.empty()) return;
    for (Index list = 0; list < lists_.count(); ++list)
      if (list != own && std::ranges::find(around, list) == around.end()) queries.meet(list, wanting);
  }

  const PointLists<T>& lists_;
  double reach_;
  Index k_;
  Neighbors around_;
  const Loops<T>& loops_;
  const NearLoops<T>& near_loops_;
};

/// One query from each of `count` equal stretches of all points.
std::vector<std::int32_t> sample_queries(Index points, Index count) {
  std::vector<std::int32_t> queries;
  for (Index i = 0; i < count; ++i) {
    const double place =
        static_cast<double>(i) + random_uniform(2, RandomStream::sample, static_cast<std::uint64_t>(i));
    queries.push_back(static_cast<std::int32_t>(place * static_cast<double>(points) / static_cast<double>(count)));
  }
  return queries;
}

template <class T>
Neighbors exact_neighbors(MatrixView<T> points, std::span<const std::int32_t> queries, Index k, const Execution& run) {
  Matrix<T> rows(static_cast<Index>(queries.size()), points.cols());
  for (std::size_t q = 0; q < queries.size(); ++q)
    std::copy_n(points.row(queries[q]).data(), points.cols(), rows.row(static_cast<Index>(q)).data());
  return nearest_neighbors(rows.view(), points, k, run);
}

/// The share of the queries' neighbours, themselves left out, that was found; any that is as near will do.
double recall_of(const Neighbors& found, std::span<const std::int32_t> queries, const Neighbors& exact) {
  const Index k = exact.k;
  Index right = 0;
  for (std::size_t q = 0; q < queries.size(); ++q)
    for (Index j = 1; j < k; ++j)
      right +=
          found.squared_distance[queries[q] * k + j] <= exact.squared_distance[(static_cast<Index>(q) + 1) * k - 1];
  const Index all = static_cast<Index>(queries.size()) * (k - 1);
  return all == 0 ? 1 : static_cast<double>(right) / static_cast<double>(all);
}

}  // namespace

template <class T>
Neighbors self_join(MatrixView<T> points, Index k, const Execution& run) {
  const PointLists<T> lists = make_lists(points, std::max(list_size, 4 * k), run);
  // Every other of the sampled queries teaches, the rest judge.
  std::vector<std::int32_t> teaching;
  std::vector<std::int32_t> judging;
  for (const std::int32_t query : sample_queries(points.rows(), sampled_queries))
    (teaching.size() <= judging.size() ? teaching : judging).push_back(query);
  const Probing probing =
      learn_probing(points, lists, teaching, exact_neighbors(points, teaching, k, run), wanted_recall, run);
  const SelfJoin<T> join(lists, probing, k, run);
  const auto size = static_cast<std::size_t>(points.rows() * k);
  Neighbors result{.k = k, .index = std::vector<std::int32_t>(size), .squared_distance = std::vector<double>(size)};
  parallel_for(run, lists.count(), 1, [&](Index list, Index) { join.join(list, result); });
  result.recall = recall_of(result, judging, exact_neighbors(points, judging, k, run));
  return result;
}

template <class T>
Neighbors neighbors_among(MatrixView<T> points, Index k, const Execution& run) {
  const bool exact = points.cols() <= most_tree_dimensions || points.rows() <= most_exact_points;
  return exact ? nearest_neighbors(points, points, k, run) : self_join(points, k, run);
}

template Neighbors self_join(MatrixView<float>, Index, const Execution&);
template Neighbors self_join(MatrixView<double>, Index, const Execution&);
template Neighbors neighbors_among(MatrixView<float>, Index, const Execution&);
template Neighbors neighbors_among(MatrixView<double>, Index, const Execution&);

}  // namespace codimap
