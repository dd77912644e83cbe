#include "model/prepare.hpp"

#include <cmath>

#include "base/fail.hpp"

namespace codimap {
namespace {

double transformed(double value, const PrepareOptions& options, Index row) {
  if (options.arcsinh) value = std::asinh(value / *options.arcsinh);
  if (options.log1p) {
    if (value <= -1) fail(ErrorKind::bad_data, "log1p needs values above −1; row {} has {:g}", row + 1, value);
    value = std::log1p(value);
  }
  return value;
}

}  // namespace

Preparation learn_preparation(Points points, const PrepareOptions& options) {
  if (options.arcsinh && !(*options.arcsinh > 0 && std::isfinite(*options.arcsinh)))
    fail(ErrorKind::bad_option, "the cofactor of arcsinh must be a positive number; got {:g}", *options.arcsinh);
  Preparation preparation{.options = options, .mean = {}, .scale = {}};
  if (!options.standardize) return preparation;
  const auto rows = static_cast<double>(points.rows());
  preparation.mean.resize(static_cast<std::size_t>(points.cols()));
  preparation.scale.resize(static_cast<std::size_t>(points.cols()));
  points.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k)
        preparation.mean[k] += transformed(static_cast<double>(view(i, k)), options, i) / rows;
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k)
        preparation.scale[k] +=
            std::pow(transformed(static_cast<double>(view(i, k)), options, i) - preparation.mean[k], 2) / rows;
  });
  for (std::size_t k = 0; k < preparation.scale.size(); ++k) {
    const double deviation = std::sqrt(preparation.scale[k]);
    // A constant column differs from its rounded mean by rounding alone.
    preparation.scale[k] = deviation > 1e-12 * std::abs(preparation.mean[k]) ? 1 / deviation : 0;
  }
  return preparation;
}

std::variant<Matrix<float>, Matrix<double>> prepare(Points points, const Preparation& preparation) {
  return points.visit([&]<class T>(const MatrixView<T>& view) -> std::variant<Matrix<float>, Matrix<double>> {
    Matrix<T> result(view.rows(), view.cols());
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k) {
        double value = transformed(static_cast<double>(view(i, k)), preparation.options, i);
        if (preparation.options.standardize) value = (value - preparation.mean[k]) * preparation.scale[k];
        result(i, k) = static_cast<T>(value);
      }
    return result;
  });
}

}  // namespace codimap
