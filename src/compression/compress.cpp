// The inverse-density MGC kernel compressed to regions. K itself is never formed: K_S = CᵀGQ⁻¹GC = BᵀQ⁻¹B.

#include <algorithm>

#include "base/fail.hpp"
#include "codimap/regions.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

void check_partition(std::span<const Index> region_of, Index regions, Index size) {
  if (static_cast<Index>(region_of.size()) != size)
    fail(ErrorKind::bad_data, "a partition must name a region for each of {} points; got {}", size, region_of.size());
  std::vector<Index> sizes(static_cast<std::size_t>(std::max<Index>(regions, 0)));
  for (const Index region : region_of) {
    if (region < 0 || region >= regions)
      fail(ErrorKind::bad_data, "regions must be between 0 and {}; got {}", regions - 1, region);
    ++sizes[region];
  }
  const auto empty = std::find(sizes.begin(), sizes.end(), 0);
  if (empty != sizes.end()) fail(ErrorKind::bad_data, "region {} of the partition is empty", empty - sizes.begin());
}

}  // namespace

CompressedKernel compress(const Kernel& kernel, std::span<const Index> region_of, Index regions, const Execution& run) {
  check_partition(region_of, regions, kernel.size());
  CompressedKernel compressed;
  compressed.point_region_affinity = kernel.region_sums(region_of, regions, run);
  const std::span<const double> degree = kernel.degree();
  std::vector<double> inverse_degree(degree.begin(), degree.end());
  for (double& value : inverse_degree) value = 1 / value;
  if (const auto* full = std::get_if<Matrix<double>>(&compressed.point_region_affinity))
    compressed.kernel = transposed_product(*full, *full, inverse_degree, run);
  else
    compressed.kernel = weighted_gram(std::get<SparseRows>(compressed.point_region_affinity), inverse_degree, run);
  // d_S = K_S·1 = Cᵀq (Theorem 2), summed the short way.
  compressed.degree.resize(static_cast<std::size_t>(regions));
  for (Index i = 0; i < kernel.size(); ++i) compressed.degree[region_of[i]] += degree[i];
  return compressed;
}

DenseOrSparse compressed_transition(const CompressedKernel& compressed) {
  DenseOrSparse transition = compressed.kernel;
  if (auto* full = std::get_if<Matrix<double>>(&transition)) {
    for (Index i = 0; i < full->rows(); ++i)
      for (double& probability : full->row(i)) probability /= compressed.degree[i];
    return transition;
  }
  auto& sparse = std::get<SparseRows>(transition);
  for (Index i = 0; i < sparse.rows(); ++i)
    for (Index e = sparse.offsets[i]; e < sparse.offsets[i + 1]; ++e) sparse.values[e] /= compressed.degree[i];
  return transition;
}

}  // namespace codimap
