// Methods that take a few landmarks for the whole: a small symmetric problem, then an extension to every point.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.hpp"
#include "baselines/baselines.hpp"
#include "embedding/leading_vectors.hpp"
#include "linalg/dense.hpp"
#include "neighbors/kmeans.hpp"

namespace codimap {
namespace {

Matrix<double> as_doubles(Points points) {
  Matrix<double> result(points.rows(), points.cols());
  points.visit([&](const auto& view) { std::copy_n(view.data(), view.size(), result.data()); });
  return result;
}

/// Each landmark a region of one point, no other point in any.
std::vector<Index> regions_of_landmarks(std::span<const Index> landmarks, Index size) {
  std::vector<Index> region_of(static_cast<std::size_t>(size), no_region);
  for (std::size_t j = 0; j < landmarks.size(); ++j) region_of[landmarks[j]] = static_cast<Index>(j);
  return region_of;
}

/// Eigenpairs of a symmetric n × n matrix with eigenvalue 1 at a known vector, which is scaled to unit norm.
LeadingVectors small_spectrum(const Matrix<double>& matrix, std::vector<double> trivial,
                              std::optional<Index> components, const Execution& run) {
  const double norm = std::sqrt(std::inner_product(trivial.begin(), trivial.end(), trivial.begin(), 0.0));
  Matrix<double> known(matrix.rows(), 1);
  for (Index j = 0; j < matrix.rows(); ++j) known(j, 0) = trivial[j] / norm;
  const auto multiply = [&](MatrixView<double> block) { return product(matrix, block, run); };
  return leading_vectors(multiply, known, components, {.tolerance = 1e-12}, "the kernel of the landmarks", run);
}

}  // namespace

PointMap nystrom_map(const Kernel& kernel, Points points, Index landmarks, std::optional<Index> components,
                     std::uint64_t seed, const Execution& run) {
  const Clusters clusters = kmeans(as_doubles(points), landmarks, seed, run);
  const std::vector<double> volume(clusters.sizes.begin(), clusters.sizes.end());
  const Matrix<double> columns = kernel.columns(clusters.medoids, run);

  // M = D⁻¹·K·diag(c) is similar to D^-½ diag(c)^½ K diag(c)^½ D^-½, with ψ = diag(c)^-½ D^-½ v.
  Matrix<double> symmetric(landmarks, landmarks);
  std::vector<double> degree(static_cast<std::size_t>(landmarks));
  for (Index i = 0; i < landmarks; ++i)
    for (Index j = 0; j < landmarks; ++j) degree[i] += columns(clusters.medoids[i], j) * volume[j];
  std::vector<double> trivial;
  for (Index i = 0; i < landmarks; ++i) {
    trivial.push_back(std::sqrt(volume[i] * degree[i]));
    for (Index j = 0; j < landmarks; ++j)
      symmetric(i, j) = columns(clusters.medoids[i], j) * std::sqrt(volume[i] * volume[j] / (degree[i] * degree[j]));
  }
  const LeadingVectors leading = small_spectrum(symmetric, trivial, components, run);

  PointMap map;
  map.eigenvalues = leading.eigenvalues;
  map.region_of = regions_of_landmarks(clusters.medoids, kernel.size());
  map.regions = landmarks;
  map.extension.region_weight = volume;
  map.extension.coordinates = leading.vectors;
  for (Index i = 0; i < landmarks; ++i)
    for (Index c = 0; c < leading.vectors.cols(); ++c)
      map.extension.coordinates(i, c) /= trivial[i] * leading.eigenvalues[c];
  map.vectors = extend(columns, map.extension, run);
  return map;
}

PointMap centroid_map(const KernelOptions& options, Points points, Index landmarks, std::optional<Index> components,
                      std::uint64_t seed, const Execution& run) {
  const Clusters clusters = kmeans(as_doubles(points), landmarks, seed, run);
  KernelOptions every_pair = options;
  every_pair.neighbors = dense;
  PointMap map;
  map.landmark_kernel = point_kernel(clusters.means, every_pair, run);
  PointMap of_centroids =
      exact_map(*map.landmark_kernel, connected_components(*map.landmark_kernel, run), components, run);
  map.eigenvalues = of_centroids.eigenvalues;
  map.region_of = of_centroids.region_of;
  map.regions = landmarks;
  map.extension.region_weight.assign(static_cast<std::size_t>(landmarks), 1);
  map.extension.coordinates = std::move(of_centroids.vectors);
  map.vectors = extend(map.landmark_kernel->new_region_sums(points, map.region_of, landmarks, run), map.extension, run);
  return map;
}

PointMap roseland_map(const Kernel& kernel, Index landmarks, std::optional<Index> components, std::uint64_t seed,
                      const Execution& run) {
  std::vector<std::pair<std::uint64_t, Index>> order;
  for (Index i = 0; i < kernel.size(); ++i)
    order.emplace_back(random_bits(seed, RandomStream::landmarks, static_cast<std::uint64_t>(i)), i);
  std::sort(order.begin(), order.end());
  std::vector<Index> chosen;
  for (Index j = 0; j < landmarks; ++j) chosen.push_back(order[j].second);

  // SVD of D^-½W = UΣVᵀ with D = diag(WWᵀ1), through WᵀD⁻¹W. The coordinates D^-½U = D⁻¹WVΣ⁻¹ are means with weights
  // W(x,l)·w(l), w = Wᵀ1, whose sum is D(x).
  const Matrix<double> columns = kernel.columns(chosen, run);
  std::vector<double> weight(static_cast<std::size_t>(landmarks));
  for (Index i = 0; i < columns.rows(); ++i)
    for (Index j = 0; j < landmarks; ++j) weight[j] += columns(i, j);
  std::vector<double> inverse_degree(static_cast<std::size_t>(columns.rows()));
  for (Index i = 0; i < columns.rows(); ++i) {
    double degree = 0;
    for (Index j = 0; j < landmarks; ++j) degree += columns(i, j) * weight[j];
    inverse_degree[i] = degree > 0 ? 1 / degree : 0;
  }
  const LeadingVectors leading =
      small_spectrum(transposed_product(columns, columns, inverse_degree, run), weight, components, run);

  PointMap map;
  // Σ² belongs to two steps, to a landmark and back.
  for (const double eigenvalue : leading.eigenvalues) map.eigenvalues.push_back(std::sqrt(std::max(eigenvalue, 0.0)));
  map.region_of = regions_of_landmarks(chosen, kernel.size());
  map.regions = landmarks;
  map.extension.region_weight = weight;
  map.extension.coordinates = leading.vectors;
  for (Index j = 0; j < landmarks; ++j)
    for (Index c = 0; c < leading.vectors.cols(); ++c)
      map.extension.coordinates(j, c) /= weight[j] * map.eigenvalues[c];
  map.vectors = extend(columns, map.extension, run);
  return map;
}

Partition spectral_partition(const Kernel& kernel, Index regions, std::uint64_t seed, const Execution& run) {
  constexpr Index singular_vectors = 100;
  const DiffusionAffinity affinity(kernel);
  const auto multiply = [&](MatrixView<double> block) { return affinity.multiply(block, run); };
  // k-means asks for no more digits than these.
  const EigenPairs leading =
      largest_eigenpairs(multiply, kernel.size(), std::min(singular_vectors, kernel.size()),
                         Matrix<double>(kernel.size(), 0), {.tolerance = 1e-4, .seed = seed}, run);
  Matrix<double> walked = kernel.multiply(leading.vectors, run);
  for (Index i = 0; i < walked.rows(); ++i)
    for (double& value : walked.row(i)) value /= kernel.degree()[i];
  Clusters clusters = kmeans(walked, regions, seed, run);
  Partition partition;
  partition.region_of = std::move(clusters.cluster_of);
  partition.regions = regions;
  return partition;
}

}  // namespace codimap
