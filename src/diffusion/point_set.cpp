#include "diffusion/point_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;

/// Its square is still a number, so that no difference of infinities arises.
template <class T>
const T far_away = std::sqrt(std::numeric_limits<T>::max()) / 4;

template <class T>
std::vector<T> strips_of(const Matrix<T>& rows) {
  std::vector<T> strips(static_cast<std::size_t>(rows.size()));
  for (Index i = 0; i < rows.rows(); ++i)
    for (Index k = 0; k < rows.cols(); ++k)
      strips[(i / lanes<T> * rows.cols() + k) * lanes<T> + i % lanes<T>] = rows(i, k);
  return strips;
}

}  // namespace

std::vector<double> column_means(Points points, const Execution& run) {
  const Index ranges = (points.rows() + rows_a_range - 1) / rows_a_range;
  Matrix<double> sums(ranges, points.cols());
  points.visit([&](const auto& view) {
    parallel_for(run, view.rows(), rows_a_range, [&](Index begin, Index end) {
      const auto sum = sums.row(begin / rows_a_range);
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < view.cols(); ++k) sum[k] += static_cast<double>(view(i, k));
    });
  });
  std::vector<double> means(static_cast<std::size_t>(points.cols()));
  for (Index range = 0; range < ranges; ++range)
    for (Index k = 0; k < points.cols(); ++k) means[k] += sums(range, k);
  for (double& mean : means) mean /= static_cast<double>(points.rows());
  return means;
}

template <class T>
Matrix<T> centred(Points points, std::span<const double> centre, const Execution& run, std::span<const Index> order) {
  auto result = Matrix<T>::for_overwrite(points.rows(), points.cols());
  points.visit([&](const auto& view) {
    parallel_for(run, view.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const auto row = view.row(order.empty() ? i : order[i]);
        for (Index k = 0; k < view.cols(); ++k) result(i, k) = static_cast<T>(static_cast<double>(row[k]) - centre[k]);
      }
    });
  });
  return result;
}

template <class T>
PointSet<T> make_point_set(const Matrix<T>& points, std::vector<T> inverse_bandwidth, std::vector<double> weight) {
  PointSet<T> set;
  set.size = points.rows();
  const Index blocks = (set.size + tile_size - 1) / tile_size;
  const Index filled = blocks * tile_size;
  const Index dimensions = points.cols();
  set.rows = Matrix<T>(filled, dimensions);
  std::copy_n(points.data(), points.size(), set.rows.data());
  std::fill(set.rows.data() + points.size(), set.rows.data() + set.rows.size(), far_away<T>);
  set.strips = strips_of(set.rows);
  set.inverse_bandwidth = std::move(inverse_bandwidth);
  set.inverse_bandwidth.resize(static_cast<std::size_t>(filled), T{1});
  set.weight = std::move(weight);
  if (!set.weight.empty()) set.weight.resize(static_cast<std::size_t>(filled), 1);

  set.box_low = Matrix<T>(blocks, dimensions);
  set.box_high = Matrix<T>(blocks, dimensions);
  for (Index block = 0; block < blocks; ++block) {
    const Index begin = block * tile_size;
    const Index end = std::min(set.size, begin + tile_size);
    for (Index k = 0; k < dimensions; ++k) {
      set.box_low(block, k) = set.box_high(block, k) = points(begin, k);
      for (Index i = begin + 1; i < end; ++i) {
        set.box_low(block, k) = std::min(set.box_low(block, k), points(i, k));
        set.box_high(block, k) = std::max(set.box_high(block, k), points(i, k));
      }
    }
    const auto widths = set.inverse_bandwidth.begin();
    set.box_inverse_bandwidth.push_back(*std::min_element(widths + begin, widths + end));
  }
  return set;
}

template <class T>
Matrix<T> selected_rows(MatrixView<T> matrix, std::span<const Index> selected) {
  auto result = Matrix<T>::for_overwrite(static_cast<Index>(selected.size()), matrix.cols());
  for (Index i = 0; i < result.rows(); ++i) std::ranges::copy(matrix.row(selected[i]), result.row(i).begin());
  return result;
}

template <class T>
PointSet<T> subset(const PointSet<T>& set, std::span<const Index> selected) {
  std::vector<T> inverse_bandwidth;
  std::vector<double> weight;
  for (std::size_t j = 0; j < selected.size(); ++j) {
    inverse_bandwidth.push_back(set.inverse_bandwidth[selected[j]]);
    if (!set.weight.empty()) weight.push_back(set.weight[selected[j]]);
  }
  return make_point_set(selected_rows(set.rows.view(), selected), std::move(inverse_bandwidth), std::move(weight));
}

template <class T>
double least_squared_distance(const PointSet<T>& a, Index block_a, const PointSet<T>& b, Index block_b) {
  T squared_distance = 0;
  for (Index k = 0; k < a.dimensions(); ++k) {
    const T gap = std::max(
        {T{0}, a.box_low(block_a, k) - b.box_high(block_b, k), b.box_low(block_b, k) - a.box_high(block_a, k)});
    squared_distance += gap * gap;
  }
  return static_cast<double>(squared_distance);
}

template Matrix<float> selected_rows(MatrixView<float>, std::span<const Index>);
template Matrix<double> selected_rows(MatrixView<double>, std::span<const Index>);
template Matrix<float> centred(Points, std::span<const double>, const Execution&, std::span<const Index>);
template Matrix<double> centred(Points, std::span<const double>, const Execution&, std::span<const Index>);
template PointSet<float> make_point_set(const Matrix<float>&, std::vector<float>, std::vector<double>);
template PointSet<double> make_point_set(const Matrix<double>&, std::vector<double>, std::vector<double>);
template double least_squared_distance(const PointSet<float>&, Index, const PointSet<float>&, Index);
template double least_squared_distance(const PointSet<double>&, Index, const PointSet<double>&, Index);
template PointSet<float> subset(const PointSet<float>&, std::span<const Index>);
template PointSet<double> subset(const PointSet<double>&, std::span<const Index>);

}  // namespace codimap
