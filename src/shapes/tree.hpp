// A tree of arms in many dimensions, as differentiating cells trace it.
#pragma once

#include <cstdint>
#include <span>

#include "codimap/matrix.hpp"
#include "shapes/random_slots.hpp"

namespace codimap {

/// A trunk that forks twice: seven arms. Each walks 20 steps of length ½ in a direction that drifts, from the end of
/// the arm it springs from. Row i lies on arm i mod 7.
class Tree {
 public:
  Tree(std::uint64_t seed, Index dimensions);
  void place(Index row, RandomSlots& random, std::span<double> point) const;

 private:
  Matrix<double> joints_;  // 21 of each arm in turn
};

}  // namespace codimap
