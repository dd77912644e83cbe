#include "linalg/blocks.hpp"

#include <algorithm>

#include "simd/loops.hpp"

namespace codimap {
namespace {

constexpr Index chunk_rows = 128;  // that a sum takes at a time, and that stay in the cache
constexpr Index panel_rows = 48;   // of a combination

template <class T>
Index total_columns(const Blocks<T>& blocks) {
  Index sum = 0;
  for (const Matrix<T>* block : blocks) sum += block->cols();
  return sum;
}

Index padded(Index cols, Index lanes) { return (cols + lanes - 1) / lanes * lanes; }

/// Rows of blocks side by side, in float64.
template <class T>
void gather(const Blocks<T>& blocks, Index first, Index rows, Matrix<double>& to) {
  for (Index i = 0; i < rows; ++i) {
    double* out = to.row(i).data();
    for (const Matrix<T>* block : blocks) {
      const T* in = block->row(first + i).data();
      out = std::copy_n(in, block->cols(), out);
    }
  }
}

/// The same rows in strips of as many columns as a loop takes at a time, times their weight.
template <class T>
void gather_strips(const Blocks<T>& blocks, Index first, Index rows, std::span<const double> weight,
                   std::vector<double>& strips) {
  constexpr Index width = lanes<double>;
  for (Index i = 0; i < rows; ++i) {
    const double factor = weight.empty() ? 1 : weight[static_cast<std::size_t>(first + i)];
    Index column = 0;
    for (const Matrix<T>* block : blocks) {
      const T* in = block->row(first + i).data();
      for (Index c = 0; c < block->cols(); ++c, ++column)
        strips[static_cast<std::size_t>((column / width * chunk_rows + i) * width + column % width)] =
            factor * static_cast<double>(in[c]);
    }
  }
}

}  // namespace

template <class T>
Matrix<double> gram(const Blocks<T>& a, const Blocks<T>& b, std::span<const double> weight, bool symmetric,
                    const Execution& run) {
  const Index n = a.front()->rows();
  const Index rows_of_sum = total_columns(a);
  const Index width = padded(total_columns(b), lanes<double>);
  const Index sums = partial_sums(n);
  std::vector<Matrix<double>> partial(static_cast<std::size_t>(sums));
  const auto add_product = loops<double>(run).add_strided_product;
  parallel_for(run, sums, 1, [&](Index s, Index) {
    Matrix<double> sum(rows_of_sum, width);
    Matrix<double> left(chunk_rows, rows_of_sum);
    std::vector<double> right(static_cast<std::size_t>(chunk_rows * width));
    const Index end = n * (s + 1) / sums;
    for (Index first = n * s / sums; first < end; first += chunk_rows) {
      const Index rows = std::min(chunk_rows, end - first);
      gather(a, first, rows, left);
      gather_strips(b, first, rows, weight, right);
      for (Index c = 0; c < width; c += lanes<double>) {
        const Index needed = symmetric ? std::min(rows_of_sum, c + lanes<double>) : rows_of_sum;
        add_product({.data = left.data(), .rows = rows, .columns = needed, .row_step = rows_of_sum, .column_step = 1},
                    right.data() + c * chunk_rows, sum.data() + c, width);
      }
    }
    partial[static_cast<std::size_t>(s)] = std::move(sum);
  });
  Matrix<double> total(rows_of_sum, total_columns(b));
  for (const Matrix<double>& part : partial)
    for (Index i = 0; i < total.rows(); ++i)
      for (Index j = symmetric ? i : 0; j < total.cols(); ++j) total(i, j) += part(i, j);
  if (symmetric)
    for (Index i = 0; i < total.rows(); ++i)
      for (Index j = 0; j < i; ++j) total(i, j) = total(j, i);
  return total;
}

template <class T>
void combine(const Blocks<T>& blocks, const Matrix<double>& coefficients, const std::vector<Matrix<T>*>& outs,
             const Execution& run) {
  const Index depth = coefficients.rows();
  const Index width = padded(coefficients.cols(), lanes<T>);
  std::vector<T> strips(static_cast<std::size_t>(depth * width));
  for (Index j = 0; j < depth; ++j)
    for (Index c = 0; c < coefficients.cols(); ++c)
      strips[static_cast<std::size_t>((c / lanes<T> * depth + j) * lanes<T> + c % lanes<T>)] =
          static_cast<T>(coefficients(j, c));
  const auto add_product = loops<T>(run).add_strided_product;
  const Index rows = outs.front()->rows();
  parallel_for(run, rows, 10 * panel_rows, [&](Index begin, Index end) {
    Matrix<double> product(panel_rows, width);
    for (Index first = begin; first < end; first += panel_rows) {
      const Index height = std::min(panel_rows, end - first);
      std::fill_n(product.data(), height * width, 0.0);
      Index row = 0;
      for (const Matrix<T>* block : blocks) {
        const StridedMatrix<T> panel{.data = block->row(first).data(),
                                     .rows = block->cols(),
                                     .columns = height,
                                     .row_step = 1,
                                     .column_step = block->cols()};
        for (Index c = 0; c < width; c += lanes<T>)
          add_product(panel, strips.data() + c * depth + row * lanes<T>, product.data() + c, width);
        row += block->cols();
      }
      for (Index i = 0; i < height; ++i) {
        const double* from = product.row(i).data();
        for (Matrix<T>* out : outs) {
          std::transform(from, from + out->cols(), out->row(first + i).data(),
                         [](double value) { return static_cast<T>(value); });
          from += out->cols();
        }
      }
    }
  });
}

template Matrix<double> gram(const Blocks<float>&, const Blocks<float>&, std::span<const double>, bool,
                             const Execution&);
template Matrix<double> gram(const Blocks<double>&, const Blocks<double>&, std::span<const double>, bool,
                             const Execution&);
template void combine(const Blocks<float>&, const Matrix<double>&, const std::vector<Matrix<float>*>&,
                      const Execution&);
template void combine(const Blocks<double>&, const Matrix<double>&, const std::vector<Matrix<double>*>&,
                      const Execution&);

}  // namespace codimap
