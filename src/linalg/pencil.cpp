#include "linalg/pencil.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "linalg/eigen_map.hpp"

namespace codimap {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Solver = Eigen::SelfAdjointEigenSolver<MatrixXd>;

constexpr double new_direction = 1e-8;  // squared, of unit columns: what is shorter is rounding

/// 1/√g_ii: what makes the columns behind a Gram matrix unit columns.
VectorXd unit_scale(const MatrixXd& g) {
  return g.diagonal().unaryExpr([](double square) { return square > 1e-300 ? 1 / std::sqrt(square) : 0.0; });
}

Solver solved(const MatrixXd& matrix) {
  Solver solver(matrix);
  if (solver.info() != Eigen::Success)
    fail(ErrorKind::not_converged, "the {0} x {0} eigenvalue problem of a refinement step was not solved", matrix.rows());
  return solver;
}

/// Columns w with wᵀ·g·w = 1, for a g of unit diagonal: those of the longest directions, longest first.
MatrixXd whitened_directions(const MatrixXd& g, double noise) {
  const Solver solver = solved(g);
  const Index size = g.rows();
  const VectorXd& squares = solver.eigenvalues();  // ascending
  const Index rank = (squares.array() > noise * std::max(squares(size - 1), 1e-300)).count();
  return solver.eigenvectors().rightCols(rank).rowwise().reverse() *
         squares.tail(rank).reverse().cwiseSqrt().cwiseInverse().asDiagonal();
}

Matrix<double> to_matrix(const MatrixXd& values) {
  Matrix<double> result(values.rows(), values.cols());
  map_of(result) = values;
  return result;
}

}  // namespace

EigenPairs smallest_pencil_pairs(const Matrix<double>& h, const Matrix<double>& g, double noise) {
  const MatrixXd full = map_of(g);
  const VectorXd scale = unit_scale(full);
  const MatrixXd unit = scale.asDiagonal() * full * scale.asDiagonal();
  const MatrixXd scaled = scale.asDiagonal() * map_of(h) * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> cholesky(unit);
  // Squares of the diagonal are what is left of a column beside those before it.
  const bool sound = cholesky.info() == Eigen::Success &&
                     cholesky.matrixLLT().diagonal().array().square().minCoeff() > noise;
  MatrixXd vectors;
  VectorXd values;
  if (sound) {
    MatrixXd projected = cholesky.matrixL().solve(scaled);
    projected = cholesky.matrixL().solve(projected.transpose()).eval();
    const Solver solver = solved(projected);
    values = solver.eigenvalues();
    vectors = cholesky.matrixU().solve(solver.eigenvectors());
  } else {
    const MatrixXd whitener = whitened_directions(unit, noise);
    const Solver solver = solved(whitener.transpose() * scaled * whitener);
    values = solver.eigenvalues();
    vectors = whitener * solver.eigenvectors();
  }
  return {.values = std::vector<double>(values.data(), values.data() + values.size()),
          .vectors = to_matrix(scale.asDiagonal() * vectors)};
}

Matrix<double> new_directions(const Matrix<double>& g, const Matrix<double>& chosen, Index rows) {
  const MatrixXd gram = map_of(g);
  const MatrixXd span = map_of(chosen);
  MatrixXd fresh = span;
  fresh.topRows(rows).setZero();
  for (int turn = 0; turn < 2 && fresh.cols() > 0; ++turn) {
    fresh -= span * (span.transpose() * (gram * fresh));
    const MatrixXd products = fresh.transpose() * gram * fresh;
    const VectorXd scale = unit_scale(products);
    fresh = fresh * (scale.asDiagonal() *
                     whitened_directions(scale.asDiagonal() * products * scale.asDiagonal(), new_direction));
  }
  return to_matrix(fresh);
}

}  // namespace codimap
