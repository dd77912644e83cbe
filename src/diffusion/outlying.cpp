#include "diffusion/outlying.hpp"

#include <algorithm>

namespace codimap {
namespace {

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

bool is_far(double scale, std::vector<double>& of_neighbors) {
  constexpr double many_times = 5;
  return !of_neighbors.empty() && scale > many_times * median(of_neighbors);
}

std::vector<std::uint8_t> hardly_joined(const std::vector<double>& affinity_to_others) {
  constexpr double small_share = 1e-3;
  std::vector<double> values = affinity_to_others;
  const double least = small_share * median(values);
  std::vector<std::uint8_t> hardly;
  for (const double affinity : affinity_to_others) hardly.push_back(affinity < least ? 1 : 0);
  return hardly;
}

}  // namespace codimap
