// The queries of one list of the self-join, and what they have found so far.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "neighbors/lists.hpp"
#include "neighbors/search.hpp"
#include "neighbors/strips.hpp"
#include "simd/near_loops.hpp"

namespace codimap {

/// Points are named by their places in the lists.
template <class T>
class ListQueries {
 public:
  ListQueries(const PointLists<T>& lists, Index own, Index k, const NearLoops<T>& loops)
      : lists_(lists),
        loops_(loops),
        first_(lists.offsets[own]),
        size_(lists.size(own)),
        k_(k),
        candidates_(static_cast<std::size_t>(size_ * (k + spare_room_))),
        count_(static_cast<std::size_t>(size_)),
        limit_(static_cast<std::size_t>(size_), std::numeric_limits<T>::infinity()),
        strip_(static_cast<std::size_t>(lanes<T> * lists.rows.cols())) {}

  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] Index found(Index query) const { return count_[query]; }
  /// Squared distance beyond which no point is of interest; infinite until k points are found.
  [[nodiscard]] T limit(Index query) const { return limit_[query]; }

  /// Shows a list to some of the queries.
  void meet(Index list, std::span<const Index> queries) {
    for (std::size_t first = 0; first < queries.size(); first += lanes<T>)
      meet_strip(list, queries.subspan(first, std::min<std::size_t>(lanes<T>, queries.size() - first)));
  }

  /// Writes the k nearest of a query.
  void take(Index query, Neighbors& result) {
    cut(query);
    Candidate<T>* const found = candidates(query);
    // Squares that vanish tie with the point itself, which might then have been cut off.
    const auto self = static_cast<std::int32_t>(first_ + query);
    if (std::ranges::find(found, found + k_, self, &Candidate<T>::point) == found + k_) found->point = self;
    distances_.resize(static_cast<std::size_t>(k_));
    squared_distances_in_double(
        lists_.rows.view().row(first_ + query), k_, [&](Index c) { return lists_.rows.view().row(found[c].point); },
        distances_.data());
    nearest_.clear();
    for (Index c = 0; c < k_; ++c) nearest_.emplace_back(distances_[c], lists_.at[found[c].point]);
    std::ranges::sort(nearest_);
    const Index begin = lists_.at[first_ + query] * k_;
    for (Index c = 0; c < k_; ++c) std::tie(result.squared_distance[begin + c], result.index[begin + c]) = nearest_[c];
  }

 private:
  static constexpr Index spare_room_ = 48;   // for candidates of a query beside the k nearest so far
  static constexpr Index most_sorted_ = 64;  // beyond this k, putting each candidate in its place takes too long

  [[nodiscard]] Candidate<T>* candidates(Index query) { return candidates_.data() + query * (k_ + spare_room_); }

  void meet_strip(Index list, std::span<const Index> queries) {
    pack_strip(
        lists_.rows.view(), static_cast<Index>(queries.size()), [&](Index lane) { return first_ + queries[lane]; },
        strip_.data());
    Index from = lists_.offsets[list];
    const Index to = lists_.offsets[list + 1];
    CandidateLists<T> kept;
    while (from < to) {
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes<T>); ++lane) {
        const Index query = queries[lane < queries.size() ? lane : 0];
        kept.next[lane] = candidates(query) + count_[query];
        kept.room[lane] = k_ + spare_room_ - count_[query];
        kept.limit[lane] = lane < queries.size() ? limit_[query] : T{-1};
      }
      from += loops_.keep_near(lists_.rows.row(from).data(), to - from, from, strip_.data(), lists_.rows.cols(), kept);
      for (std::size_t lane = 0; lane < queries.size(); ++lane) {
        count_[queries[lane]] = kept.next[lane] - candidates(queries[lane]);
        cut(queries[lane]);
      }
    }
  }

  /// Keeps the k nearest candidates of a query, the furthest of them last; few are kept sorted.
  void cut(Index query) {
    const bool cut_before = limit_[query] < std::numeric_limits<T>::infinity();
    if (count_[query] < k_ || (count_[query] == k_ && cut_before)) return;
    Candidate<T>* const begin = candidates(query);
    Candidate<T>* const last = begin + k_ - 1;
    Candidate<T>* added = begin + k_;
    Candidate<T>* const end = begin + count_[query];
    if (k_ > most_sorted_) {
      std::ranges::nth_element(begin, last, end, {}, &Candidate<T>::squared_distance);
      added = end;
    } else if (!cut_before) {
      std::ranges::sort(begin, added, {}, &Candidate<T>::squared_distance);
    }
    for (; added < end; ++added) {
      const Candidate<T> candidate = *added;
      if (candidate.squared_distance >= last->squared_distance) continue;
      Candidate<T>* place = last;
      for (; place > begin && place[-1].squared_distance > candidate.squared_distance; --place) *place = place[-1];
      *place = candidate;
    }
    limit_[query] = last->squared_distance;
    count_[query] = k_;
  }

  const PointLists<T>& lists_;
  const NearLoops<T>& loops_;
  Index first_;
  Index size_;
  Index k_;
  std::vector<Candidate<T>> candidates_;  // of query q from q·(k + spare_room_) on
  std::vector<Index> count_;
  std::vector<T> limit_;
  std::vector<T> strip_;
  std::vector<double> distances_;
  std::vector<std::pair<double, std::int32_t>> nearest_;
};

}  // namespace codimap
