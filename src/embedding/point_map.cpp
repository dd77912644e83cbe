#include "embedding/point_map.hpp"

#include <cmath>
#include <numeric>

namespace codimap {
namespace {

/// Σ of each column over one range of rows.
struct ColumnSums {
  std::vector<double> residual_squares;
  std::vector<double> squares;
};

}  // namespace

std::vector<double> residuals(const DiffusionAffinity& affinity, std::span<const double> eigenvalues,
                              MatrixView<double> vectors, const Execution& run) {
  const Kernel& kernel = affinity.kernel();
  const std::span<const double> degree = kernel.degree();
  const auto count = static_cast<Index>(eigenvalues.size());
  const Index ranges = (vectors.rows() + Kernel::rows_at_a_time - 1) / Kernel::rows_at_a_time;
  std::vector<ColumnSums> sums(static_cast<std::size_t>(ranges),
                               {std::vector<double>(eigenvalues.size()), std::vector<double>(eigenvalues.size())});
  // With ψ = Q^½φ the residual Aψ − λψ is Q^-½Gφ − λQ^½φ: the product takes φ as it is.
  const auto add = [&](Index begin, Index end, const double* image) {
    auto& [residual_squares, squares] = sums[begin / Kernel::rows_at_a_time];
    for (Index i = begin; i < end; ++i, image += count) {
      const double root = std::sqrt(degree[i]);
      const double inverse_root = 1 / root;
      const double* phi = vectors.row(i).data();
      for (Index c = 0; c < count; ++c) {
        const double psi = root * phi[c];
        const double residual = inverse_root * image[c] - eigenvalues[c] * psi;
        residual_squares[c] += residual * residual;
        squares[c] += psi * psi;
      }
    }
  };
  kernel.multiply_rows(vectors, {}, add, run);
  std::vector<double> result;
  for (std::size_t c = 0; c < eigenvalues.size(); ++c) {
    double residual_square = 0;
    double square = 0;
    for (const ColumnSums& range : sums) {
      residual_square += range.residual_squares[c];
      square += range.squares[c];
    }
    result.push_back(std::sqrt(residual_square / square));
  }
  return result;
}

}  // namespace codimap
