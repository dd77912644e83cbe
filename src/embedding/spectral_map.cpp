// The diffusion map of regions: D_S^-½ K_S D_S^-½ = VΣ²Vᵀ, φ_S = D_S^-½ V, λ = σ.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codimap/map.hpp"
#include "embedding/leading_vectors.hpp"
#include "embedding/trivial.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

/// visit(j, K_S(i, j)) for the entries of a row.
template <class Visit>
void for_each_entry(const DenseOrSparse& kernel, Index i, Visit&& visit) {
  if (const auto* full = std::get_if<Matrix<double>>(&kernel)) {
    for (Index j = 0; j < full->cols(); ++j) visit(j, (*full)(i, j));
  } else {
    const auto row = row_of(std::get<SparseRows>(kernel), i);
    for (Index e = 0; e < row.count; ++e) visit(row.columns[e], row.values[e]);
  }
}

/// The component of each region, numbered by the lowest region in it.
std::vector<Index> region_components(const DenseOrSparse& kernel, Index regions) {
  std::vector<Index> component_of(static_cast<std::size_t>(regions), -1);
  Index count = 0;
  for (Index start = 0; start < regions; ++start) {
    if (component_of[start] >= 0) continue;
    component_of[start] = count;
    for (std::vector<Index> open{start}; !open.empty();) {
      const Index i = open.back();
      open.pop_back();
      for_each_entry(kernel, i, [&](Index j, double affinity) {
        if (component_of[j] >= 0 || !(affinity > 0)) return;
        component_of[j] = count;
        open.push_back(j);
      });
    }
    ++count;
  }
  return component_of;
}

/// D_S^-½ K_S D_S^-½.
DenseOrSparse symmetric_walk(const CompressedKernel& compressed) {
  const std::vector<double>& degree = compressed.degree;
  DenseOrSparse walk = compressed.kernel;
  if (auto* full = std::get_if<Matrix<double>>(&walk)) {
    for (Index i = 0; i < full->rows(); ++i)
      for (Index j = 0; j < full->cols(); ++j) (*full)(i, j) /= std::sqrt(degree[i] * degree[j]);
    return walk;
  }
  auto& sparse = std::get<SparseRows>(walk);
  for (Index i = 0; i < sparse.rows(); ++i)
    for (Index e = sparse.offsets[i]; e < sparse.offsets[i + 1]; ++e)
      sparse.values[e] /= std::sqrt(degree[i] * degree[sparse.columns[e]]);
  return walk;
}

LeadingVectors solve(const DenseOrSparse& walk, MatrixView<double> trivial, std::optional<Index> components,
                     Index spare, const Execution& run) {
  // Components to spare are wanted by whoever goes on from here, and finds the digits, and what is missing, anyway.
  LanczosOptions options{.tolerance = 1e-12};
  if (spare > 0) options = {.tolerance = 1e-4, .search_again = false, .dense_size = 128};
  constexpr std::string_view what = "the compressed kernel";
  if (const auto* sparse = std::get_if<SparseRows>(&walk))
    return leading_vectors(*sparse, trivial, components, spare, options, what, run);
  const auto multiply = [&](MatrixView<double> block) { return product(std::get<Matrix<double>>(walk), block, run); };
  return leading_vectors(multiply, trivial, components, spare, options, what, run);
}

}  // namespace

SpectralMap spectral_map(const CompressedKernel& compressed, std::optional<Index> components,
                         std::span<const Index> component_of, const Execution& run, Index spare) {
  const auto regions = static_cast<Index>(compressed.degree.size());
  std::vector<Index> found;
  if (component_of.empty()) component_of = found = region_components(compressed.kernel, regions);
  const Matrix<double> trivial = trivial_vectors(component_of, compressed.degree);
  const DenseOrSparse walk = symmetric_walk(compressed);
  LeadingVectors leading = solve(walk, trivial, components, spare, run);

  SpectralMap map;
  for (const double eigenvalue : leading.eigenvalues) map.eigenvalues.push_back(std::sqrt(std::max(eigenvalue, 0.0)));
  map.vectors = std::move(leading.vectors);
  const double total = std::accumulate(compressed.degree.begin(), compressed.degree.end(), 0.0);
  for (Index i = 0; i < regions; ++i)
    for (double& value : map.vectors.row(i)) value *= std::sqrt(total / compressed.degree[i]);
  return map;
}

}  // namespace codimap
