// Equal rows have equal hashes, and equal hashes stand next to one another once hashes are sorted.
#include "neighbors/distinct_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 8192;
constexpr int bucket_bits = 8;
constexpr std::size_t buckets = std::size_t{1} << bucket_bits;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

struct HashedRow {
  std::uint64_t hash;
  Index row;
  auto operator<=>(const HashedRow&) const = default;
};

template <class T>
std::uint64_t hash_of(std::span<const T> row) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::uint64_t hash = 0;
  for (const T value : row) {
    hash = (hash ^ std::bit_cast<Bits>(value + T{0})) * 0x9e3779b97f4a7c15ULL;  // −0 + 0 is +0
    hash ^= hash >> 29;
  }
  return hash;
}

/// Rows with their hashes, those of a bucket together: a bucket holds the hashes with the same first bits.
class Buckets {
 public:
  template <class T>
  Buckets(MatrixView<T> matrix, const Execution& run) : rows_(at(matrix.rows())) {
    std::vector<std::uint64_t> hashes(rows_.size());
    std::vector<std::array<Index, buckets>> places(at((matrix.rows() + rows_a_range - 1) / rows_a_range));
    parallel_for(run, matrix.rows(), rows_a_range, [&](Index begin, Index end) {
      auto& count = places[at(begin / rows_a_range)];
      for (Index row = begin; row < end; ++row) ++count[bucket(hashes[at(row)] = hash_of(matrix.row(row)))];
    });
    Index next = 0;
    for (std::size_t b = 0; b < buckets; ++b) {
      begins_[b] = next;
      for (auto& range : places) next += std::exchange(range[b], next);
    }
    begins_[buckets] = next;
    parallel_for(run, matrix.rows(), rows_a_range, [&](Index begin, Index end) {
      auto& place = places[at(begin / rows_a_range)];
      for (Index row = begin; row < end; ++row)
        rows_[at(place[bucket(hashes[at(row)])]++)] = {.hash = hashes[at(row)], .row = row};
    });
  }
  [[nodiscard]] std::span<HashedRow> operator[](Index b) {
    return {rows_.data() + begins_[at(b)], at(begins_[at(b) + 1] - begins_[at(b)])};
  }

 private:
  static std::size_t bucket(std::uint64_t hash) { return hash >> (64 - bucket_bits); }

  std::vector<HashedRow> rows_;
  std::array<Index, buckets + 1> begins_{};
};

/// Sets first_copy of rows with the same hash, which ascend. They are copies of one row, or else of very few.
template <class T>
void find_first_copies(MatrixView<T> matrix, std::span<const HashedRow> same_hash, std::vector<Index>& first_copy) {
  std::vector<Index> firsts;
  for (const HashedRow& hashed : same_hash) {
    const Index row = hashed.row;
    const auto equals_row = [&](Index first) { return std::ranges::equal(matrix.row(first), matrix.row(row)); };
    const auto found = std::ranges::find_if(firsts, equals_row);
    first_copy[at(row)] = found == firsts.end() ? row : *found;
    if (found == firsts.end()) firsts.push_back(row);
  }
}

}  // namespace

template <class T>
DistinctRows distinct_rows(MatrixView<T> matrix, const Execution& run) {
  std::vector<Index> first_copy(at(matrix.rows()));
  std::iota(first_copy.begin(), first_copy.end(), Index{0});
  Buckets sorted(matrix, run);
  parallel_for(run, static_cast<Index>(buckets), 1, [&](Index b, Index) {
    const std::span<HashedRow> rows = sorted[b];
    std::ranges::sort(rows);
    for (auto begin = rows.begin(); begin != rows.end();) {
      const auto end = std::find_if(begin, rows.end(), [&](const HashedRow& row) { return row.hash != begin->hash; });
      if (end - begin > 1) find_first_copies(matrix, std::span<const HashedRow>(begin, end), first_copy);
      begin = end;
    }
  });

  DistinctRows result{.first = {}, .distinct_of = std::move(first_copy)};
  result.first.reserve(result.distinct_of.size());
  for (std::size_t row = 0; row < result.distinct_of.size(); ++row) {
    const auto first = at(result.distinct_of[row]);
    // The first copy lies before the others and has its place already.
    if (first < row) {
      result.distinct_of[row] = result.distinct_of[first];
    } else {
      result.distinct_of[row] = static_cast<Index>(result.first.size());
      result.first.push_back(static_cast<Index>(row));
    }
  }
  return result;
}

template DistinctRows distinct_rows(MatrixView<float>, const Execution&);
template DistinctRows distinct_rows(MatrixView<double>, const Execution&);

}  // namespace codimap
