#include "neighbors/list_join.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Squared distances of queries from the centres of list `own` and of the lists around it: row j, column q.
template <class T>
Matrix<T> distances_from_centres(MatrixView<T> queries, std::span<const std::int32_t> rows, const PointLists<T>& lists,
                                 Index own, std::span<const std::int32_t> around, const Loops<T>& loops) {
  const Index cols = queries.cols();
  const Index strips = (static_cast<Index>(rows.size()) + lanes<T> - 1) / lanes<T>;
  std::vector<T> packed(static_cast<std::size_t>(strips * lanes<T> * cols));
  for (Index strip = 0; strip < strips; ++strip) {
    const auto some = rows.subspan(static_cast<std::size_t>(strip * lanes<T>));
    pack_strip(
        queries, static_cast<Index>(some.size()), [some](Index lane) { return some[lane]; },
        packed.data() + strip * lanes<T> * cols);
  }
  const Index centre_rows = (static_cast<Index>(around.size()) / 48 + 1) * 48;
  Matrix<T> centres(centre_rows, cols);
  std::ranges::copy(lists.centre(own), centres.row(0).begin());
  for (std::size_t j = 0; j < around.size(); ++j)
    std::ranges::copy(lists.centre(around[j]), centres.row(static_cast<Index>(j) + 1).begin());
  Matrix<T> distances(centre_rows, strips * lanes<T>);
  loops.squared_distances(centres.data(), centre_rows, packed.data(), strips, cols, distances.data());
  return distances;
}

/// Of each list, to rounding: its points were compared with the other centres in T.
template <class T>
std::vector<double> misplaced(const CodedLists<T>& among, const Execution& run) {
  const PointLists<T>& lists = among.lists;
  std::vector<double> result(static_cast<std::size_t>(lists.count()));
  const double vanished = static_cast<double>(among.points.cols()) * static_cast<double>(std::numeric_limits<T>::min());
  parallel_for(run, lists.count(), 1, [&](Index list, Index) {
    double largest = 0;
    for (const std::int32_t member : lists.members(list))
      largest = std::max(largest, squared_distance_in_double(among.points.row(member), lists.centre(list)));
    result[list] = 2 * relative_slack(among.points.cols()) * largest + 4 * vanished;
  });
  return result;
}

}  // namespace

template <class T, bool exact>
ListJoin<T, exact>::ListJoin(const CodedLists<T>& among, const Probing& probing, Index k, const Execution& run,
                             const Reaches<T>* reaches)
    : among_(among),
      reach_(probing.reach),
      k_(k),
      around_(nearest_neighbors(among.lists.centres.fine.view(), among.lists.centres.fine.view(),
                                probing.lists_around + 1, run)),
      reaches_(reaches),
      run_(run),
      loops_(loops<T>(run)),
      misplaced_(exact ? misplaced(among, run) : std::vector<double>{}) {}

template <class T, bool exact>
typename ListJoin<T, exact>::Distance ListJoin<T, exact>::hidden(std::int32_t list, T sum) const {
  if constexpr (exact)
    return misplaced_[list] + relative_slack(among_.points.cols()) * static_cast<double>(sum);
  else
    return 0;
}

template <class T, bool exact>
ListQueries<T, exact> ListJoin<T, exact>::join(Index own, MatrixView<T> queries,
                                               std::span<const std::int32_t> rows) const {
  const PointLists<T>& lists = among_.lists;
  ListQueries<T, exact> result(queries, rows, among_, k_, run_, reaches_);
  std::vector<Index> wanting(rows.size());
  std::iota(wanting.begin(), wanting.end(), Index{0});
  result.meet(own, wanting);

  std::vector<std::int32_t> around(around_.index.begin() + own * around_.k,
                                   around_.index.begin() + (own + 1) * around_.k);
  std::erase(around, static_cast<std::int32_t>(own));
  const Matrix<T> from_centres = distances_from_centres(queries, rows, lists, own, around, loops_);
  for (std::size_t j = 0; j < around.size(); ++j) {
    const double apart = squared_distance_in_double(lists.centre(own), lists.centre(around[j]));
    constexpr double rounded_up = exact ? 1 + 1e-12 : 1;
    const auto nearer = static_cast<Distance>(4 * apart * reach_ * reach_ * rounded_up);
    const Distance reached = reaches_ ? static_cast<Distance>(reaches_->largest_square[around[j]]) : 0;
    wanting.clear();
    for (Index q = 0; q < result.size(); ++q) {
      const T other = from_centres(static_cast<Index>(j) + 1, q);
      const Distance further = other - from_centres(0, q) - hidden(around[j], other + from_centres(0, q));
      if (further <= 0 || further * further <= nearer * std::max(result.limit(q), reached)) wanting.push_back(q);
    }
    result.meet(around[j], wanting);
  }
  look_further(own, around, result);
  return result;
}

/// Queries that have not found k points yet, as among many small lists, meet all the others.
template <class T, bool exact>
void ListJoin<T, exact>::look_further(Index own, std::span<const std::int32_t> around,
                                      ListQueries<T, exact>& queries) const {
  std::vector<Index> wanting;
  for (Index q = 0; q < queries.size(); ++q)
    if (queries.found(q) < k_) wanting.push_back(q);
  if (wanting.empty()) return;
  for (Index list = 0; list < among_.lists.count(); ++list)
    if (list != own && std::ranges::find(around, list) == around.end()) queries.meet(list, wanting);
}

template <class T, bool exact>
ListQueries<T, exact> ListJoin<T, exact>::join_all(std::span<const std::int32_t> own, MatrixView<T> queries,
                                                   std::span<const std::int32_t> rows) const {
  ListQueries<T, exact> result(queries, rows, among_, k_, run_, reaches_);
  for (Index q = 0; q < result.size(); ++q) result.meet(own[rows[q]], std::span<const Index>(&q, 1));
  std::vector<Index> wanting;
  for (Index list = 0; list < among_.lists.count(); ++list) {
    wanting.clear();
    for (Index q = 0; q < result.size(); ++q)
      if (own[rows[q]] != list) wanting.push_back(q);
    result.meet(list, wanting);
  }
  return result;
}

template class ListJoin<float, false>;
template class ListJoin<float, true>;
template class ListJoin<double, false>;
template class ListJoin<double, true>;

}  // namespace codimap
