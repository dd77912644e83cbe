#include "diffusion/point_set.hpp"

#include <algorithm>

namespace codimap {

std::vector<double> column_means(Points points) {
  std::vector<double> means(static_cast<std::size_t>(points.cols()));
  points.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k) means[k] += static_cast<double>(view(i, k));
  });
  for (double& mean : means) mean /= static_cast<double>(points.rows());
  return means;
}

template <class T>
Matrix<T> centred(Points points, std::span<const double> centre) {
  Matrix<T> result(points.rows(), points.cols());
  points.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k)
        result(i, k) = static_cast<T>(static_cast<double>(view(i, k)) - centre[k]);
  });
  return result;
}

template <class T>
PointSet<T> subset(const PointSet<T>& set, std::span<const Index> selected) {
  PointSet<T> result;
  result.rows = Matrix<T>(static_cast<Index>(selected.size()), set.rows.cols());
  for (std::size_t j = 0; j < selected.size(); ++j) {
    const auto source = set.rows.row(selected[j]);
    std::copy(source.begin(), source.end(), result.rows.row(static_cast<Index>(j)).begin());
    result.inverse_bandwidth.push_back(set.inverse_bandwidth[selected[j]]);
    if (!set.weight.empty()) result.weight.push_back(set.weight[selected[j]]);
  }
  result.transposed = transpose(result.rows.view());
  return result;
}

template <class T>
Matrix<T> transpose(MatrixView<T> matrix) {
  Matrix<T> result(matrix.cols(), matrix.rows());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index k = 0; k < matrix.cols(); ++k) result(k, i) = matrix(i, k);
  return result;
}

template Matrix<float> centred(Points, std::span<const double>);
template Matrix<double> centred(Points, std::span<const double>);
template PointSet<float> subset(const PointSet<float>&, std::span<const Index>);
template PointSet<double> subset(const PointSet<double>&, std::span<const Index>);
template Matrix<float> transpose(MatrixView<float>);
template Matrix<double> transpose(MatrixView<double>);

}  // namespace codimap
