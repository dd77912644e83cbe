// Dense products in tiles whose borders depend on the sizes alone, so that any number of threads gives the same bits,
// and the small dense factorisations.
#include "linalg/dense.hpp"

#include <algorithm>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "linalg/eigen_map.hpp"

namespace codimap {
namespace {

constexpr Index range_work = 1 << 20;      // multiplications that are worth a thread
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

struct Range {
  Index begin = 0;
  Index end = 0;
  [[nodiscard]] Index size() const { return end - begin; }
};

/// Adds the rows of `sum` that belong to `tile`, the columns from first_column on, over the rows of a and b in `rows`.
void add_transposed_product(MatrixView<double> a, MatrixView<double> b, std::span<const double> weight, Range rows,
                            Range tile, Index first_column, Matrix<double>& sum) {
  const Index columns = b.cols() - first_column;
  auto result = map_of(sum).block(tile.begin, first_column, tile.size(), columns);
  RowMajor scaled;
  for (Index begin = rows.begin; begin < rows.end; begin += row_block) {
    const Index height = std::min(row_block, rows.end - begin);
    const auto a_block = map_of(a).block(begin, tile.begin, height, tile.size());
    const auto b_block = map_of(b).block(begin, first_column, height, columns);
    if (weight.empty()) {
      result.noalias() += a_block.transpose() * b_block;
    } else {
      const Eigen::Map<const Eigen::VectorXd> w(weight.data() + begin, height);
      scaled = w.asDiagonal() * a_block;
      result.noalias() += scaled.transpose() * b_block;
    }
  }
}

}  // namespace

Matrix<double> product(MatrixView<double> a, MatrixView<double> b, const Execution& run) {
  Matrix<double> result(a.rows(), b.cols());
  const Index grain = std::max<Index>(256, range_work / std::max<Index>(b.size(), 1));
  parallel_for(run, a.rows(), grain, [&](Index begin, Index end) {
    map_of(result).middleRows(begin, end - begin).noalias() = map_of(a).middleRows(begin, end - begin) * map_of(b);
  });
  return result;
}

Matrix<double> transposed_product(MatrixView<double> a, MatrixView<double> b, std::span<const double> weight,
                                  const Execution& run) {
  const bool symmetric = a.data() == b.data() && a.cols() == b.cols();
  const Index tiles = (a.cols() + column_tile - 1) / column_tile;
  const Index chunks = chunks_for(a.rows(), a.cols() * b.cols());
  std::vector<Matrix<double>> partial(static_cast<std::size_t>(chunks), Matrix<double>(a.cols(), b.cols()));
  parallel_for(run, chunks * tiles, 1, [&](Index task, Index) {
    const Index chunk = task / tiles;
    const Index first = task % tiles * column_tile;
    const Range rows{.begin = a.rows() * chunk / chunks, .end = a.rows() * (chunk + 1) / chunks};
    const Range tile{.begin = first, .end = std::min(a.cols(), first + column_tile)};
    add_transposed_product(a, b, weight, rows, tile, symmetric ? first : 0, partial[static_cast<std::size_t>(chunk)]);
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
