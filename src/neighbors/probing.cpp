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

template <class T>
Need need_of(std::span<const T> query, double radius, Index own, Index other, const PointLists<T>& lists) {
  if (own == other) return {};
  const MatrixView<T> centres = lists.centres.view();
  const double apart = squared_distance_in_double(centres.row(own), centres.row(other));
  // From the query to the plane half-way between the centres, beyond which the other's cell lies.
  const double margin =
      (squared_distance_in_double(query, centres.row(other)) - squared_distance_in_double(query, centres.row(own))) /
      (2 * std::sqrt(apart));
  Need need{.reach = margin <= 0 ? 0 : margin / radius, .lists_around = 1};
  for (Index list = 0; list < lists.count(); ++list)
    if (list != own && squared_distance_in_double(centres.row(own), centres.row(list)) < apart) ++need.lists_around;
  return need;
}

std::vector<std::int32_t> list_of_point(std::span<const Index> offsets, std::span<const std::int32_t> at) {
  std::vector<std::int32_t> list_of(at.size());
  for (std::size_t list = 0; list + 1 < offsets.size(); ++list)
    for (Index place = offsets[list]; place < offsets[list + 1]; ++place)
      list_of[at[place]] = static_cast<std::int32_t>(list);
  return list_of;
}

}  // namespace

template <class T>
Probing learn_probing(MatrixView<T> points, const PointLists<T>& lists, std::span<const std::int32_t> queries,
                      const Neighbors& nearest, double recall, const Execution& run) {
  const Index others = nearest.k - 1;
  if (others == 0) return {};
  const std::vector<std::int32_t> list_of = list_of_point(lists.offsets, lists.at);
  std::vector<Need> needs(queries.size() * static_cast<std::size_t>(others));
  parallel_for(run, static_cast<Index>(queries.size()), 8, [&](Index begin, Index end) {
    for (Index q = begin; q < end; ++q) {
      const double radius = std::sqrt(nearest.squared_distance[(q + 1) * nearest.k - 1]);
      for (Index j = 0; j < others; ++j) {
        const std::int32_t neighbor = nearest.index[q * nearest.k + 1 + j];
        needs[q * others + j] = need_of(points.row(queries[q]), radius, list_of[queries[q]], list_of[neighbor], lists);
      }
    }
  });
  std::ranges::sort(needs, {}, &Need::reach);
  const auto found = static_cast<std::size_t>(std::ceil(recall * static_cast<double>(needs.size())));
  Probing result{.reach = std::max(0.0, needs[found - 1].reach), .lists_around = 0};
  for (std::size_t i = 0; i < found; ++i) result.lists_around = std::max(result.lists_around, needs[i].lists_around);
  // Queries outside the sample may need a few more.
  result.lists_around = std::min(lists.count() - 1, result.lists_around + result.lists_around / 4 + 4);
  return result;
}

template Probing learn_probing(MatrixView<float>, const PointLists<float>&, std::span<const std::int32_t>,
                               const Neighbors&, double, const Execution&);
template Probing learn_probing(MatrixView<double>, const PointLists<double>&, std::span<const std::int32_t>,
                               const Neighbors&, double, const Execution&);

}  // namespace codimap
