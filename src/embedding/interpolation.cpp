// From coordinates of regions to coordinates of points.

#include "base/fail.hpp"
#include "codimap/map.hpp"
#include "linalg/dense.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

Extension interpolation_of(const CompressedKernel& compressed, const SpectralMap& map, Interpolation interpolation) {
  Extension extension;
  extension.interpolation = interpolation;
  extension.region_weight.assign(compressed.degree.size(), 1);
  extension.coordinates = map.vectors;
  for (Index j = 0; j < map.vectors.rows(); ++j)
    for (Index c = 0; c < map.vectors.cols(); ++c)
      extension.coordinates(j, c) /=
          interpolation == Interpolation::point_to_region ? map.eigenvalues[c] : compressed.degree[j];
  return extension;
}

Matrix<double> extend(const PointRegionAffinity& affinity, const Extension& extension, const Execution& run) {
  // The divisor is one more column of the product.
  const Index components = extension.coordinates.cols();
  Matrix<double> weighted(extension.coordinates.rows(), components + 1);
  for (Index j = 0; j < weighted.rows(); ++j) {
    for (Index c = 0; c < components; ++c) weighted(j, c) = extension.region_weight[j] * extension.coordinates(j, c);
    weighted(j, components) = extension.region_weight[j];
  }
  const Matrix<double> sums =
      std::visit([&](const auto& matrix) { return product(matrix, weighted.view(), run); }, affinity);

  Matrix<double> result(sums.rows(), components);
  Index unreached = 0;
  for (Index i = 0; i < sums.rows(); ++i) {
    const double sum = sums(i, components);
    if (!(sum > 0)) ++unreached;
    const double divisor = extension.interpolation == Interpolation::point_to_region ? sum : 1;
    for (Index c = 0; c < components; ++c) result(i, c) = sums(i, c) / divisor;
  }
  if (unreached > 0)
    fail(ErrorKind::bad_data, "{} of {} points have no affinity to any landmark; take more landmarks or a dense kernel",
         unreached, sums.rows());
  return result;
}

}  // namespace codimap
