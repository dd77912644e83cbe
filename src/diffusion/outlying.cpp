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

std::vector<Index> hardly_joined(std::span<const double> affinity, double to_itself) {
  constexpr double small_share = 1e-3;
  std::vector<double> values(affinity.begin(), affinity.end());
  const double least = small_share * (median(values) - to_itself);
  std::vector<Index> hardly;
  for (std::size_t i = 0; i < affinity.size(); ++i)
    if (affinity[i] - to_itself < least) hardly.push_back(static_cast<Index>(i));
  return hardly;
}

}  // namespace codimap
