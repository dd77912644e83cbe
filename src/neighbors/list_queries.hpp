// Some queries that meet lists of points one after another, and what they have found so far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "neighbors/list_codes.hpp"
#include "neighbors/reaches.hpp"
#include "neighbors/search.hpp"
#include "neighbors/strips.hpp"

namespace codimap {

/// Codes tell which points of a list may be near enough, distances in T which of them are, and at the end distances in
/// double in which order. If `exact`, distances in double tell both, and of equally near points the lowest index
/// counts.
template <class T, bool exact>
class ListQueries {
 public:
  using Distance = std::conditional_t<exact, double, T>;

  /// Rows `rows` of `queries`. With reaches, the points that reach a query are looked for as well.
  ListQueries(MatrixView<T> queries, std::span<const std::int32_t> rows, const CodedLists<T>& among, Index k,
              const Execution& run, const Reaches<T>* reaches = nullptr)
      : queries_(queries),
        rows_(rows),
        points_(among.points),
        lists_(among.lists),
        codes_(among.codes),
        loops_(near_loops<T>(run)),
        code_loops_(code_loops(run)),
        reaches_(reaches),
        k_(k),
        candidates_(rows.size() * static_cast<std::size_t>(k + spare_room_)),
        count_(rows.size()),
        limit_(rows.size(), infinity_),
        reached_(reaches ? rows.size() : 0),
        code_(static_cast<std::size_t>((points_.cols() + 15) / 16 * 16)),
        panel_(static_cast<std::size_t>(2 * code_queries * codes_.a_point)) {}

  [[nodiscard]] Index size() const { return static_cast<Index>(rows_.size()); }
  [[nodiscard]] Index found(Index query) const { return count_[query]; }
  /// Squared distance beyond which no point is of interest; infinite until k points are found.
  [[nodiscard]] Distance limit(Index query) const { return limit_[query]; }

  /// Shows a list to some of the queries.
  void meet(Index list, std::span<const Index> queries) {
    const CodeList codes = codes_.of(list);
    if (codes.strips == 0) return;
    marks_.resize(static_cast<std::size_t>(code_queries * codes.strips));
    constexpr auto together = static_cast<std::size_t>(code_queries);
    for (std::size_t first = 0; first < queries.size(); first += together)
      meet_few(list, codes, queries.subspan(first, std::min(together, queries.size() - first)));
  }

  /// Writes the k nearest of a query, nearest first. `self` is the query where that is one of the points, else −1.
  void take(Index query, std::int32_t self, std::span<std::int32_t> index, std::span<double> squared_distance) {
    cut(query);
    Candidate<Distance>* const found = candidates(query);
    // Squares that vanish tie with the point itself, which might then have been cut off.
    if (!exact && self >= 0 && std::ranges::find(found, found + k_, self, &Candidate<Distance>::point) == found + k_)
      found->point = self;
    distances_.resize(static_cast<std::size_t>(k_));
    squared_distances_in_double(
        row(query), k_, [&](Index c) { return points_.row(found[c].point); }, distances_.data());
    nearest_.clear();
    for (Index c = 0; c < k_; ++c) nearest_.emplace_back(distances_[c], found[c].point);
    std::ranges::sort(nearest_);
    for (Index c = 0; c < k_; ++c) std::tie(squared_distance[c], index[c]) = nearest_[c];
  }

  /// The points that reach a query, ascending, as far as their lists were met.
  [[nodiscard]] std::vector<std::int32_t> take_reached(Index query) {
    std::ranges::sort(reached_[query]);
    return std::move(reached_[query]);
  }

 private:
  static constexpr Distance infinity_ = std::numeric_limits<Distance>::infinity();
  static constexpr Index spare_room_ = 48;   // for candidates of a query beside the k nearest so far
  static constexpr Index most_sorted_ = 64;  // beyond this k, putting each candidate in its place takes too long

  [[nodiscard]] std::span<const T> row(Index query) const { return queries_.row(rows_[query]); }
  [[nodiscard]] Candidate<Distance>* candidates(Index query) { return candidates_.data() + query * (k_ + spare_room_); }
  [[nodiscard]] std::span<std::uint32_t> marks_of(Index q, Index strips) {
    return {marks_.data() + q * strips, static_cast<std::size_t>(strips)};
  }

