// Random numbers of one row of a shape, drawn one after the other.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

class RandomSlots {
 public:
  [[nodiscard]] static RandomSlots of_row(std::uint64_t seed, Index row) {
    return RandomSlots(random_bits(seed, RandomStream::shape, static_cast<std::uint64_t>(row)));
  }
  /// For what all rows share.
  [[nodiscard]] static RandomSlots of_shape(std::uint64_t seed) { return of_row(seed, -1); }

  double uniform() { return random_uniform(seed_, RandomStream::shape, 2 * next_++); }
  double normal() { return random_normal(seed_, RandomStream::shape, next_++); }

 private:
  explicit RandomSlots(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t seed_;
  std::uint64_t next_ = 0;  // a slot holds two uniform numbers, as many as a normal one needs
};

}  // namespace codimap
