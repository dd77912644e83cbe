#include <algorithm>
#include <cmath>
#include <utility>

#include "baselines/baselines.hpp"
#include "embedding/certificate.hpp"
#include "embedding/leading_vectors.hpp"
#include "embedding/trivial.hpp"

namespace codimap {

PointMap exact_map(const Kernel& kernel, const Components& graph_components, std::optional<Index> components,
                   const Execution& run, Index spare) {
  const DiffusionAffinity affinity(kernel);
  const std::span<const double> degree = kernel.degree();
  const Matrix<double> trivial = trivial_vectors(graph_components.component_of, degree);
  const auto multiply = [&](MatrixView<double> block) { return affinity.multiply(block, run); };
  // One more than asked for, so that the gap below the last is known.
  LeadingVectors leading =
      leading_vectors(multiply, trivial, components, spare + 1, {}, "the kernel", run, Zeros::kept);
  const std::vector<double> eigenvalues = leading.eigenvalues;
  const auto found = static_cast<Index>(eigenvalues.size());
  const Index kept = std::min(components.value_or(std::min(default_components, kernel.size() - 1)) + spare, found);

  PointMap map;
  map.eigenvalues.assign(eigenvalues.begin(), eigenvalues.begin() + kept);
  Matrix<double> vectors(kernel.size(), kept);
  Matrix<double> all = std::move(leading.vectors);
  for (Index i = 0; i < all.rows(); ++i) {
    for (double& value : all.row(i)) value /= std::sqrt(degree[i]);
    std::copy_n(all.row(i).data(), kept, vectors.row(i).data());
  }
  // The solver has looked for eigenvalues above the last one.
  map.residuals = residuals_of(affinity, eigenvalues, all, run);
  map.certificate = certify(eigenvalues, map.residuals, std::span(map.residuals).first(static_cast<std::size_t>(kept)),
                            kernel.size() - trivial.cols(), found > 0 ? eigenvalues.back() : 1);
  map.residuals.resize(static_cast<std::size_t>(kept));
  Matrix<double> walked = vectors;
  extend_by_walking(map, std::move(vectors), std::move(walked), run);
  return map;
}

}  // namespace codimap
