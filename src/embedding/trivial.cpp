#include "embedding/trivial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace codimap {

Matrix<double> trivial_vectors(std::span<const Index> component_of, std::span<const double> degree) {
  const Index components = *std::max_element(component_of.begin(), component_of.end()) + 1;
  std::vector<double> volume(static_cast<std::size_t>(components));
  for (std::size_t i = 0; i < component_of.size(); ++i) volume[component_of[i]] += degree[i];
  const double total = std::accumulate(volume.begin(), volume.end(), 0.0);

  Matrix<double> vectors(static_cast<Index>(component_of.size()), components);
  for (Index i = 0; i < vectors.rows(); ++i) vectors(i, 0) = std::sqrt(degree[i] / total);
  double before = 0;
  for (Index c = 1; c < components; ++c) {
    before += volume[c - 1];
    const double both = before + volume[c];
    for (Index i = 0; i < vectors.rows(); ++i) {
      if (component_of[i] < c) vectors(i, c) = -std::sqrt(degree[i] * volume[c] / (before * both));
      if (component_of[i] == c) vectors(i, c) = std::sqrt(degree[i] * before / (volume[c] * both));
    }
  }
  return vectors;
}

}  // namespace codimap
