// The loops over codes, of every instruction set, against plain sums: whole numbers, so that all agree to the bit.
#include "simd/code_loops.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "base/system.hpp"
#include "simd/loops.hpp"
#include "simd/variants.hpp"
#include "unit/simd/wide_loops.hpp"

namespace codimap {
namespace {

struct NamedLoops {
  std::string_view name;
  const CodeLoops* loops;
};

/// Whatever this processor runs, whichever of them it would pick, those that it prefers last.
std::vector<NamedLoops> all_code_loops() {
  std::vector<NamedLoops> found{{"wide", &wide_code_loops()}, {"baseline", &baseline_code_loops()}};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) found.push_back({"avx2", &avx2_code_loops()});
  if (__builtin_cpu_supports("avxvnni")) found.push_back({"avx_vnni", &avx_vnni_code_loops()});
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni"))
    found.push_back({"avx512_vnni", &avx512_vnni_code_loops()});
#elif defined(__aarch64__)
  if (has_dot_products()) found.push_back({"dotprod", &dotprod_code_loops()});
#endif
  return found;
}

class CodeLoopsTest : public testing::TestWithParam<Index> {
 protected:
  static constexpr Index strips = 3;
  static constexpr Index points = strips * code_strip;

  CodeLoopsTest() {
    for (Index i = 0; i < points; ++i) {
      starts.push_back(static_cast<std::int32_t>(random_bits(2, RandomStream::sample, counter++) % 20'000) - 10'000);
      for (Index c = 0; c < columns; ++c) point_code(i, c) = random_code();
    }
    starts[5] = never_near;
    starts[6] = always_near;
    for (Index c = 0; c < columns; ++c) point_code(5, c) = point_code(6, c) = -code_offset;
    for (Index q = 0; q < code_queries; ++q)
      for (Index c = 0; c < columns; ++c) queries[q * padded + c] = static_cast<std::int8_t>(random_code());
    for (Index i = 0; i < points; ++i)
      for (Index c = 0; c < columns; ++c)
        words[i / code_strip * code_strip * a_point + c / code_word * code_strip + i % code_strip] |=
            static_cast<std::uint32_t>(point_code(i, c) + code_offset) << (c % code_word * 8);
  }

  int random_code() {  // the extremes often, where products are largest
    const auto bits = random_bits(1, RandomStream::sample, counter++);
    return bits % 3 == 0 ? (bits % 2 == 0 ? 127 : -127) : static_cast<int>(bits / 8 % 255) - 127;
  }
  int& point_code(Index i, Index c) { return codes[i * columns + c]; }
  std::int32_t plain_sum(Index q, Index i) {
    std::int32_t sum = starts[i];
    for (Index c = 0; c < columns; ++c) sum += (point_code(i, c) + code_offset) * queries[q * padded + c];
    return sum;
  }
  [[nodiscard]] CodeList list() const { return {words.data(), starts.data(), strips, a_point}; }
  std::vector<std::int32_t> panel_of(const CodeLoops& loops) const {
    std::vector<std::int32_t> panel(static_cast<std::size_t>(2 * code_queries * a_point));
    for (Index q = 0; q < code_queries; ++q) loops.pack_query(queries.data() + q * padded, a_point, q, panel.data());
    return panel;
  }

  const Index columns = GetParam();
  const Index a_point = code_words(columns);
  const Index padded = a_point * code_word;
  std::uint64_t counter = 0;
  std::vector<int> codes = std::vector<int>(static_cast<std::size_t>(points * columns));
  std::vector<std::int8_t> queries = std::vector<std::int8_t>(static_cast<std::size_t>(code_queries * padded));
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(static_cast<std::size_t>(points * a_point));
  std::vector<std::int32_t> starts;
};

TEST_P(CodeLoopsTest, SumAndCountProductsAlike) {
  for (const auto& [name, loops] : all_code_loops()) {
    SCOPED_TRACE(name);
    std::vector<std::int32_t> sums(static_cast<std::size_t>(code_queries * points));
    loops->sum(list(), panel_of(*loops).data(), sums.data(), points);
    for (Index q = 0; q < code_queries; ++q) {
      for (Index i = 0; i < points; ++i) ASSERT_EQ(sums[q * points + i], plain_sum(q, i));
      const std::int32_t* of_query = sums.data() + q * points;
      const std::int32_t least = of_query[17];
      EXPECT_EQ(loops->count_sums(of_query, strips, least),
                std::count_if(of_query, of_query + points, [&](std::int32_t sum) { return sum >= least; }));
    }
  }
}

TEST_P(CodeLoopsTest, MarkThePointsWhoseSumsReachALimit) {
  for (const auto& [name, loops] : all_code_loops()) {
    SCOPED_TRACE(name);
    const std::vector<std::int32_t> panel = panel_of(*loops);
    std::vector<std::int32_t> least;
    for (Index q = 0; q < code_queries; ++q) least.push_back(plain_sum(q, 10 * q));
    std::vector<std::uint32_t> marks(static_cast<std::size_t>(code_queries * strips));
    loops->mark(list(), panel.data(), least.data(), marks.data(), strips);
    std::vector<std::int32_t> sums(static_cast<std::size_t>(code_queries * points));
    loops->sum(list(), panel.data(), sums.data(), points);
    for (Index q = 0; q < code_queries; ++q) {
      std::vector<std::uint32_t> of_sums(strips);
      loops->mark_sums(sums.data() + q * points, strips, least[q], of_sums.data());
      for (Index i = 0; i < points; ++i) {
        const bool reaches = plain_sum(q, i) >= least[q];
        ASSERT_EQ((marks[q * strips + i / code_strip] >> (i % code_strip) & 1) != 0, reaches);
        ASSERT_EQ((of_sums[i / code_strip] >> (i % code_strip) & 1) != 0, reaches);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, CodeLoopsTest, testing::Values(1, 4, 7, 50, 300));

TEST(CodeLoops, AreTheLastThatTheProcessorHasWhereNothingElseIsAskedFor) {
  const NamedLoops last = all_code_loops().back();
  EXPECT_EQ(&code_loops({}), last.loops) << last.name;
  // scripts/emulated.sh knows what the processor has that it lets qemu be.
  const char* const expected = std::getenv("CODIMAP_EXPECTED_LOOPS");
  EXPECT_EQ(last.name, expected ? expected : last.name);
}

TEST(LargestCode, KeepsSumsBelowTheirLimitForAnyNumberOfColumns) {
  for (const Index columns : {Index{1}, Index{50}, Index{4'097}, Index{13'108}, Index{13'200}, Index{100'000},
                              Index{1'000'000}, most_code_columns}) {
    const Index largest = largest_code(columns);
    EXPECT_GE(largest, 1);
    EXPECT_LE(largest, 127);
    EXPECT_LT(columns * largest * (largest + code_offset) + columns * largest * largest / 2, largest_sum) << columns;
  }
  EXPECT_EQ(largest_code(5'000), 127);
}

}  // namespace
}  // namespace codimap
