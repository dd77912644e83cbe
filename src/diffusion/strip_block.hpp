// A block of vectors as the product with a dense kernel reads it.
#pragma once

#include <vector>

#include "codimap/matrix.hpp"
#include "simd/loops.hpp"

namespace codimap {

/// A block of vectors in strips of columns, rounded to T, and which of its pieces hold anything but zeros: a piece is
/// one strip of the rows of one block of points.
template <class T>
struct StripBlock {
  Index strips;
  Index rows;
  std::vector<T> values;
  std::vector<char> occupied;

  StripBlock(MatrixView<double> block, Index point_blocks)
      : strips((block.cols() + lanes<T> - 1) / lanes<T>),
        rows(point_blocks * tile_size),
        values(static_cast<std::size_t>(strips * rows * lanes<T>)),
        occupied(static_cast<std::size_t>(strips * point_blocks)) {
    for (Index j = 0; j < block.rows(); ++j)
      for (Index c = 0; c < block.cols(); ++c) {
        const T value = static_cast<T>(block(j, c));
        values[(c / lanes<T> * rows + j) * lanes<T> + c % lanes<T>] = value;
        if (value != 0) occupied[j / tile_size * strips + c / lanes<T>] = 1;
      }
  }
  [[nodiscard]] const T* piece(Index point_block, Index strip) const {
    return occupied[point_block * strips + strip] ? values.data() + (strip * rows + point_block * tile_size) * lanes<T>
                                                  : nullptr;
  }
};

}  // namespace codimap
