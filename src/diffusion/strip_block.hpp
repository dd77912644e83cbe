// A block of vectors as the product with a dense kernel reads it.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "codimap/matrix.hpp"
#include "simd/loops.hpp"

namespace codimap {

/// diag(weight)·block in strips of columns, rounded to T. A piece of it is one strip of the rows of one block of
/// points; it is known which pieces hold anything but zeros. No weight stands for ones.
template <class T>
class StripBlock {
 public:
  StripBlock(MatrixView<double> block, std::span<const double> weight, Index point_blocks, const Execution& run)
      : strips_((block.cols() + lanes<T> - 1) / lanes<T>),
        values_(static_cast<std::size_t>(strips_ * point_blocks * tile_size * lanes<T>)),
        occupied_(static_cast<std::size_t>(strips_ * point_blocks)) {
    parallel_for(run, point_blocks, 1, [&](Index b, Index) {
      for (Index j = b * tile_size; j < std::min(block.rows(), (b + 1) * tile_size); ++j)
        for (Index c = 0; c < block.cols(); ++c) {
          const T value = static_cast<T>(weight.empty() ? block(j, c) : weight[j] * block(j, c));
          const Index piece = b * strips_ + c / lanes<T>;
          values_[(piece * tile_size + j - b * tile_size) * lanes<T> + c % lanes<T>] = value;
          if (value != 0) occupied_[piece] = 1;
        }
    });
  }

  [[nodiscard]] Index count() const { return strips_; }
  /// tile_size rows of one strip; none where all of it is 0.
  [[nodiscard]] const T* piece(Index point_block, Index strip) const {
    const Index piece = point_block * strips_ + strip;
    return occupied_[piece] ? values_.data() + piece * tile_size * lanes<T> : nullptr;
  }

 private:
  Index strips_;
  std::vector<T> values_;
  std::vector<char> occupied_;
};

}  // namespace codimap
