#include "neighbors/list_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbors/list_join.hpp"

namespace codimap {
namespace {

constexpr Index sampled_queries = 1024;    // half to learn the reach from, half to measure the recall on
constexpr Index queries_at_a_time = 1024;  // of one list

/// Few large lists beat many small ones at equal recall, and the more points there are, the larger they may be.
Index list_size(Index points, Index k) {
  return std::max({Index{512}, static_cast<Index>(11 * std::cbrt(static_cast<double>(points))), 4 * k});
}

Neighbors room_for(Index queries, Index k) {
  const auto size = static_cast<std::size_t>(queries * k);
  return {.k = k, .index = std::vector<std::int32_t>(size), .squared_distance = std::vector<double>(size)};
}

template <class T, bool exact>
void take(ListQueries<T, exact>& found, Index query, std::int32_t self, Index row, Neighbors& result) {
  const auto k = static_cast<std::size_t>(result.k);
  const auto begin = static_cast<std::size_t>(row) * k;
  found.take(query, self, std::span(result.index).subspan(begin, k),
             std::span(result.squared_distance).subspan(begin, k));
}

/// Rows that were drawn, and the lists that they belong to.
template <class T>
struct Sample {
  std::vector<std::int32_t> rows;
  Matrix<T> queries;
  std::vector<std::int32_t> own;
};

/// One row from each of `sampled_queries` equal stretches of all, shared out between two samples.
template <class T>
std::pair<Sample<T>, Sample<T>> draw_samples(MatrixView<T> queries, std::span<const std::int32_t> list_of) {
  std::pair<Sample<T>, Sample<T>> samples;
  for (Index i = 0; i < sampled_queries; ++i) {
    const double place =
        static_cast<double>(i) + random_uniform(2, RandomStream::sample, static_cast<std::uint64_t>(i));
    (i % 2 == 0 ? samples.first : samples.second)
        .rows.push_back(static_cast<std::int32_t>(place * static_cast<double>(queries.rows()) /
                                                  static_cast<double>(sampled_queries)));
  }
  for (Sample<T>* sample : {&samples.first, &samples.second}) {
    sample->queries = Matrix<T>(static_cast<Index>(sample->rows.size()), queries.cols());
    for (std::size_t i = 0; i < sample->rows.size(); ++i) {
      std::ranges::copy(queries.row(sample->rows[i]), sample->queries.row(static_cast<Index>(i)).begin());
      sample->own.push_back(list_of[sample->rows[i]]);
    }
  }
  return samples;
}

/// The k nearest of each sampled query, among all lists.
template <class T>
Neighbors nearest_of_all(const Sample<T>& sample, const CodedLists<T>& among, Index k, const Execution& run) {
  const ListJoin<T, false> join(among, {}, k, run);
  std::vector<std::int32_t> rows(sample.rows.size());
  std::iota(rows.begin(), rows.end(), 0);
  Neighbors result = room_for(sample.queries.rows(), k);
  parallel_for(run, sample.queries.rows(), 64, [&](Index begin, Index end) {
    auto found = join.join_all(sample.own, sample.queries.view(),
                               std::span<const std::int32_t>(rows).subspan(begin, end - begin));
    for (Index q = begin; q < end; ++q) take(found, q - begin, -1, q, result);
  });
  return result;
}

/// The share of the sampled queries' neighbours, without the first `skipped`, that was found; any that is as near will
/// do.
template <class T>
double recall_of(const Neighbors& found, const Sample<T>& sample, const Neighbors& exact, Index skipped) {
  const Index k = exact.k;
  Index right = 0;
  for (std::size_t q = 0; q < sample.rows.size(); ++q)
    for (Index j = skipped; j < k; ++j)
      right +=
          found.squared_distance[sample.rows[q] * k + j] <= exact.squared_distance[(static_cast<Index>(q) + 1) * k - 1];
  const Index all = static_cast<Index>(sample.rows.size()) * (k - skipped);
  return all == 0 ? 1 : static_cast<double>(right) / static_cast<double>(all);
}

/// Queries by lists, in pieces of no more than queries_at_a_time.
struct Piece {
  Index list;
  std::span<const std::int32_t> rows;
};

std::vector<Piece> pieces_of(const Groups& queries) {
  std::vector<Piece> pieces;
  for (Index list = 0; list + 1 < static_cast<Index>(queries.offsets.size()); ++list) {
    const auto rows = queries.of(list);
    for (std::size_t first = 0; first < rows.size(); first += queries_at_a_time)
      pieces.push_back({list, rows.subspan(first, std::min<std::size_t>(queries_at_a_time, rows.size() - first))});
  }
  return pieces;
}

/// The neighbours of all queries; `are_points` where these are the points themselves.
template <class T, bool exact>
NewNeighbors join_queries(const ListJoin<T, exact>& join, MatrixView<T> queries, const Groups& by_list, bool are_points,
                          Index k, bool reached, const Execution& run) {
  const std::vector<Piece> pieces = pieces_of(by_list);
  NewNeighbors result{.nearest = room_for(queries.rows(), k), .reached_from = {}};
  if (reached) result.reached_from.resize(static_cast<std::size_t>(queries.rows()));
  parallel_for(run, static_cast<Index>(pieces.size()), 1, [&](Index piece, Index) {
    const auto rows = pieces[piece].rows;
    auto found = join.join(pieces[piece].list, queries, rows);
    for (Index q = 0; q < found.size(); ++q) {
      take(found, q, are_points ? rows[q] : -1, rows[q], result.nearest);
      if (reached) result.reached_from[rows[q]] = found.take_reached(q);
    }
  });
  return result;
}

template <class T>
std::vector<std::int32_t> lists_of_queries(MatrixView<T> queries, bool are_points, const PointLists<T>& lists,
                                           const Execution& run) {
  return are_points ? list_of_each(lists.lists) : lists_of(queries, lists.centres, run);
}

template <class T>
std::pair<Neighbors, LearnedLists<T>> learn_and_join(MatrixView<T> queries, MatrixView<T> points, bool are_points,
                                                     Index k, double wanted_recall, const Execution& run) {
  LearnedLists<T> learned{.lists = make_lists(points, list_size(points.rows(), k), false, run), .probing = {}, .k = k};
  const PointLists<T>& lists = learned.lists;
  const ListCodes<T> codes = encode_lists(points, lists, run);
  const CodedLists<T> among{points, lists, codes};
  const std::vector<std::int32_t> list_of = lists_of_queries(queries, are_points, lists, run);
  const Index skipped = are_points ? 1 : 0;
  const auto [teaching, judging] = draw_samples(queries, std::span<const std::int32_t>(list_of));
  learned.probing = learn_probing(teaching.queries.view(), teaching.own, nearest_of_all(teaching, among, k, run),
                                  skipped, lists, wanted_recall, run);
  const ListJoin<T, false> join(among, learned.probing, k, run);
  Neighbors nearest = join_queries(join, queries, group_by(list_of, lists.count()), are_points, k, false, run).nearest;
  nearest.recall = recall_of(nearest, judging, nearest_of_all(judging, among, k, run), skipped);
  return {std::move(nearest), std::move(learned)};
}

template <class T>
std::pair<Neighbors, LearnedLists<T>> join_exactly(MatrixView<T> queries, MatrixView<T> points, bool are_points,
                                                   Index k, const Execution& run) {
  LearnedLists<T> learned = lists_without_limit(points, k, run);
  const ListCodes<T> codes = encode_lists(points, learned.lists, run);
  const CodedLists<T> among{points, learned.lists, codes};
  const ListJoin<T, true> join(among, learned.probing, k, run);
  const Groups by_list = group_by(lists_of_queries(queries, are_points, learned.lists, run), learned.lists.count());
  return {join_queries(join, queries, by_list, are_points, k, false, run).nearest, std::move(learned)};
}

/// `are_points` where the queries are the points themselves, each of which is its own first neighbour.
template <class T>
std::pair<Neighbors, LearnedLists<T>> joined(MatrixView<T> queries, MatrixView<T> points, bool are_points, Index k,
                                             double wanted_recall, const Execution& run) {
  return wanted_recall < 1 ? learn_and_join(queries, points, are_points, k, wanted_recall, run)
                           : join_exactly(queries, points, are_points, k, run);
}

}  // namespace

template <class T>
std::pair<Neighbors, LearnedLists<T>> join_by_lists(MatrixView<T> points, Index k, double wanted_recall,
                                                    const Execution& run) {
  return joined(points, points, true, k, wanted_recall, run);
}

template <class T>
std::pair<Neighbors, std::optional<LearnedLists<T>>> neighbors_among(MatrixView<T> points, Index k,
                                                                     double wanted_recall, const Execution& run) {
  if (searched_by_lists(points.rows(), points.cols())) return join_by_lists(points, k, wanted_recall, run);
  return {nearest_neighbors(points, points, k, run), std::nullopt};
}

template <class T>
LearnedLists<T> lists_without_limit(MatrixView<T> points, Index k, const Execution& run) {
  LearnedLists<T> learned{.lists = make_lists(points, list_size(points.rows(), k), true, run), .probing = {}, .k = k};
  learned.probing = {.reach = 1, .lists_around = learned.lists.count() - 1, .exact = true};
  return learned;
}

template <class T>
Neighbors search_by_lists(MatrixView<T> queries, MatrixView<T> points, Index k, double wanted_recall,
                          const Execution& run) {
  return joined(queries, points, false, k, wanted_recall, run).first;
}

template <class T>
NewNeighbors search_lists(MatrixView<T> queries, MatrixView<T> points, const LearnedLists<T>& learned,
                          const ListCodes<T>& codes, const Reaches<T>* reaches, const Execution& run) {
  const CodedLists<T> among{points, learned.lists, codes};
  const Groups by_list = group_by(lists_of(queries, learned.lists.centres, run), learned.lists.count());
  const auto by = [&](const auto& join) {
    return join_queries(join, queries, by_list, false, learned.k, reaches != nullptr, run);
  };
  if (learned.probing.exact) return by(ListJoin<T, true>(among, learned.probing, learned.k, run, reaches));
  return by(ListJoin<T, false>(among, learned.probing, learned.k, run, reaches));
}

template std::pair<Neighbors, LearnedLists<float>> join_by_lists(MatrixView<float>, Index, double, const Execution&);
template std::pair<Neighbors, LearnedLists<double>> join_by_lists(MatrixView<double>, Index, double, const Execution&);
template std::pair<Neighbors, std::optional<LearnedLists<float>>> neighbors_among(MatrixView<float>, Index, double,
                                                                                  const Execution&);
template std::pair<Neighbors, std::optional<LearnedLists<double>>> neighbors_among(MatrixView<double>, Index, double,
                                                                                   const Execution&);
template LearnedLists<float> lists_without_limit(MatrixView<float>, Index, const Execution&);
template LearnedLists<double> lists_without_limit(MatrixView<double>, Index, const Execution&);
template Neighbors search_by_lists(MatrixView<float>, MatrixView<float>, Index, double, const Execution&);
template Neighbors search_by_lists(MatrixView<double>, MatrixView<double>, Index, double, const Execution&);
template NewNeighbors search_lists(MatrixView<float>, MatrixView<float>, const LearnedLists<float>&,
                                   const ListCodes<float>&, const Reaches<float>*, const Execution&);
template NewNeighbors search_lists(MatrixView<double>, MatrixView<double>, const LearnedLists<double>&,
                                   const ListCodes<double>&, const Reaches<double>*, const Execution&);

}  // namespace codimap
