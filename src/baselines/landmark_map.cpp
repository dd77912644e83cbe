#include "baselines/landmark_map.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/dense.hpp"

namespace codimap {

LeadingVectors landmark_spectrum(const Matrix<double>& matrix, const std::vector<double>& trivial,
                                 std::optional<Index> components, const Execution& run) {
  const double norm = std::sqrt(std::inner_product(trivial.begin(), trivial.end(), trivial.begin(), 0.0));
  Matrix<double> known(matrix.rows(), 1);
  for (Index j = 0; j < matrix.rows(); ++j) known(j, 0) = trivial[j] / norm;
  const auto multiply = [&](MatrixView<double> block) { return product(matrix, block, run); };
  return leading_vectors(multiply, known, components, 0, {.tolerance = 1e-12}, "the kernel of the landmarks", run);
}

PointMap extended_map(std::span<const Index> landmarks, const Matrix<double>& columns, std::vector<double> eigenvalues,
                      Extension extension, const Execution& run) {
  PointMap map;
  map.eigenvalues = std::move(eigenvalues);
  map.regions = columns.cols();
  map.region_of.assign(static_cast<std::size_t>(columns.rows()), no_region);
  for (std::size_t j = 0; j < landmarks.size(); ++j) map.region_of[landmarks[j]] = static_cast<Index>(j);
  map.extension = std::move(extension);
  map.vectors = extend(columns, map.extension, run);
  return map;
}

}  // namespace codimap
