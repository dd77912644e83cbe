// L-dMaps: volume-weighted Nyström extension from k-means medoids.

#include <cmath>

#include "baselines/baselines.hpp"
#include "baselines/landmark_map.hpp"
#include "linalg/sparse.hpp"
#include "neighbors/kmeans.hpp"

namespace codimap {

PointMap nystrom_map(const Kernel& kernel, MatrixView<double> points, Index landmarks, std::optional<Index> components,
                     std::uint64_t seed, const Execution& run) {
  const Clusters clusters = kmeans(points, landmarks, seed, run);
  const std::vector<double> volume(clusters.sizes.begin(), clusters.sizes.end());
  const Matrix<double> columns = to_dense(kernel.columns(clusters.medoids, run));

  // M = D⁻¹·K·diag(c) is similar to D^-½ diag(c)^½ K diag(c)^½ D^-½, with ψ = diag(c)^-½ D^-½ v.
  std::vector<double> root;  // of c·D
  for (Index i = 0; i < landmarks; ++i) {
    double degree = 0;
    for (Index j = 0; j < landmarks; ++j) degree += columns(clusters.medoids[i], j) * volume[j];
    root.push_back(std::sqrt(volume[i] * degree));
  }
  Matrix<double> symmetric(landmarks, landmarks);
  for (Index i = 0; i < landmarks; ++i)
    for (Index j = 0; j < landmarks; ++j)
      symmetric(i, j) = columns(clusters.medoids[i], j) * volume[i] * volume[j] / (root[i] * root[j]);
  LeadingVectors leading = landmark_spectrum(symmetric, root, components, run);

  // ψ(x) = λ⁻¹ Σ_j k(x,j)·c_j·ψ(j) / Σ_j k(x,j)·c_j.
  Extension extension{.interpolation = Interpolation::point_to_region,
                      .region_weight = volume,
                      .coordinates = std::move(leading.vectors)};
  for (Index i = 0; i < landmarks; ++i)
    for (Index c = 0; c < extension.coordinates.cols(); ++c)
      extension.coordinates(i, c) /= root[i] * leading.eigenvalues[c];
  return extended_map(clusters.medoids, columns, leading.eigenvalues, std::move(extension), run);
}

}  // namespace codimap
