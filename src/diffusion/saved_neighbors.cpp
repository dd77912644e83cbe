#include "diffusion/saved_neighbors.hpp"

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "base/parallel.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

constexpr Index points_a_range = 2048;

/// Ascending numbers of points.
bool is_list(std::span<const std::int32_t> list, Index points) {
  return list.front() >= 0 && list.back() < points &&
         std::ranges::adjacent_find(list, std::greater_equal()) == list.end();
}

}  // namespace

PackedIndices packed_lists(Neighbors nearest, const Execution& run) {
  const Index k = nearest.k;
  parallel_for(run, static_cast<Index>(nearest.index.size()) / k, points_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) std::ranges::sort(std::span(nearest.index).subspan(u * k, k));
  });
  return PackedIndices(std::span<const std::int32_t>(nearest.index));
}

template <class T>
Neighbors unpacked_lists(const PackedIndices& lists, MatrixView<T> points, Index k, const Execution& run) {
  const auto size = static_cast<std::size_t>(points.rows());
  if (k < 1 || lists.size() % size != 0 || lists.size() / size != static_cast<std::size_t>(k)) return {};
  Neighbors nearest{
      .k = k, .index = lists.unpacked<std::int32_t>(), .squared_distance = std::vector<double>(lists.size())};
  std::atomic<bool> good = true;
  parallel_for(run, points.rows(), points_a_range, [&](Index begin, Index end) {
    std::vector<std::pair<double, std::int32_t>> sorted(static_cast<std::size_t>(k));
    for (Index u = begin; u < end; ++u) {
      const auto index = std::span(nearest.index).subspan(u * k, k);
      const auto squared = std::span(nearest.squared_distance).subspan(u * k, k);
      if (!is_list(index, points.rows())) {
        good = false;
        return;
      }
      squared_distances_in_double(
          points.row(u), k, [&](Index j) { return points.row(index[j]); }, squared.data());
      for (std::size_t j = 0; j < sorted.size(); ++j) sorted[j] = {squared[j], index[j]};
      std::ranges::sort(sorted);
      for (std::size_t j = 0; j < sorted.size(); ++j) std::tie(squared[j], index[j]) = sorted[j];
    }
  });
  return good ? std::move(nearest) : Neighbors{};
}

template Neighbors unpacked_lists(const PackedIndices&, MatrixView<float>, Index, const Execution&);
template Neighbors unpacked_lists(const PackedIndices&, MatrixView<double>, Index, const Execution&);

}  // namespace codimap
