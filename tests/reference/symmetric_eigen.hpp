// Eigenpairs of a symmetric matrix, by LAPACK's dsyev: another road than any that the library takes.
#pragma once

#include <Eigen/Dense>

namespace codimap::reference {

struct Eigenpairs {
  Eigen::VectorXd values;   // descending algebraic order
  Eigen::MatrixXd vectors;  // orthonormal, one column a pair
};

Eigenpairs symmetric_eigen_lapack(const Eigen::MatrixXd& matrix);

}  // namespace codimap::reference
