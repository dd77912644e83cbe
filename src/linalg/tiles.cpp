#include "linalg/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/eigen_map.hpp"

namespace codimap {

template <class T>
void squared_distances(MatrixView<T> x, Index row_begin, Index row_end, MatrixView<T> y_transposed, Index col_begin,
                       Index col_end, T* tile) {
  const Index cols = col_end - col_begin;
  for (Index i = row_begin; i < row_end; ++i, tile += cols) {
    std::fill_n(tile, cols, T{0});
    for (Index k = 0; k < x.cols(); ++k) {
      const T coordinate = x(i, k);
      const T* others = y_transposed.data() + k * y_transposed.cols() + col_begin;
      for (Index j = 0; j < cols; ++j) {
        const T difference = others[j] - coordinate;
        tile[j] += difference * difference;
      }
    }
  }
}

template <class T>
void exp_of_negative(std::span<T> values) {
  Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>> array(values.data(), static_cast<Eigen::Index>(values.size()));
  // Eigen's exp stops at the smallest number where the true one underflows, and so would join what is not connected.
  const T underflow = std::floor(-std::log(std::numeric_limits<T>::min()));
  array = (array > underflow).select(T{0}, (-array).exp());
}

template <class T>
void add_product(const T* tile, Index rows, Index inner, const T* block, Index cols, double* out) {
  using Tile = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Tile partial = Eigen::Map<const Tile>(tile, rows, inner) * Eigen::Map<const Tile>(block, inner, cols);
  Eigen::Map<RowMajor>(out, rows, cols) += partial.template cast<double>();
}

template void squared_distances(MatrixView<float>, Index, Index, MatrixView<float>, Index, Index, float*);
template void squared_distances(MatrixView<double>, Index, Index, MatrixView<double>, Index, Index, double*);
template void exp_of_negative(std::span<float>);
template void exp_of_negative(std::span<double>);
template void add_product(const float*, Index, Index, const float*, Index, double*);
template void add_product(const double*, Index, Index, const double*, Index, double*);

}  // namespace codimap
