// The loops of the neighbour search, of every instruction set, against plain loops.
#include "simd/near_loops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "unit/simd/wide_loops.hpp"

namespace codimap {
namespace {

/// Whole numbers, so that every sum is exact and ties abound.
template <class T>
std::vector<T> lattice(Index size, std::uint64_t seed) {
  std::vector<T> values;
  for (Index i = 0; i < size; ++i)
    values.push_back(static_cast<T>(random_bits(seed, RandomStream::sample, static_cast<std::uint64_t>(i)) % 4));
  return values;
}

template <class T>
std::vector<const NearLoops<T>*> all_near_loops() {
  std::vector<const NearLoops<T>*> found;
  for (const auto set : {Instructions::baseline, Instructions::x86_64_v3, Instructions::x86_64_v4})
    if (set <= widest_instructions()) found.push_back(&near_loops<T>({.instructions = set}));
  if constexpr (std::is_same_v<T, float>)
    found.push_back(wide_loops().near_of_float);
  else
    found.push_back(wide_loops().near_of_double);
  return found;
}

template <class T>
class NearLoopsTest : public testing::Test {
 protected:
  static constexpr Index dimensions = 5;
  static constexpr Index most_rows = 200;

  T squared_distance(Index j, Index lane) const {
    T sum = 0;
    for (Index c = 0; c < dimensions; ++c) {
      const T difference = points[j * dimensions + c] - strip[c * lanes<T> + lane];
      sum += difference * difference;
    }
    return sum;
  }

