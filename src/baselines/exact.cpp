#include <cmath>
#include <numeric>

#include "baselines/baselines.hpp"
#include "embedding/leading_vectors.hpp"
#include "embedding/trivial.hpp"

namespace codimap {

PointMap exact_map(const Kernel& kernel, const Components& graph_components, std::optional<Index> components,
                   const Execution& run) {
  const DiffusionAffinity affinity(kernel);
  const std::span<const double> degree = kernel.degree();
  const Matrix<double> trivial = trivial_vectors(graph_components.component_of, degree);
  const auto multiply = [&](MatrixView<double> block) { return affinity.multiply(block, run); };
  LeadingVectors leading = leading_vectors(multiply, trivial, components, {}, "the kernel", run);

  PointMap map;
  map.eigenvalues = std::move(leading.eigenvalues);
  map.vectors = std::move(leading.vectors);
  for (Index i = 0; i < map.vectors.rows(); ++i)
    for (double& value : map.vectors.row(i)) value /= std::sqrt(degree[i]);
  // Every point its own region: φ(x) = λ⁻¹ Σ_y p(x,y)φ(y), which holds at the points and defines φ elsewhere.
  map.regions = kernel.size();
  map.region_of.resize(static_cast<std::size_t>(map.regions));
  std::iota(map.region_of.begin(), map.region_of.end(), Index{0});
  map.extension.region_weight.assign(map.region_of.size(), 1);
  map.extension.coordinates = map.vectors;
  for (Index i = 0; i < map.vectors.rows(); ++i)
    for (Index c = 0; c < map.vectors.cols(); ++c) map.extension.coordinates(i, c) /= map.eigenvalues[c];
  return map;
}

}  // namespace codimap
