// Copies between matrix types.
#include "laws/conversions.hpp"

namespace codimap::laws {

namespace {

template <class T>
Matrix<T> copy_of(const Eigen::MatrixXd& matrix) {
  Matrix<T> result(matrix.rows(), matrix.cols());
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) result(i, j) = static_cast<T>(matrix(i, j));
  }
  return result;
}

Eigen::MatrixXd to_eigen(const SparseRows& rows) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(rows.rows(), rows.cols);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index e = rows.offsets[i]; e < rows.offsets[i + 1]; ++e) {
      result(i, rows.columns[e]) += rows.values[e];
    }
  }
  return result;
}

}  // namespace

Matrix<double> to_matrix(const Eigen::MatrixXd& matrix) { return copy_of<double>(matrix); }

Matrix<float> to_float_matrix(const Eigen::MatrixXd& matrix) { return copy_of<float>(matrix); }

Graph to_graph(const Eigen::MatrixXd& weights) {
  Graph graph;
  graph.cols = weights.cols();
  for (Index i = 0; i < weights.rows(); ++i) {
    for (Index j = 0; j < weights.cols(); ++j) {
      if (weights(i, j) == 0) continue;
      graph.columns.push_back(static_cast<std::int32_t>(j));
      graph.values.push_back(weights(i, j));
    }
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  return graph;
}

std::span<const double> to_span(const Eigen::VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

Eigen::MatrixXd to_eigen(const Matrix<double>& matrix) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(matrix.data(), matrix.rows(), matrix.cols());
}

Eigen::MatrixXd to_eigen(const PointRegionAffinity& affinity) {
  if (const auto* full = std::get_if<Matrix<double>>(&affinity)) return to_eigen(*full);
  return to_eigen(std::get<SparseRows>(affinity));
}

Eigen::VectorXd to_eigen(std::span<const double> vector) {
  return Eigen::Map<const Eigen::VectorXd>(vector.data(), static_cast<Index>(vector.size()));
}

Eigen::MatrixXd to_eigen(const Kernel& kernel) {
  return to_eigen(kernel.multiply(to_matrix(Eigen::MatrixXd::Identity(kernel.size(), kernel.size())), {}));
}

}  // namespace codimap::laws
