// Points and graphs for unit tests, the same ones every time.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "codimap/kernel.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

inline Matrix<double> random_points(Index rows, Index cols, std::uint64_t seed = 1) {
  Matrix<double> points(rows, cols);
  for (Index e = 0; e < points.size(); ++e)
    points.data()[e] = random_normal(seed, RandomStream::shape, static_cast<std::uint64_t>(e));
  return points;
}

/// Rows one after another: a, then b.
inline Matrix<double> stacked(const Matrix<double>& a, const Matrix<double>& b) {
  Matrix<double> both(a.rows() + b.rows(), a.cols());
  std::copy_n(a.data(), a.size(), both.data());
  std::copy_n(b.data(), b.size(), both.data() + a.size());
  return both;
}

inline Matrix<float> to_float(const Matrix<double>& points) {
  Matrix<float> result(points.rows(), points.cols());
  std::transform(points.data(), points.data() + points.size(), result.data(),
                 [](double value) { return static_cast<float>(value); });
  return result;
}

/// A graph from a dense symmetric matrix; zeros are no edges.
inline Graph graph_of(const Matrix<double>& affinity) {
  Graph graph;
  graph.cols = affinity.cols();
  for (Index i = 0; i < affinity.rows(); ++i) {
    for (Index j = 0; j < affinity.cols(); ++j)
      if (affinity(i, j) != 0) {
        graph.columns.push_back(static_cast<std::int32_t>(j));
        graph.values.push_back(affinity(i, j));
      }
    graph.offsets.push_back(static_cast<Index>(graph.columns.size()));
  }
  return graph;
}

/// Nodes 0 … n − 1 in a row, each joined to the next; `closed` joins the last to the first.
inline Graph chain(Index nodes, bool closed) {
  Matrix<double> affinity(nodes, nodes);
  for (Index i = 0; i + 1 < nodes + (closed ? 1 : 0); ++i)
    affinity(i, (i + 1) % nodes) = affinity((i + 1) % nodes, i) = 1;
  return graph_of(affinity);
}

/// The whole kernel, by its columns.
inline Matrix<double> matrix_of(const Kernel& kernel) {
  std::vector<Index> all(static_cast<std::size_t>(kernel.size()));
  for (Index i = 0; i < kernel.size(); ++i) all[i] = i;
  return to_dense(kernel.columns(all, {}));
}

inline double largest_difference(MatrixView<double> a, MatrixView<double> b) {
  double largest = a.rows() == b.rows() && a.cols() == b.cols() ? 0 : INFINITY;
  for (Index e = 0; largest < INFINITY && e < a.size(); ++e)
    largest = std::max(largest, std::abs(a.data()[e] - b.data()[e]));
  return largest;
}

}  // namespace codimap
