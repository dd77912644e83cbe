// The loops over codes themselves, compiled as those of loops_body.hpp and under its rules.
//
// With VNNI, and with the dot products of aarch64, a word is multiplied and summed by one instruction. Elsewhere its
// even and its odd coordinates are taken apart, each pair of them with 16 bits a coordinate, and the words of queries
// are two numbers each, laid out alike. On aarch64 the instruction takes both sides with a sign: the words are lowered
// by 128, and sums begin with what that takes away, which stands behind the panel's words.
#pragma once

#if defined(__x86_64__) && !defined(CODIMAP_VECTOR_BYTES)
#include <immintrin.h>
#define CODIMAP_X86_CODES 1
#elif defined(__aarch64__) && !defined(CODIMAP_VECTOR_BYTES)
#include <arm_neon.h>
#define CODIMAP_NEON_CODES 1
#endif

#include "simd/code_loops.hpp"
#include "simd/vectors.hpp"

namespace codimap {
namespace {

using IntLanes __attribute__((vector_size(vector_bytes), may_alias, aligned(4))) = std::int32_t;

constexpr int int_lanes = vector_bytes / 4;
/// Points whose sums are in registers at a time: with those of queries_together queries they fill the register file.
constexpr int vectors_together = 2;
#if defined(CODIMAP_NEON_CODES)
constexpr int queries_together = 8;
#else
constexpr int queries_together = vector_bytes == 64 ? 8 : 4;
#endif
constexpr int points_together = vectors_together * int_lanes;

inline IntLanes load_ints(const void* from) { return *static_cast<const IntLanes*>(from); }

#if defined(CODIMAP_X86_CODES) && (defined(__AVX512VNNI__) || defined(__AVXVNNI__))
constexpr int numbers_a_word = 1;
constexpr bool words_have_sign = false;

struct CodeVector {
  IntLanes words;
  explicit CodeVector(IntLanes codes) : words(codes) {}
  void add_products(IntLanes& sum, const std::int32_t* query) const {
    const IntLanes of_query = IntLanes{} + query[0];
#if defined(__AVX512VNNI__)
    sum = (IntLanes)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)words, (__m512i)of_query);
#else
    sum = (IntLanes)_mm256_dpbusd_avx_epi32((__m256i)sum, (__m256i)words, (__m256i)of_query);
#endif
  }
};
#elif defined(CODIMAP_NEON_CODES) && defined(__ARM_FEATURE_DOTPROD)
constexpr int numbers_a_word = 1;
constexpr bool words_have_sign = true;

struct CodeVector {
  IntLanes words;
  explicit CodeVector(IntLanes codes) : words(codes ^ static_cast<std::int32_t>(0x80808080U)) {}
  void add_products(IntLanes& sum, const std::int32_t* query) const {
    const IntLanes of_query = IntLanes{} + query[0];
    sum = (IntLanes)vdotq_s32((int32x4_t)sum, (int8x16_t)words, (int8x16_t)of_query);
  }
};
#else
constexpr int numbers_a_word = 2;
constexpr bool words_have_sign = false;

/// Sums of the products of both pairs of 16 bits.
inline IntLanes sum_of_pairs(IntLanes a, IntLanes b) {
#if defined(CODIMAP_X86_CODES) && defined(__AVX2__)
  return (IntLanes)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(CODIMAP_X86_CODES)
  return (IntLanes)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  return (a >> 16) * (b >> 16) + (a & 0xffff) * ((b << 16) >> 16);  // a holds no sign
#endif
}

struct CodeVector {
  IntLanes even;
  IntLanes odd;
  explicit CodeVector(IntLanes codes) : even(codes & 0x00ff00ff), odd((codes >> 8) & 0x00ff00ff) {}
  void add_products(IntLanes& sum, const std::int32_t* query) const {
    sum += sum_of_pairs(even, IntLanes{} + query[0]);
    sum += sum_of_pairs(odd, IntLanes{} + query[code_queries]);
  }
};
#endif

/// A bit for each lane that is at least `least`.
inline std::uint32_t reaching(IntLanes value, std::int32_t least) {
  const IntLanes limit = IntLanes{} + least;
#if defined(CODIMAP_X86_CODES) && defined(__AVX512F__)
  return _mm512_cmpge_epi32_mask((__m512i)value, (__m512i)limit);
#elif defined(CODIMAP_X86_CODES) && defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)(value >= limit)));
#elif defined(CODIMAP_X86_CODES)
  return static_cast<std::uint32_t>(_mm_movemask_ps((__m128)(value >= limit)));
#elif defined(CODIMAP_NEON_CODES)
  return vaddvq_u32((uint32x4_t)((value >= limit) & IntLanes{1, 2, 4, 8}));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < int_lanes; ++i) bits |= value[i] >= limit[i] ? 1U << i : 0U;
  return bits;
#endif
}

