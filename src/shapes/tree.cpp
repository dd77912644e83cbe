// Arms of the tree: walks whose direction drifts.
#include "shapes/tree.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace codimap {
namespace {

constexpr Index arm_count = 7;
constexpr Index step_count = 20;
constexpr Index joint_count = step_count + 1;
constexpr double step_length = 0.5;
constexpr double drift = 0.15;      // of the direction in a step, relative to its length
constexpr double thickness = 0.15;  // standard deviation around the arm, in the first coordinate

/// Standard deviations fall off from coordinate to coordinate as principal components of real data do.
double falloff(std::size_t coordinate) { return 1 / std::sqrt(1 + static_cast<double>(coordinate)); }

void scale_to(std::vector<double>& vector, double length) {
  const double norm = std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
  for (double& value : vector) value *= length / norm;
}

}  // namespace

Tree::Tree(std::uint64_t seed, Index dimensions) : joints_(arm_count * joint_count, dimensions) {
  RandomSlots random = RandomSlots::of_shape(seed);
  std::vector<double> direction(static_cast<std::size_t>(dimensions));
  std::vector<double> turn(direction.size());
  for (Index arm = 0; arm < arm_count; ++arm) {
    const Index first = arm * joint_count;
    if (arm > 0) {
      const Index end_of_parent = (arm - 1) / 2 * joint_count + step_count;
      std::ranges::copy(joints_.row(end_of_parent), joints_.row(first).begin());
    }
    for (std::size_t c = 0; c < direction.size(); ++c) direction[c] = falloff(c) * random.normal();
    scale_to(direction, step_length);
    for (Index step = 1; step <= step_count; ++step) {
      for (std::size_t c = 0; c < turn.size(); ++c) turn[c] = falloff(c) * random.normal();
      scale_to(turn, drift * step_length);
      std::ranges::transform(direction, turn, direction.begin(), std::plus{});
      scale_to(direction, step_length);
      std::ranges::transform(joints_.row(first + step - 1), direction, joints_.row(first + step).begin(), std::plus{});
    }
  }
}

void Tree::place(Index row, RandomSlots& random, std::span<double> point) const {
  const double position = static_cast<double>(step_count) * random.uniform();
  const auto step = std::min(static_cast<Index>(position), step_count - 1);
  const double share = position - static_cast<double>(step);
  const auto from = joints_.row(row % arm_count * joint_count + step);
  const auto to = joints_.row(row % arm_count * joint_count + step + 1);
  for (std::size_t c = 0; c < point.size(); ++c)
    point[c] = from[c] + share * (to[c] - from[c]) + thickness * falloff(c) * random.normal();
}

}  // namespace codimap
