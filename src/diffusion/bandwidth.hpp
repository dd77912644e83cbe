// How far a point reaches: one ε for all, or a bandwidth of each point's own.
#pragma once

#include <cmath>
#include <vector>

#include "codimap/kernel.hpp"

namespace codimap {

/// Ends with ErrorKind::bad_option where an ε is given that is none, or to a kernel that has none, and where
/// `bandwidth_neighbor` is none.
void check_scale(const KernelOptions& options);

/// The adaptive kernel of two points at this squared distance. A term of the far point's own scale keeps it joined to
/// the others: with a product of scales in one exponent, a point at distance R from all others would have an affinity
/// of exp(−R/s) to them and 1 to itself.
[[nodiscard]] inline double adaptive_affinity(double squared_distance, double scale_x, double scale_y) {
  return std::exp(-squared_distance / (scale_x * scale_x)) + std::exp(-squared_distance / (scale_y * scale_y));
}

/// Distance of each query to its nearest among `distinct` points of number `nearest` (or to the furthest of fewer):
/// never 0 where there are two distinct points, however many copies of a point the data holds.
template <class T>
[[nodiscard]] std::vector<double> adaptive_bandwidth(MatrixView<T> queries, MatrixView<T> distinct, Index nearest,
                                                     const Execution& run);

/// The ε with which a typical point of a dense kernel has an effective number of neighbours of 30: the median degree
/// over a sample of the points.
[[nodiscard]] double dense_epsilon(Points points, const Execution& run);

/// The ε with which the median degree is half of k, from the squared distances to the k nearest, k a point.
[[nodiscard]] double neighbor_epsilon(std::span<const double> squared_distances, Index k);

/// Berry, Giannakis and Harlim's choice: S(ε) = Σ exp(−z/4ε) grows fastest between this power of two and the next, and
/// like ε to half of the dimension there.
struct BghScale {
  double epsilon = 1;
  double dimension = 0;
};

/// From the squared distances of all pairs with an affinity, each point with itself among them.
[[nodiscard]] BghScale bgh_scale(std::span<const double> squared_distances);

}  // namespace codimap