  void meet_few(Index list, const CodeList& codes, std::span<const Index> queries) {
    const auto count = static_cast<Index>(queries.size());
    std::array<Rounded, code_queries> rounded;
    bool unlimited = false;
    for (Index q = 0; q < count; ++q) {
      rounded[q] = loops_.round_to_codes(row(queries[q]).data(), lists_.centre(list).data(), codes_.scale[list],
                                         largest_code(points_.cols()), points_.cols(), code_.data());
      code_loops_.pack_query(code_.data(), codes.a_point, q, panel_.data());
      unlimited = unlimited || limit_[queries[q]] == infinity_;
    }
    if (reaches_) find_reached(list, codes, queries, rounded);
    // Without a limit all points would be near enough: the k nearest by their codes give one.
    if (unlimited && lists_.size(list) > 2 * (k_ + codes_.outside_box[list]))
      return meet_by_rank(list, codes, queries, rounded);
    std::array<std::int32_t, code_queries> least;
    least.fill(largest_sum);
    for (Index q = 0; q < count; ++q) least[q] = least_sum_of(list, queries[q], rounded[q]);
    code_loops_.mark(codes, panel_.data(), least.data(), marks_.data(), codes.strips);
    for (Index q = 0; q < count; ++q) keep(list, queries[q], marks_of(q, codes.strips));
  }

  [[nodiscard]] std::int32_t least_sum_of(Index list, Index query, const Rounded& rounded) const {
    return least_sum(rounded, static_cast<double>(limit_[query]), codes_.scale[list], codes_.rounding[list],
                     points_.cols());
  }

  void meet_by_rank(Index list, const CodeList& codes, std::span<const Index> queries,
                    std::span<const Rounded> rounded) {
    const Index stride = codes.strips * code_strip;
    sums_.resize(static_cast<std::size_t>(code_queries * stride));
    code_loops_.sum(codes, panel_.data(), sums_.data(), stride);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      const std::int32_t* sums = sums_.data() + static_cast<Index>(q) * stride;
      const auto first = marks_of(0, codes.strips);
      const auto further = marks_of(1, codes.strips);
      code_loops_.mark_sums(sums, codes.strips, sum_of_rank(list, codes.strips, sums, rounded[q]), first.data());
      keep(list, queries[q], first);
      code_loops_.mark_sums(sums, codes.strips, least_sum_of(list, queries[q], rounded[q]), further.data());
      for (std::size_t s = 0; s < further.size(); ++s) further[s] &= ~first[s];
      keep(list, queries[q], further);
    }
  }

  /// A sum that at least k of the points reach that stand in the box, and few more than k. The search begins with what
  /// the last query came to, and goes out from there in steps that double.
  [[nodiscard]] std::int32_t sum_of_rank(Index list, Index strips, const std::int32_t* sums, const Rounded& rounded) {
    const Index rank = k_ + codes_.outside_box[list];
    const Index enough = rank + 4 + k_ / 8;
    const std::int32_t zero = sum_at_zero(rounded);
    std::int64_t below = -1;  // half of a squared distance, in steps, that too few points are within
    std::int64_t above = -1;  // one that enough are within, where it is known
    std::int64_t tried = half_square_of_rank_;
    for (std::int64_t step = tried / 8 + 1;; step *= 2) {
      const auto least = static_cast<std::int32_t>(std::max<std::int64_t>(zero - tried, -largest_sum));
      const Index reaching = code_loops_.count_sums(sums, strips, least);
      if (reaching >= rank)
        above = tried;
      else
        below = tried;
      if (above >= 0 && (above - below == 1 || (above == tried && reaching <= enough))) break;
      if (above >= 0 && below >= 0)
        tried = below + (above - below) / 2;
      else
        tried = above >= 0 ? std::max<std::int64_t>(above - step, 0) : below + step;
    }
    half_square_of_rank_ = above;
    return static_cast<std::int32_t>(std::max<std::int64_t>(zero - above, -largest_sum));
  }

