// Points for the tests of this room: in general position, and with as many ties as can be.
#pragma once

#include <cmath>

#include "base/random.hpp"
#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"

namespace codimap::test {

inline Execution threads(int count) {
  Execution run;
  run.threads = count;
  return run;
}

template <class T>
Matrix<T> normal_points(Index rows, Index cols, std::uint64_t seed) {
  Matrix<T> points(rows, cols);
  for (Index i = 0; i < points.size(); ++i)
    points.data()[i] = static_cast<T>(random_normal(seed, RandomStream::sample, static_cast<std::uint64_t>(i)));
  return points;
}

/// Coordinates 0, 1, 2: many copies and many equal distances.
template <class T>
Matrix<T> lattice_points(Index rows, Index cols, std::uint64_t seed) {
  Matrix<T> points(rows, cols);
  for (Index i = 0; i < points.size(); ++i)
    points.data()[i] =
        static_cast<T>(std::floor(3 * random_uniform(seed, RandomStream::sample, static_cast<std::uint64_t>(i))));
  return points;
}

/// Point i is of blob i mod `blobs`. The centres are the same for any seed.
inline Matrix<float> blobs_of(Index rows, Index cols, Index blobs, float width, std::uint64_t seed = 12) {
  const Matrix<float> centres = normal_points<float>(blobs, cols, 11);
  Matrix<float> points = normal_points<float>(rows, cols, seed);
  for (Index i = 0; i < rows; ++i)
    for (Index c = 0; c < cols; ++c) points(i, c) = centres(i % blobs, c) + width * points(i, c);
  return points;
}

}  // namespace codimap::test
