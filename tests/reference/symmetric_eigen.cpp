// The call of LAPACK's dsyev.
#include "reference/symmetric_eigen.hpp"

#include <stdexcept>
#include <string>
#include <vector>

extern "C" void dsyev_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
                       double* work, const int* lwork, int* info);

namespace codimap::reference {

Eigenpairs symmetric_eigen_lapack(const Eigen::MatrixXd& matrix) {
  const int n = static_cast<int>(matrix.rows());
  Eigen::MatrixXd vectors = (matrix + matrix.transpose()) / 2;
  Eigen::VectorXd values(n);
  const int work_size = 40 * n + 40;
  std::vector<double> work(work_size);
  int info = 0;
  dsyev_("V", "L", &n, vectors.data(), &n, values.data(), work.data(), &work_size, &info);
  if (info != 0) throw std::runtime_error("dsyev must return 0; it returned " + std::to_string(info));
  return {values.reverse(), vectors.rowwise().reverse()};  // dsyev's order is ascending
}

}  // namespace codimap::reference
