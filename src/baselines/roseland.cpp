// ROSELAND: the walk from points to random landmarks and back.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.hpp"
#include "baselines/baselines.hpp"
#include "baselines/landmark_map.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

std::vector<Index> random_landmarks(Index size, Index count, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, Index>> order;
  for (Index i = 0; i < size; ++i)
    order.emplace_back(random_bits(seed, RandomStream::landmarks, static_cast<std::uint64_t>(i)), i);
  std::sort(order.begin(), order.end());
  std::vector<Index> chosen;
  for (Index j = 0; j < count; ++j) chosen.push_back(order[j].second);
  return chosen;
}

}  // namespace

PointMap roseland_map(const Kernel& kernel, Index landmarks, std::optional<Index> components, std::uint64_t seed,
                      const Execution& run) {
  const std::vector<Index> chosen = random_landmarks(kernel.size(), landmarks, seed);
  const Matrix<double> columns = to_dense(kernel.columns(chosen, run));

  // SVD of D^-½W = UΣVᵀ with D = diag(WWᵀ1), through WᵀD⁻¹W, whose vector of eigenvalue 1 is w = Wᵀ1.
  std::vector<double> weight(static_cast<std::size_t>(landmarks));
  for (Index i = 0; i < columns.rows(); ++i)
    for (Index j = 0; j < landmarks; ++j) weight[j] += columns(i, j);
  std::vector<double> inverse_degree;
  for (Index i = 0; i < columns.rows(); ++i) {
    double degree = 0;
    for (Index j = 0; j < landmarks; ++j) degree += columns(i, j) * weight[j];
    inverse_degree.push_back(degree > 0 ? 1 / degree : 0);
  }
  LeadingVectors leading =
      landmark_spectrum(transposed_product(columns, columns, inverse_degree, run), weight, components, run);

  // Σ² belongs to two steps, to a landmark and back. The coordinates D^-½U = D⁻¹WVΣ⁻¹ are means with weights
  // W(x,l)·w(l), whose sum is D(x).
  std::vector<double> eigenvalues;
  for (const double eigenvalue : leading.eigenvalues) eigenvalues.push_back(std::sqrt(std::max(eigenvalue, 0.0)));
  Extension extension{.interpolation = Interpolation::point_to_region,
                      .region_weight = weight,
                      .coordinates = std::move(leading.vectors)};
  for (Index j = 0; j < landmarks; ++j)
    for (Index c = 0; c < extension.coordinates.cols(); ++c) extension.coordinates(j, c) /= weight[j] * eigenvalues[c];
  return extended_map(chosen, columns, std::move(eigenvalues), std::move(extension), run);
}

}  // namespace codimap
