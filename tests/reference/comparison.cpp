// The sum of squared errors over matched columns, and the subspace error.
#include "reference/comparison.hpp"

#include <cmath>
#include <limits>

namespace codimap::reference {

namespace {

// Rows enter one at a time; each entry grows a tree of tight edges from its row until a free column is found, then the
// path to it is flipped. Index n of a column stands for "the row that is entering".
class Assignment {
 public:
  explicit Assignment(const MatrixXd& gain)
      : cost_(-gain),
        n_(gain.rows()),
        row_price_(VectorXd::Zero(n_)),
        column_price_(VectorXd::Zero(n_ + 1)),
        row_of_(n_ + 1, -1) {}

  Indices solve() {
    for (Index row = 0; row < n_; ++row) enter(row);
    Indices column_of(n_);
    for (Index column = 0; column < n_; ++column) column_of[row_of(column)] = column;
    return column_of;
  }

 private:
  Index& row_of(Index column) { return row_of_[column]; }

  void enter(Index row) {
    VectorXd slack = VectorXd::Constant(n_, std::numeric_limits<double>::infinity());
    Indices previous(n_, n_);
    std::vector<bool> in_tree(n_ + 1, false);
    row_of(n_) = row;
    Index column = n_;
    while (row_of(column) >= 0) {
      in_tree[column] = true;
      column = grow(column, slack, previous, in_tree);
    }
    while (column != n_) {
      const Index before = previous[column];
      row_of(column) = row_of(before);
      column = before;
    }
  }

  /// Adds the row matched to `column` to the tree, moves the prices, and returns the next tight column.
  Index grow(Index column, VectorXd& slack, Indices& previous, const std::vector<bool>& in_tree) {
    const Index row = row_of(column);
    Index tightest = -1;
    for (Index j = 0; j < n_; ++j) {
      if (in_tree[j]) continue;
      const double reduced = cost_(row, j) - row_price_(row) - column_price_(j);
      if (reduced < slack(j)) {
        slack(j) = reduced;
        previous[j] = column;
      }
      if (tightest < 0 || slack(j) < slack(tightest)) tightest = j;
    }
    const double step = slack(tightest);
    for (Index j = 0; j <= n_; ++j) {
      if (in_tree[j]) {
        row_price_(row_of(j)) += step;
        column_price_(j) -= step;
      } else if (j < n_) {
        slack(j) -= step;
      }
    }
    return tightest;
  }

  MatrixXd cost_;
  Index n_;
  VectorXd row_price_, column_price_;
  Indices row_of_;  // of each column, −1 where it is free
};

MatrixXd orthonormal(const MatrixXd& columns) {
  const MatrixXd thin = MatrixXd::Identity(columns.rows(), columns.cols());
  return columns.colwise().normalized().householderQr().householderQ() * thin;
}

}  // namespace

Indices best_assignment(const MatrixXd& gain) { return Assignment(gain).solve(); }

double sum_of_squared_errors(const MatrixXd& U, const MatrixXd& V) {
  const MatrixXd u = U.colwise().normalized();
  const MatrixXd v = V.colwise().normalized();
  const MatrixXd correlation = u.transpose() * v;
  const Indices match = best_assignment(correlation.cwiseAbs());
  double sse = 0;
  for (Index i = 0; i < u.cols(); ++i) {
    const Index j = match[i];
    sse += (u.col(i) - (correlation(i, j) < 0 ? -1 : 1) * v.col(j)).squaredNorm();
  }
  return sse;
}

double subspace_error(const MatrixXd& U, const MatrixXd& V) {
  const MatrixXd u = orthonormal(U);
  const MatrixXd v = orthonormal(V);
  return (v - u * (u.transpose() * v)).squaredNorm();
}

}  // namespace codimap::reference
