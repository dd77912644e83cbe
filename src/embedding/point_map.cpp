#include "embedding/point_map.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"

namespace codimap {
namespace {

/// Σ of each column over one range of rows.
struct ColumnSums {
  std::vector<double> residual_squares;
  std::vector<double> squares;
};

}  // namespace

void extend_by_walking(PointMap& map, Matrix<double> vectors, Matrix<double> walked, const Execution& run) {
  map.vectors = std::move(walked);
  map.regions = vectors.rows();
  map.region_of.resize(static_cast<std::size_t>(map.regions));
  std::iota(map.region_of.begin(), map.region_of.end(), Index{0});
  map.extension = {};
  map.extension.region_weight.assign(map.region_of.size(), 1);
  map.extension.coordinates = std::move(vectors);
  parallel_for(run, map.regions, 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < map.extension.coordinates.cols(); ++c)
        // Pφ is 0 where the eigenvalue is.
        map.extension.coordinates(i, c) /= map.eigenvalues[c] == 0 ? 1 : map.eigenvalues[c];
  });
}

std::vector<double> residuals_of(const DiffusionAffinity& affinity, std::span<const double> eigenvalues,
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