  std::vector<T> points = lattice<T>((most_rows + rows_read_beyond) * dimensions, 1);
  std::vector<T> strip = lattice<T>(lanes<T> * dimensions, 2);
};

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(NearLoopsTest, Precisions);

TYPED_TEST(NearLoopsTest, KeepJustThePointsWithinEachLimit) {
  using T = TypeParam;
  for (const auto* set : all_near_loops<T>())
    for (const Index rows : {1, 5, 16, 47, 200}) {
      std::vector<Candidate<T>> kept(lanes<T> * this->most_rows);
      CandidateLists<T> lists;
      for (Index i = 0; i < lanes<T>; ++i) {
        lists.next[i] = kept.data() + i * this->most_rows;
        lists.room[i] = this->most_rows;
        lists.limit[i] = static_cast<T>(i - 1);  // the first lane has no point
      }
      Index shown = 0;
      while (shown < rows) {
        const Index met = set->keep_near(this->points.data() + shown * this->dimensions, rows - shown, 1000 + shown,
                                         this->strip.data(), this->dimensions, lists);
        ASSERT_GT(met, 0);
        shown += met;
      }
      for (Index i = 0; i < lanes<T>; ++i) {
        const Candidate<T>* next = kept.data() + i * this->most_rows;
        for (Index j = 0; j < rows; ++j) {
          if (i == 0 || this->squared_distance(j, i) > lists.limit[i]) continue;
          ASSERT_LT(next, lists.next[i]);
          ASSERT_EQ(next->point, 1000 + j);
          ASSERT_EQ(next->squared_distance, this->squared_distance(j, i));
          ++next;
        }
        ASSERT_EQ(next, lists.next[i]);
        ASSERT_EQ(lists.room[i], this->most_rows - (next - (kept.data() + i * this->most_rows)));
      }
    }
}

TYPED_TEST(NearLoopsTest, StopBeforeAListOverflows) {
  using T = TypeParam;
  constexpr Index room = 20;
  for (const auto* set : all_near_loops<T>()) {
    std::vector<Candidate<T>> kept(lanes<T> * room);
    CandidateLists<T> lists;
    for (Index i = 0; i < lanes<T>; ++i) {
      lists.next[i] = kept.data() + i * room;
      lists.room[i] = room;
      lists.limit[i] = i == 3 ? T{1000} : T{-1};
    }
    const Index met = set->keep_near(this->points.data(), 200, 0, this->strip.data(), this->dimensions, lists);
    EXPECT_LE(met, room);
    EXPECT_GT(met, 0);
    EXPECT_EQ(lists.room[3], room - met);
  }
}

TYPED_TEST(NearLoopsTest, FindTheNearestRowAndTheFirstOfTies) {
  using T = TypeParam;
  for (const auto* set : all_near_loops<T>())
    for (const Index rows : {1, 7, 16, 200}) {
      std::vector<std::int32_t> nearest(lanes<T>);
      set->find_nearest(this->points.data(), rows, this->strip.data(), this->dimensions, nearest.data());
      for (Index i = 0; i < lanes<T>; ++i) {
        Index first = 0;
        for (Index j = 1; j < rows; ++j)
          if (this->squared_distance(j, i) < this->squared_distance(first, i)) first = j;
        ASSERT_EQ(nearest[i], first);
      }
    }
}

TYPED_TEST(NearLoopsTest, RoundARowAndSayWhatThatTookAway) {
  using T = TypeParam;
  for (const auto* set : all_near_loops<T>())
    for (const Index columns : {1, 16, 37}) {
      std::vector<T> row;
      std::vector<T> centre;
      for (Index c = 0; c < columns; ++c) {
        row.push_back(static_cast<T>(40 * random_normal(5, RandomStream::sample, static_cast<std::uint64_t>(c))));
        centre.push_back(static_cast<T>(c % 3));
      }
      std::vector<std::int8_t> codes(48, 99);
      const T scale = T{3} / 2;
      const Rounded found = set->round_to_codes(row.data(), centre.data(), scale, 50, columns, codes.data());
      Rounded expected{};
      T largest = 0;
      for (Index c = 0; c < columns; ++c) {
        const auto step = static_cast<float>((row[c] - centre[c]) * scale);
        const float inside = std::clamp(step, -50.F, 50.F);
        const auto code = static_cast<std::int32_t>(std::nearbyint(inside));
        ASSERT_EQ(codes[c], code);
        expected.sum += code;
        expected.norm += code * code;
        expected.error += (inside - static_cast<float>(code)) * (inside - static_cast<float>(code));
        expected.outside += (step - inside) * (step - inside);
        largest = std::max(largest, std::abs(row[c] - centre[c]));
      }
      for (Index c = columns; c < (columns + 15) / 16 * 16; ++c) ASSERT_EQ(codes[c], 0);
      EXPECT_EQ(found.sum, expected.sum);
      EXPECT_EQ(found.norm, expected.norm);
      EXPECT_NEAR(found.error, expected.error, 1e-3);
      EXPECT_NEAR(found.outside, expected.outside, 1e-5 * expected.outside);
      EXPECT_EQ(set->largest_difference(row.data(), centre.data(), columns), largest);
    }
}

TYPED_TEST(NearLoopsTest, MeasureDistancesToChosenRows) {
  using T = TypeParam;
  for (const auto* set : all_near_loops<T>())
    for (const Index columns : {1, 5, 16, 23, 50})
      for (const Index count : {1, 4, 11}) {
        const std::vector<T> rows = lattice<T>(20 * columns, 3);
        const std::vector<T> query = lattice<T>(columns, 4);
        std::vector<std::int32_t> chosen;
        for (Index i = 0; i < count; ++i) chosen.push_back(static_cast<std::int32_t>(7 * i % 20));
        std::vector<T> found(chosen.size());
        set->distances_to(query.data(), rows.data(), chosen.data(), count, columns, found.data());
        for (Index i = 0; i < count; ++i) {
          T sum = 0;
          for (Index c = 0; c < columns; ++c)
            sum += (query[c] - rows[chosen[i] * columns + c]) * (query[c] - rows[chosen[i] * columns + c]);
          ASSERT_EQ(found[i], sum);
        }
      }
}

}  // namespace
}  // namespace codimap
