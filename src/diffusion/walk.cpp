#include "diffusion/walk.hpp"

#include <numeric>

namespace codimap {

Matrix<double> walk(const Kernel& kernel, const Matrix<double>& values, const Execution& run) {
  auto result = Matrix<double>::for_overwrite(values.rows(), values.cols());
  const std::span<const double> degree = kernel.degree();
  const auto consume = [&](Index begin, Index end, const double* sums) {
    for (Index i = begin; i < end; ++i)
      for (double& value : result.row(i)) value = *sums++ / degree[i];
  };
  kernel.multiply_rows(values, {}, consume, run);
  return result;
}

std::vector<double> stationary_of(const Kernel& kernel) {
  const std::span<const double> degree = kernel.degree();
  const double total = std::accumulate(degree.begin(), degree.end(), 0.);
  std::vector<double> shares(degree.begin(), degree.end());
  for (double& share : shares) share /= total;
  return shares;
}

}  // namespace codimap
