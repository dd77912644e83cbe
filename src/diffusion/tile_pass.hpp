// A pass over a dense kernel: its tiles one after another, evaluated when they are asked for.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "codimap/execution.hpp"
#include "diffusion/point_set.hpp"
#include "simd/loops.hpp"

namespace codimap {

/// Which affinities a pass sees.
struct TileRule {
  /// exp(−z) with z at or above this is 0, and tiles of nothing else are never evaluated.
  double largest_exponent;
  /// exp(−‖x−y‖²·b(x)²) + exp(−‖x−y‖²·b(y)²) in place of exp(−‖x−y‖²·b(x)·b(y)).
  bool row_wise = false;
  /// Taken in place of the Gaussian where it is set.
  const std::function<double(std::span<const double>, std::span<const double>)>* function = nullptr;
  /// Whether affinities are multiplied by the weights of their points.
  bool weighted = true;
};

/// The tiles of one block of targets with every block of sources.
template <class T>
class TileRow {
 public:
  TileRow(const PointSet<T>& targets, Index target_block, const PointSet<T>& sources, const TileRule& rule,
          const Execution& run);

  /// Targets [begin, end) are those of the tiles' first columns; what follows is filling.
  [[nodiscard]] Index begin() const { return block_ * tile_size; }
  [[nodiscard]] Index end() const { return std::min(targets_.size, begin() + tile_size); }
  [[nodiscard]] Index source_blocks() const { return sources_.blocks(); }
  /// Affinities of the sources from source_block·tile_size on, one a row, to the targets, one a column; none where all
  /// of them are 0.
  [[nodiscard]] const T* tile(Index source_block);

  const Loops<T>& loops;
  static constexpr Index strips = tile_size / lanes<T>;

 private:
  void evaluate_function(Index source_block);
  /// The least exponent of an affinity between targets and sources of this block.
  [[nodiscard]] double least_exponent(Index source_block) const;

  const PointSet<T>& targets_;
  const PointSet<T>& sources_;
  const TileRule& rule_;
  Index block_;
  std::vector<T> values_;
};

/// Calls body(row) for each block of targets, each on one thread.
template <class T>
void for_each_tile_row(const PointSet<T>& targets, const PointSet<T>& sources, const TileRule& rule,
                       const Execution& run, const std::function<void(TileRow<T>&)>& body);

}  // namespace codimap
