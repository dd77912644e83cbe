// The diffusion map of regions: D_S^-½ K_S D_S^-½ = VΣ²Vᵀ, φ_S = D_S^-½ V, λ = σ.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codimap/map.hpp"
#include "embedding/leading_vectors.hpp"
#include "embedding/trivial.hpp"
#include "linalg/dense.hpp"

namespace codimap {
namespace {

/// The component of each region, numbered by the lowest region in it.
std::vector<Index> region_components(const Matrix<double>& kernel) {
  std::vector<Index> component_of(static_cast<std::size_t>(kernel.rows()), -1);
  Index count = 0;
  for (Index start = 0; start < kernel.rows(); ++start) {
    if (component_of[start] >= 0) continue;
    component_of[start] = count;
    for (std::vector<Index> open{start}; !open.empty();) {
      const Index i = open.back();
      open.pop_back();
      for (Index j = 0; j < kernel.cols(); ++j)
        if (component_of[j] < 0 && kernel(i, j) > 0) {
          component_of[j] = count;
          open.push_back(j);
        }
    }
    ++count;
  }
  return component_of;
}

}  // namespace

SpectralMap spectral_map(const CompressedKernel& compressed, std::optional<Index> components,
                         std::span<const Index> component_of, const Execution& run) {
  const Index regions = compressed.kernel.rows();
  Matrix<double> symmetric = compressed.kernel;
  for (Index i = 0; i < regions; ++i)
    for (Index j = 0; j < regions; ++j) symmetric(i, j) /= std::sqrt(compressed.degree[i] * compressed.degree[j]);

  std::vector<Index> found;
  if (component_of.empty()) component_of = found = region_components(compressed.kernel);
  const Matrix<double> trivial = trivial_vectors(component_of, compressed.degree);
  const auto multiply = [&](MatrixView<double> block) { return product(symmetric, block, run); };
  LeadingVectors leading =
      leading_vectors(multiply, trivial, components, {.tolerance = 1e-12}, "the compressed kernel", run);

  SpectralMap map;
  for (const double eigenvalue : leading.eigenvalues) map.eigenvalues.push_back(std::sqrt(std::max(eigenvalue, 0.0)));
  map.vectors = std::move(leading.vectors);
  const double total = std::accumulate(compressed.degree.begin(), compressed.degree.end(), 0.0);
  for (Index i = 0; i < regions; ++i)
    for (double& value : map.vectors.row(i)) value *= std::sqrt(total / compressed.degree[i]);
  return map;
}

}  // namespace codimap