  void find_reached(Index list, const CodeList& codes, std::span<const Index> queries,
                    std::span<const Rounded> rounded) {
    std::array<std::int32_t, code_queries> least;
    least.fill(largest_sum);
    for (std::size_t q = 0; q < queries.size(); ++q)
      least[q] = reaches_->least_sum(codes_, list, rounded[q], points_.cols());
    code_loops_.mark(reaches_->of(codes_, list), panel_.data(), least.data(), marks_.data(), codes.strips);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      list_marked(list, marks_of(static_cast<Index>(q), codes.strips));
      distances_.resize(places_.size());
      squared_distances_in_double(
          row(queries[q]), static_cast<Index>(places_.size()), [&](Index c) { return points_.row(places_[c]); },
          distances_.data());
      for (std::size_t c = 0; c < places_.size(); ++c)
        if (distances_[c] <= reaches_->squared_radius[places_[c]]) reached_[queries[q]].push_back(places_[c]);
    }
  }

  /// Marked points of a list. Most words of marks are empty, and which are is hard to foresee: a branch for each would
  /// take longer than all the rest.
  void list_marked(Index list, std::span<const std::uint32_t> marks) {
    marked_words_.resize(marks.size());
    std::size_t words = 0;
    for (std::size_t word = 0; word < marks.size(); ++word) {
      marked_words_[words] = word;
      words += marks[word] != 0 ? 1 : 0;
    }
    places_.clear();
    for (std::size_t i = 0; i < words; ++i) {
      const std::int32_t* members = lists_.members(list).data() + marked_words_[i] * code_strip;
      for (std::uint32_t bits = marks[marked_words_[i]]; bits != 0; bits &= bits - 1)
        places_.push_back(members[std::countr_zero(bits)]);
    }
  }

  /// Keeps those of the marked points that are within the limit.
  void keep(Index list, Index query, std::span<const std::uint32_t> marks) {
    list_marked(list, marks);
    if (places_.empty()) return;
    measure(query);
    for (std::size_t c = 0; c < places_.size(); ++c) {
      if (apart_[c] > limit_[query]) continue;
      candidates(query)[count_[query]++] = {apart_[c], places_[c]};
      if (count_[query] == k_ + spare_room_) cut(query);
    }
    cut(query);
  }

  /// How far the points at hand are from a query.
  void measure(Index query) {
    const auto count = static_cast<Index>(places_.size());
    apart_.resize(places_.size());
    if constexpr (exact)
      squared_distances_in_double(
          row(query), count, [&](Index c) { return points_.row(places_[c]); }, apart_.data());
    else
      loops_.distances_to(row(query).data(), points_.data(), places_.data(), count, points_.cols(), apart_.data());
  }

  static bool is_nearer(const Candidate<Distance>& a, const Candidate<Distance>& b) {
    if constexpr (exact)
      if (a.squared_distance == b.squared_distance) return a.point < b.point;
    return a.squared_distance < b.squared_distance;
  }

  /// Keeps the k nearest candidates of a query, the furthest of them last; few are kept sorted.
  void cut(Index query) {
    const bool cut_before = limit_[query] < infinity_;
    if (count_[query] < k_ || (count_[query] == k_ && cut_before)) return;
    Candidate<Distance>* const begin = candidates(query);
    Candidate<Distance>* const last = begin + k_ - 1;
    Candidate<Distance>* added = begin + k_;
    Candidate<Distance>* const end = begin + count_[query];
    if (k_ > most_sorted_) {
      std::ranges::nth_element(begin, last, end, is_nearer);
      added = end;
    } else if (!cut_before) {
      std::ranges::sort(begin, added, is_nearer);
    }
    for (; added < end; ++added) {
      const Candidate<Distance> candidate = *added;
      if (!is_nearer(candidate, *last)) continue;
      Candidate<Distance>* place = last;
      for (; place > begin && is_nearer(candidate, place[-1]); --place) *place = place[-1];
      *place = candidate;
    }
    limit_[query] = last->squared_distance;
    count_[query] = k_;
  }

  MatrixView<T> queries_;
  std::span<const std::int32_t> rows_;
  MatrixView<T> points_;
  const PointLists<T>& lists_;
  const ListCodes<T>& codes_;
  const NearLoops<T>& loops_;
  const CodeLoops& code_loops_;
  const Reaches<T>* reaches_;
  Index k_;
  std::vector<Candidate<Distance>> candidates_;  // of query q from q·(k + spare_room_) on
  std::vector<Index> count_;
  std::vector<Distance> limit_;
  std::vector<std::vector<std::int32_t>> reached_;
  std::int64_t half_square_of_rank_ = 1 << 12;  // in steps, of the last query that was met by rank
  // Room for what is at hand.
  std::vector<std::int8_t> code_;
  std::vector<std::int32_t> panel_;
  std::vector<std::int32_t> sums_;
  std::vector<std::uint32_t> marks_;
  std::vector<std::size_t> marked_words_;
  std::vector<std::int32_t> places_;
  std::vector<Distance> apart_;
  std::vector<double> distances_;
  std::vector<std::pair<double, std::int32_t>> nearest_;
};

}  // namespace codimap
