#include "diffusion/tile_pass.hpp"

#include <algorithm>
#include <type_traits>

#include "base/flush_to_zero.hpp"
#include "base/parallel.hpp"
#include "diffusion/isolated.hpp"

namespace codimap {

template <class T>
TileRow<T>::TileRow(const PointSet<T>& targets, Index target_block, const PointSet<T>& sources, const TileRule& rule,
                    const Execution& run)
    : loops(codimap::loops<T>(run)),
      targets_(targets),
      sources_(sources),
      rule_(rule),
      block_(target_block),
      values_(tile_size * tile_size) {}

template <class T>
const T* TileRow<T>::tile(Index source_block) {
  const Index first = source_block * tile_size;
  if (rule_.function) {
    evaluate_function(source_block);
  } else {
    // A little less, since a distance is rounded otherwise than a box: what is skipped is 0 in every lane.
    constexpr double slack = 0.9999;
    if (slack * least_exponent(source_block) >= rule_.largest_exponent) return nullptr;
    const Index dimensions = targets_.dimensions();
    const auto evaluate = rule_.row_wise ? loops.row_wise_gaussians : loops.gaussians;
    evaluate(sources_.rows.data() + first * dimensions, sources_.inverse_bandwidth.data() + first, tile_size,
             targets_.strips.data() + begin() * dimensions, targets_.inverse_bandwidth.data() + begin(), strips,
             dimensions, static_cast<T>(rule_.largest_exponent), values_.data());
  }
  if (rule_.weighted && !sources_.weight.empty())
    loops.scale(sources_.weight.data() + first, tile_size, targets_.weight.data() + begin(), strips, values_.data());
  return values_.data();
}

template <class T>
double TileRow<T>::least_exponent(Index source_block) const {
  const auto of_targets = static_cast<double>(targets_.box_inverse_bandwidth[block_]);
  const auto of_sources = static_cast<double>(sources_.box_inverse_bandwidth[source_block]);
  const double smaller = std::min(of_targets, of_sources);
  return least_squared_distance(targets_, block_, sources_, source_block) *
         (rule_.row_wise ? smaller * smaller : of_targets * of_sources);
}

template <class T>
void TileRow<T>::evaluate_function(Index source_block) {
  if constexpr (std::is_same_v<T, double>) {
    std::fill(values_.begin(), values_.end(), 0);
    const Index first = source_block * tile_size;
    for (Index j = first; j < std::min(sources_.size, first + tile_size); ++j)
      for (Index i = begin(); i < end(); ++i)
        values_[(j - first) * tile_size + i - begin()] =
            checked_affinity(*rule_.function, targets_.rows.row(i), sources_.rows.row(j));
  }
}

template <class T>
void for_each_tile_row(const PointSet<T>& targets, const PointSet<T>& sources, const TileRule& rule,
                       const Execution& run, const std::function<void(TileRow<T>&)>& body) {
  parallel_for(run, targets.blocks(), 1, [&](Index block, Index) {
    const FlushToZero fast;
    TileRow<T> row(targets, block, sources, rule, run);
    body(row);
  });
}

template class TileRow<float>;
template class TileRow<double>;
template void for_each_tile_row(const PointSet<float>&, const PointSet<float>&, const TileRule&, const Execution&,
                                const std::function<void(TileRow<float>&)>&);
template void for_each_tile_row(const PointSet<double>&, const PointSet<double>&, const TileRule&, const Execution&,
                                const std::function<void(TileRow<double>&)>&);

}  // namespace codimap
