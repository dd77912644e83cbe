// Between the oracle's dense matrices and what the library takes and gives.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "codimap/kernel.hpp"
#include "codimap/matrix.hpp"

namespace codimap::laws {

Matrix<double> to_matrix(const Eigen::MatrixXd& matrix);
Matrix<float> to_float_matrix(const Eigen::MatrixXd& matrix);
/// Every entry that is not 0, as an edge or a loop.
Graph to_graph(const Eigen::MatrixXd& weights);
std::span<const double> to_span(const Eigen::VectorXd& vector);

Eigen::MatrixXd to_eigen(const Matrix<double>& matrix);
Eigen::MatrixXd to_eigen(const PointRegionAffinity& affinity);
Eigen::VectorXd to_eigen(std::span<const double> vector);
/// G itself, as its product with the identity.
Eigen::MatrixXd to_eigen(const Kernel& kernel);

}  // namespace codimap::laws
