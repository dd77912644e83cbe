// Dense products in tiles whose borders depend on the sizes alone, so that any number of threads gives the same bits,
// and the small dense factorisations.
#include "linalg/dense.hpp"

#include <algorithm>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "linalg/block_product.hpp"
#include "linalg/eigen_map.hpp"

namespace codimap {
namespace {

constexpr Index row_block = 1024;          // rows summed by one product
constexpr Index column_tile = 128;         // rows of a transposed product that one thread owns
constexpr Index most_chunks = 64;          // of rows that are summed apart, for the sake of threads
constexpr Index partial_values = 1 << 21;  // of all chunks together: 16 MB

template <class Derived>
Matrix<double> to_matrix(const Eigen::MatrixBase<Derived>& values) {
  Matrix<double> result(values.rows(), values.cols());
  map_of(result) = values;
  return result;
}

/// Many chunks of rows where the result is small, one where copies of it would fill the memory.
Index chunks_for(Index rows, Index result_size) {
  const Index size = std::max<Index>(result_size, 1);
  const Index affordable = std::clamp(partial_values / size, Index{1}, most_chunks);
  const Index worthwhile = std::min((rows + row_block - 1) / row_block, rows * size / range_work);
  return std::clamp(worthwhile, Index{1}, affordable);
}

TallView block_of(MatrixView<double> matrix, Index row, Index rows, Index col, Index cols) {
  return {.data = matrix.data() + row * matrix.cols() + col, .rows = rows, .cols = cols, .stride = matrix.cols()};
}

}  // namespace

Matrix<double> product(MatrixView<double> a, MatrixView<double> b, const Execution& run) {
  return combine(first_columns(a, a.cols()), b, b.cols(), run);
}

Matrix<double> transposed_product(MatrixView<double> a, MatrixView<double> b, std::span<const double> weight,
                                  const Execution& run) {
  const bool symmetric = a.data() == b.data() && a.cols() == b.cols();
  const Index tiles = (a.cols() + column_tile - 1) / column_tile;
  const Index chunks = chunks_for(a.rows(), a.cols() * b.cols());
  std::vector<Matrix<double>> partial(static_cast<std::size_t>(chunks), Matrix<double>(a.cols(), b.cols()));
  const Loops<double>& loop = loops<double>(run);
  parallel_for(run, chunks * tiles, 1, [&](Index task, Index) {
    const Index chunk = task / tiles;
    const Index first = task % tiles * column_tile;
    const Index begin = a.rows() * chunk / chunks;
    const Index height = a.rows() * (chunk + 1) / chunks - begin;
    const Index cols = std::min(column_tile, a.cols() - first);
    const Index first_of_b = symmetric ? first : 0;  // the rest follows by symmetry
    Matrix<double>& sum = partial[static_cast<std::size_t>(chunk)];
    add_transposed_product(
        block_of(a, begin, height, first, cols), block_of(b, begin, height, first_of_b, b.cols() - first_of_b),
        weight.empty() ? weight : weight.subspan(begin, height),
        {sum.row(first).data() + first_of_b, cols, b.cols() - first_of_b, Eigen::OuterStride<>(b.cols())}, loop);
  });
  Matrix<double>& sum = partial.front();
  for (std::size_t chunk = 1; chunk < partial.size(); ++chunk) map_of(sum) += map_of(partial[chunk]);
  if (symmetric) map_of(sum).triangularView<Eigen::StrictlyLower>() = map_of(sum).transpose();
  return std::move(sum);
}

EigenPairs symmetric_eigen(MatrixView<double> matrix) {
  if (matrix.rows() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(map_of(matrix));
  if (solver.info() != Eigen::Success)
    fail(ErrorKind::not_converged,
         "the eigenvalues of a symmetric {0} x {0} matrix were not found; its entries must be finite", matrix.rows());
  EigenPairs pairs;
  pairs.values.assign(solver.eigenvalues().data(), solver.eigenvalues().data() + matrix.rows());
  std::ranges::reverse(pairs.values);
  pairs.vectors = to_matrix(solver.eigenvectors().rowwise().reverse());
  return pairs;
}

Matrix<double> orthonormal_basis(MatrixView<double> columns) {
  if (columns.size() == 0) return {columns.rows(), 0};
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(map_of(columns));
  // Copies of a column leave rounding behind, which grows with the number of rows and is no direction of its own.
  qr.setThreshold(1e-12);
  return to_matrix(qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), qr.rank()));
}

}  // namespace codimap
