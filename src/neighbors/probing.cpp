#include "neighbors/probing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

/// What it takes to find one neighbour of a query.
struct Need {
  double reach = -std::numeric_limits<double>::infinity();  // none, where it is in the query's own list
  Index lists_around = 0;
};

/// `from_own` are squared distances of all centres from that of the query's own list.
template <class T>
Need need_of(std::span<const T> query, double radius, Index own, Index other, const PointLists<T>& lists,
             std::span<const double> from_own) {
  if (own == other) return {};
  const double apart = from_own[other];
  // From the query to the plane half-way between the centres, beyond which the other's cell lies.
  const double further =
      squared_distance_in_double(query, lists.centre(other)) - squared_distance_in_double(query, lists.centre(own));
  const auto nearer = std::ranges::count_if(from_own, [apart](double squared) { return squared < apart; });
  return {.reach = further <= 0 || apart == 0 ? 0 : further / (2 * std::sqrt(apart)) / radius,
          .lists_around = std::max<Index>(1, nearer)};
}

}  // namespace

std::vector<std::int32_t> list_of_each(const Groups& lists) {
  std::vector<std::int32_t> list_of(lists.members.size());
  for (std::size_t list = 0; list + 1 < lists.offsets.size(); ++list)
    for (const std::int32_t member : lists.of(static_cast<Index>(list)))
      list_of[member] = static_cast<std::int32_t>(list);
  return list_of;
}

template <class T>
Probing learn_probing(MatrixView<T> queries, std::span<const std::int32_t> own, const Neighbors& nearest, Index skipped,
                      const PointLists<T>& lists, double recall, const Execution& run) {
  const std::vector<std::int32_t> list_of = list_of_each(lists.lists);
  const Index others = nearest.k - skipped;
  if (others == 0) return {};
  std::vector<Need> needs(own.size() * static_cast<std::size_t>(others));
  parallel_for(run, queries.rows(), 8, [&](Index begin, Index end) {
    for (Index q = begin; q < end; ++q) {
      std::vector<double> from_own;
      for (Index list = 0; list < lists.count(); ++list)
        from_own.push_back(squared_distance_in_double(lists.centre(own[q]), lists.centre(list)));
      const double radius = std::sqrt(nearest.squared_distance[(q + 1) * nearest.k - 1]);
      for (Index j = 0; j < others; ++j)
        needs[q * others + j] = need_of(queries.row(q), radius, own[q],
                                        list_of[nearest.index[q * nearest.k + skipped + j]], lists, from_own);
    }
  });
  std::ranges::sort(needs, {}, &Need::reach);
  const auto found = static_cast<std::size_t>(std::ceil(recall * static_cast<double>(needs.size())));
  Probing result{.reach = std::max(0.0, needs[found - 1].reach), .lists_around = 0, .exact = false};
  for (std::size_t i = 0; i < found; ++i) result.lists_around = std::max(result.lists_around, needs[i].lists_around);
  // Queries outside the sample may need a few more.
  result.lists_around = std::min(lists.count() - 1, result.lists_around + result.lists_around / 4 + 4);
  return result;
}

template Probing learn_probing(MatrixView<float>, std::span<const std::int32_t>, const Neighbors&, Index,
                               const PointLists<float>&, double, const Execution&);
template Probing learn_probing(MatrixView<double>, std::span<const std::int32_t>, const Neighbors&, Index,
                               const PointLists<double>&, double, const Execution&);

}  // namespace codimap
