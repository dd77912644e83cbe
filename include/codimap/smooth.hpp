// Values of points averaged along the walk.
#pragma once

#include <functional>

#include "codimap/model.hpp"

namespace codimap {

/// Steps of the walk that values are averaged over where nothing else is asked for, as in MAGIC.
inline constexpr Index default_smoothing_time = 3;

/// Pᵗ·values, a row for each point of the model, in its order: each value becomes the mean over where a walker is after
/// `time` steps. It takes the values, the result and a tile of columns in memory. A model of a graph holds no walk, nor
/// does one by landmarks alone (nystrom, centroids).
[[nodiscard]] Matrix<double> smooth(const Model& model, Points values, Index time = default_smoothing_time,
                                    const Execution& run = {});
[[nodiscard]] Matrix<double> smooth(const Model& model, const SparsePoints& values, Index time = default_smoothing_time,
                                    const Execution& run = {});

/// Columns [first, first + columns.cols()) of a result.
using TakeColumns = std::function<void(Index first, MatrixView<double> columns)>;

/// The same handed out by tiles of a few columns, first to last, so that only these are held beside the values; of
/// fewer columns where a limit of memory needs it.
void smooth_by_columns(const Model& model, Points values, Index time, const TakeColumns& take,
                       const Execution& run = {});
void smooth_by_columns(const Model& model, const SparsePoints& values, Index time, const TakeColumns& take,
                       const Execution& run = {});

}  // namespace codimap
