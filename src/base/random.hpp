// Counter-based random numbers: the i-th number of a seed is a function of (seed, stream, i) alone, so that it is the
// same on any number of threads and machines, and in any order.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>

namespace codimap {

/// What a number is drawn for. Two uses never share numbers.
enum class RandomStream : std::uint64_t {
  centroids = 1,
  projection,
  start_block,
  landmarks,
  kmeans,
  sample,
  shape,
  test_vectors,
  search,
  aggregation
};

/// SplitMix64's finaliser, applied to three words in turn.
inline std::uint64_t random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t counter) {
  std::uint64_t state = seed;
  for (const std::uint64_t word : {static_cast<std::uint64_t>(stream), counter}) {
    state += 0x9e3779b97f4a7c15ULL * (word + 1);
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebULL;
    state ^= state >> 31;
  }
  return state;
}

/// Uniform in (0, 1), whose ends it never reaches: its logarithm is finite and not 0.
inline double random_uniform(std::uint64_t seed, RandomStream stream, std::uint64_t counter) {
  return (static_cast<double>(random_bits(seed, stream, counter) >> 12) + 0.5) * 0x1p-52;
}

/// Standard normal, by Box and Muller's formula from the uniforms 2·counter and 2·counter + 1.
inline double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t counter) {
  const double radius = std::sqrt(-2 * std::log(random_uniform(seed, stream, 2 * counter)));
  return radius * std::cos(2 * std::numbers::pi * random_uniform(seed, stream, 2 * counter + 1));
}

/// Eight numbers of mean 0 and variance 1, one of 256 each: for vectors of which nothing but that matters.
inline std::array<float, 8> random_eight(std::uint64_t seed, RandomStream stream, std::uint64_t counter) {
  constexpr float deviation = 73.9F;  // of a byte
  std::array<float, 8> eight{};
  std::uint64_t bits = random_bits(seed, stream, counter);
  for (float& value : eight) {
    value = (static_cast<float>(bits & 255) - 127.5F) / deviation;
    bits >>= 8;
  }
  return eight;
}

}  // namespace codimap