void pack_query(const std::int8_t* codes, Index a_point, Index query, std::int32_t* panel) {
  const auto pair = [](int low, int high) {
    return static_cast<std::int32_t>((static_cast<std::uint32_t>(low) & 0xffff) | static_cast<std::uint32_t>(high)
                                                                                      << 16);
  };
  std::int32_t lowered = 0;
  for (Index w = 0; w < a_point; ++w, codes += code_word) {
    lowered += code_offset * (codes[0] + codes[1] + codes[2] + codes[3]);
    std::int32_t* word = panel + w * numbers_a_word * code_queries + query;
    if (numbers_a_word == 1) {
      __builtin_memcpy(word, codes, sizeof *word);
    } else {
      word[0] = pair(codes[0], codes[2]);
      word[code_queries] = pair(codes[1], codes[3]);
    }
  }
  if (words_have_sign) panel[a_point * code_queries + query] = lowered;
}

// Loops of a constant length are written out, so that sums stay in registers.
#if defined(__clang__)
#define CODIMAP_WRITTEN_OUT _Pragma("clang loop unroll(full)")
#else
#define CODIMAP_WRITTEN_OUT _Pragma("GCC unroll 8")
#endif

/// Sums of a few queries with a few points.
struct CodeSums {
  IntLanes of[queries_together][vectors_together];
};

/// Of the queries from `panel` on with points_together points from number `first` of the list on.
inline __attribute__((always_inline)) void add_codes(const CodeList& list, Index first, const std::int32_t* panel,
                                                     CodeSums& sums) {
  CODIMAP_WRITTEN_OUT
  for (int v = 0; v < vectors_together; ++v) {
    const IntLanes start = load_ints(list.starts + first + v * int_lanes);
    CODIMAP_WRITTEN_OUT
    for (int q = 0; q < queries_together; ++q)
      sums.of[q][v] = words_have_sign ? start + panel[list.a_point * code_queries + q] : start;
  }
  const std::uint32_t* words = list.words + first / code_strip * code_strip * list.a_point + first % code_strip;
  for (Index w = 0; w < list.a_point; ++w, words += code_strip, panel += numbers_a_word * code_queries) {
    const CodeVector a(load_ints(words));
    const CodeVector b(load_ints(words + int_lanes));
    CODIMAP_WRITTEN_OUT
    for (int q = 0; q < queries_together; ++q) {
      a.add_products(sums.of[q][0], panel + q);
      b.add_products(sums.of[q][1], panel + q);
    }
  }
}

void mark_codes(const CodeList& list, const std::int32_t* panel, const std::int32_t* least, std::uint32_t* marks,
                Index stride) {
  for (Index from = 0; from < code_queries; from += queries_together)
    for (Index strip = 0; strip < list.strips; ++strip) {
      std::uint32_t bits[queries_together] = {};
      for (int part = 0; part < code_strip; part += points_together) {
        CodeSums sums;
        add_codes(list, strip * code_strip + part, panel + from, sums);
        CODIMAP_WRITTEN_OUT
        for (int q = 0; q < queries_together; ++q) {
          CODIMAP_WRITTEN_OUT
          for (int v = 0; v < vectors_together; ++v)
            bits[q] |= reaching(sums.of[q][v], least[from + q]) << (part + v * int_lanes);
        }
      }
      CODIMAP_WRITTEN_OUT
      for (int q = 0; q < queries_together; ++q) marks[(from + q) * stride + strip] = bits[q];
    }
}

void sum_codes(const CodeList& list, const std::int32_t* panel, std::int32_t* sums, Index stride) {
  for (Index from = 0; from < code_queries; from += queries_together)
    for (Index first = 0; first < list.strips * code_strip; first += points_together) {
      CodeSums few;
      add_codes(list, first, panel + from, few);
      CODIMAP_WRITTEN_OUT
      for (int q = 0; q < queries_together; ++q) {
        CODIMAP_WRITTEN_OUT
        for (int v = 0; v < vectors_together; ++v)
          *reinterpret_cast<IntLanes*>(sums + (from + q) * stride + first + v * int_lanes) = few.of[q][v];
      }
    }
}

void mark_sums(const std::int32_t* sums, Index strips, std::int32_t least, std::uint32_t* marks) {
  for (Index strip = 0; strip < strips; ++strip) {
    std::uint32_t bits = 0;
    for (int i = 0; i < code_strip; i += int_lanes)
      bits |= reaching(load_ints(sums + strip * code_strip + i), least) << i;
    marks[strip] = bits;
  }
}

Index count_sums(const std::int32_t* sums, Index strips, std::int32_t least) {
  IntLanes count{};
  for (Index i = 0; i < strips * code_strip; i += int_lanes) count -= load_ints(sums + i) >= least;
  Index total = 0;
  for (int i = 0; i < int_lanes; ++i) total += count[i];
  return total;
}

constexpr CodeLoops these_code_loops{
    .pack_query = pack_query, .sum = sum_codes, .mark = mark_codes, .mark_sums = mark_sums, .count_sums = count_sums};

}  // namespace
}  // namespace codimap
