#include "embedding/point_map.hpp"

#include <cmath>

namespace codimap {

std::vector<double> residuals(const DiffusionAffinity& affinity, std::span<const double> eigenvalues,
                              MatrixView<double> vectors, const Execution& run) {
  const std::span<const double> degree = affinity.kernel().degree();
  Matrix<double> psi(vectors.rows(), vectors.cols());
  for (Index i = 0; i < psi.rows(); ++i)
    for (Index c = 0; c < psi.cols(); ++c) psi(i, c) = std::sqrt(degree[i]) * vectors(i, c);
  const Matrix<double> image = affinity.multiply(psi, run);
  std::vector<double> result(eigenvalues.size());
  std::vector<double> norm(eigenvalues.size());
  for (Index i = 0; i < psi.rows(); ++i)
    for (Index c = 0; c < psi.cols(); ++c) {
      result[c] = std::hypot(result[c], image(i, c) - eigenvalues[c] * psi(i, c));
      norm[c] = std::hypot(norm[c], psi(i, c));
    }
  for (std::size_t c = 0; c < result.size(); ++c) result[c] /= norm[c];
  return result;
}

}  // namespace codimap
