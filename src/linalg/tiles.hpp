// What a tile of a kernel is made of: distances between two small sets of points, exponentials, products.
//
// Tiles are row-major and stay in cache. T is the precision that affinities are evaluated in; sums over tiles are the
// caller's, in double.
#pragma once

#include <span>

#include "codimap/matrix.hpp"

namespace codimap {

/// tile(i, j) = ‖x_i − y_j‖² for rows [row_begin, row_end) of x and columns [col_begin, col_end) of y, which holds one
/// point a column. Differences are squared as they are: the expansion ‖x‖² + ‖y‖² − 2xy loses small distances.
template <class T>
void squared_distances(MatrixView<T> x, Index row_begin, Index row_end, MatrixView<T> y_transposed, Index col_begin,
                       Index col_end, T* tile);

/// values = exp(−values), element by element; 0 below the smallest normal number.
template <class T>
void exp_of_negative(std::span<T> values);

/// out += tile·block, for a tile of rows × inner, a block of inner × cols in T, and sums in double.
template <class T>
void add_product(const T* tile, Index rows, Index inner, const T* block, Index cols, double* out);

}  // namespace codimap
