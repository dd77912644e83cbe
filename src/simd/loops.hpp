// The loops that dominate the time, built for several instruction sets; the one in force is picked at run time.
//
// Points stand in *strips*: as many points as fit 64 bytes side by side, coordinate by coordinate, so that a vector
// register of any width holds the same coordinate of several points. A *tile* holds one row for each of a few points
// and one column for each point of a few strips; sums over a tile run over its rows, so that every column is a lane
// of its own and no sum crosses lanes.
#pragma once

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap {

/// Points in a strip.
template <class T>
inline constexpr Index lanes = 64 / static_cast<Index>(sizeof(T));

/// Rows of every tile, and columns of those that the kernels make: a multiple of what any instruction set handles at a
/// time. A tile of float64 is 72 KiB and stays in the second-level cache.
inline constexpr Index tile_size = 96;

/// A matrix as it lies in memory, or its transpose: from row to row and from column to column it is so many values.
template <class T>
struct StridedMatrix {
  const T* data = nullptr;
  Index rows = 0;
  Index columns = 0;
  Index row_step = 0;
  Index column_step = 0;
};

template <class T>
struct Loops {
  /// tile(j, i) = ‖p_j − s_i‖² for `rows` points p by rows and `strips` strips of points s. `rows` is a multiple of 48.
  /// Differences are squared as they are: the expansion ‖x‖² + ‖y‖² − 2xy loses small distances.
  void (*squared_distances)(const T* points, Index rows, const T* strip_points, Index strips, Index dimensions,
                            T* tile);
  /// tile(j, i) = exp(−z), z = ‖p_j − s_i‖²·b_j·b_i, and 0 where z is not less than `largest_exponent` or where the
  /// result would not be a normal number.
  void (*gaussians)(const T* points, const T* point_scale, Index rows, const T* strip_points, const T* strip_scale,
                    Index strips, Index dimensions, T largest_exponent, T* tile);
  /// tile(j, i) = exp(−d²·b_j²) + exp(−d²·b_i²), d = ‖p_j − s_i‖, each of the two terms by the rule of `gaussians`.
  void (*row_wise_gaussians)(const T* points, const T* point_scale, Index rows, const T* strip_points,
                             const T* strip_scale, Index strips, Index dimensions, T largest_exponent, T* tile);
  /// tile(j, i) *= w_j·w_i.
  void (*scale)(const double* row_weight, Index rows, const double* column_weight, Index strips, T* tile);
  /// sums[i] += Σ_j tile(j, i).
  void (*add_rows)(const T* tile, Index rows, Index strips, double* sums);
  /// sums[i] += Σ_j tile(j, i)²·weight[j].
  void (*add_squares)(const T* tile, const double* weight, Index rows, Index strips, double* sums);
  /// The same along the rows, for the other half of a symmetric kernel: sums[j] += Σ_i tile(j, i) and
  /// sums[j] += Σ_i tile(j, i)²·weight[i].
  void (*add_columns)(const T* tile, Index rows, Index strips, double* sums);
  void (*add_column_squares)(const T* tile, const double* weight, Index rows, Index strips, double* sums);
  /// out(i, ·) += Σ_j tile(j, i)·block(j, ·), for a tile of tile_size columns, a block of one strip of columns, and
  /// rows of out that lie out_width apart. The sums over a tile are in T.
  void (*add_product)(const T* tile, Index rows, const T* block, double* out, Index out_width);
  /// The same for a matrix of any size in place of the tile.
  void (*add_strided_product)(const StridedMatrix<T>& a, const T* block, double* out, Index out_width);
  /// sums = Σ_e values[e]·weight[columns[e]]·block(columns[e], ·), for a block of `width` columns by rows: a row of a
  /// sparse matrix times a block. No weight stands for ones.
  void (*multiply_row)(const std::int32_t* columns, const T* values, Index count, const double* weight,
                       const double* block, Index width, double* sums);
  /// sums = Σ_e values[e]·(own − block(columns[e], ·)): a row of a graph's Laplacian times a block.
  void (*laplacian_row)(const std::int32_t* columns, const T* values, Index count, const double* block,
                        const double* own, Index width, double* sums);
  void (*laplacian_row_float)(const std::int32_t* columns, const T* values, Index count, const float* block,
                              const float* own, Index width, float* sums);
};

/// The loops for the instruction set that `run` asks for, or for the widest that this processor has.
template <class T>
[[nodiscard]] const Loops<T>& loops(const Execution& run);

/// The widest instruction set that this processor has and this library was built for.
[[nodiscard]] Instructions widest_instructions();

}  // namespace codimap
