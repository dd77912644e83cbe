#include "refinement/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace codimap {
namespace {

// A first step leaves a quarter of an error at least; two that hardly differ would else promise too much or nothing.
constexpr double least_left = 0.25;
constexpr double most_left = 0.75;
constexpr double safety = 2;
constexpr double single = 2.5;
constexpr double equal_values = 1e-5;  // relative

/// Between a new vector and the space of the old ones of the same value.
double turn_of(std::span<const double> values, const Matrix<double>& overlap, Index component) {
  const double value = values[static_cast<std::size_t>(component)];
  double stayed = 0;
  for (Index j = 0; j < std::min(overlap.rows(), std::ssize(values)); ++j)
    if (j == component || std::abs(values[static_cast<std::size_t>(j)] - value) < equal_values * value)
      stayed += overlap(j, component) * overlap(j, component);
  return std::acos(std::min(std::sqrt(stayed), 1.0));
}

double root_mean_square(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

AngleEstimate::AngleEstimate(Index components) : angles_(static_cast<std::size_t>(components), std::numbers::pi / 2) {}

void AngleEstimate::add_step(std::span<const double> values, const Matrix<double>& overlap) {
  for (std::size_t c = 0; c < angles_.size(); ++c) angles_[c] = turn_of(values, overlap, static_cast<Index>(c));
  const double turn = root_mean_square(angles_);
  const double left = last_turn_ > 0 ? std::clamp(turn / last_turn_, least_left, most_left) : least_left;
  last_turn_ = std::max(turn, 1e-300);
  for (double& angle : angles_) angle = std::min(safety * left / (1 - left) * angle, std::numbers::pi / 2);
}

double estimate_excess(std::span<const double> angles, double goal) {
  return std::max(root_mean_square(angles), std::ranges::max(angles) / single) / goal;
}

}  // namespace codimap
