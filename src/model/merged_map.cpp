// The spectra of connected components, put together to that of the whole graph.

#include <algorithm>
#include <cmath>

#include "codimap/model.hpp"

namespace codimap {
namespace {

/// Of one component of the graph; `column` is that of the embedding, −1 for the trivial eigenvector.
struct Eigenpair {
  double eigenvalue;
  Index component;
  Index column;
};

std::vector<Eigenpair> eigenpairs_of(const Result& result) {
  std::vector<Eigenpair> pairs;
  const auto add = [&](const Spectrum& spectrum, Index component) {
    for (std::size_t c = 0; c < spectrum.eigenvalues.size(); ++c)
      pairs.push_back({spectrum.eigenvalues[c], component, static_cast<Index>(c)});
  };
  const auto components = static_cast<Index>(std::max<std::size_t>(1, result.component_sizes.size()));
  for (Index component = 0; component < components; ++component) pairs.push_back({1, component, -1});
  add(result, 0);
  for (std::size_t i = 0; i < result.other_spectra.size(); ++i) add(result.other_spectra[i], static_cast<Index>(i) + 1);
  return pairs;
}

}  // namespace

MergedMap merged_map(const Model& model, Index count) {
  const Result& result = model.result();
  std::vector<Eigenpair> pairs = eigenpairs_of(result);
  std::ranges::stable_sort(pairs, std::greater(), [](const Eigenpair& pair) { return std::abs(pair.eigenvalue); });
  pairs.resize(std::min(pairs.size(), static_cast<std::size_t>(count)));
  std::ranges::stable_sort(pairs, std::greater(), &Eigenpair::eigenvalue);

  const bool of_walk = model.options().map.eigenvectors == Eigenvectors::walk;
  MergedMap merged{{}, Matrix<double>(model.points(), static_cast<Index>(pairs.size()))};
  for (const auto& [eigenvalue, component, column] : pairs) {
    const auto j = static_cast<Index>(merged.eigenvalues.size());
    merged.eigenvalues.push_back(eigenvalue);
    double squares = 0;
    for (Index i = 0; i < model.points(); ++i) {
      const auto point = static_cast<std::size_t>(i);
      if (!result.component_of.empty() && result.component_of[point] != component) continue;
      const double root = std::sqrt(result.stationary[point]);
      const double value = column < 0 ? root : (of_walk ? root : 1) * result.embedding(i, column);
      merged.vectors(i, j) = value;
      squares += value * value;
    }
    const double norm = squares > 0 ? std::sqrt(squares) : 1;
    for (Index i = 0; i < model.points(); ++i) merged.vectors(i, j) /= norm;
  }
  return merged;
}

}  // namespace codimap
