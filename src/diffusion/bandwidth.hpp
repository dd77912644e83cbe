// How far a point reaches: one ε for all, or a bandwidth of each point's own.
#pragma once

#include <vector>

#include "codimap/kernel.hpp"

namespace codimap {

/// An adaptive bandwidth is the distance to the 7th nearest other point, as in Zelnik-Manor and Perona's self-tuning
/// spectral clustering; counted with the point itself it is the 8th.
inline constexpr Index adaptive_neighbors = 8;

/// Ends with ErrorKind::bad_option where an ε is given that is none, or to a kernel that has none.
void check_epsilon(const KernelOptions& options);

/// Distance of each query to its 8th nearest among `distinct` points (or to the furthest of fewer): never 0 where
/// there are two distinct points, however many copies of a point the data holds.
template <class T>
[[nodiscard]] std::vector<double> adaptive_bandwidth(MatrixView<T> queries, MatrixView<T> distinct,
                                                     const Execution& run);

/// The ε with which a typical point of a dense kernel has an effective number of neighbours of 30: the median degree
/// over a sample of the points.
[[nodiscard]] double dense_epsilon(Points points, const Execution& run);

/// The ε with which the median degree is half of k, from the squared distances to the k nearest, k a point.
[[nodiscard]] double neighbor_epsilon(std::span<const double> squared_distances, Index k);

}  // namespace codimap
