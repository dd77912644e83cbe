// A kernel that stores every pair and does everything the plain way: what other kernels are compared with.
#pragma once

#include <numeric>

#include "codimap/kernel.hpp"
#include "linalg/dense.hpp"
#include "unit/random_points.hpp"

namespace codimap {

class FullKernel final : public Kernel {
 public:
  explicit FullKernel(Matrix<double> affinity) : affinity_(std::move(affinity)) {
    for (Index i = 0; i < size(); ++i)
      degree_.push_back(std::accumulate(affinity_.row(i).begin(), affinity_.row(i).end(), 0.0));
  }
  [[nodiscard]] Index size() const override { return affinity_.rows(); }
  [[nodiscard]] std::span<const double> degree() const override { return degree_; }
  void multiply_rows(MatrixView<double> block, std::span<const double> weight, const RowConsumer& consume,
                     const Execution&) const override {
    for (Index begin = 0; begin < size(); begin += rows_at_a_time) {
      const Index end = std::min(size(), begin + rows_at_a_time);
      Matrix<double> rows(end - begin, block.cols());
      for (Index i = begin; i < end; ++i)
        for (Index j = 0; j < size(); ++j)
          for (Index c = 0; c < block.cols(); ++c)
            rows(i - begin, c) += affinity_(i, j) * (weight.empty() ? 1 : weight[j]) * block(j, c);
      consume(begin, end, rows.data());
    }
  }
  [[nodiscard]] PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution&) const override {
    Matrix<double> sums(size(), regions);
    for (Index i = 0; i < size(); ++i)
      for (Index j = 0; j < size(); ++j)
        if (region_of[j] != no_region) sums(i, region_of[j]) += affinity_(i, j);
    return sums;
  }
  [[nodiscard]] std::vector<double> row_squares(std::span<const double> weight, const Execution&) const override {
    std::vector<double> sums(degree_.size());
    for (Index i = 0; i < size(); ++i)
      for (Index j = 0; j < size(); ++j) sums[i] += affinity_(i, j) * affinity_(i, j) * weight[j];
    return sums;
  }
  [[nodiscard]] std::vector<Index> row_minimum(std::span<const Index> label, const Execution&) const override {
    std::vector<Index> minimum(label.begin(), label.end());
    for (Index i = 0; i < size(); ++i)
      for (Index j = 0; j < size(); ++j)
        if (connects(affinity_(i, j), degree_[i], degree_[j])) minimum[i] = std::min(minimum[i], label[j]);
    return minimum;
  }
  [[nodiscard]] DenseOrSparse columns(std::span<const Index> selected, const Execution&) const override {
    Matrix<double> result(size(), static_cast<Index>(selected.size()));
    for (Index i = 0; i < size(); ++i)
      for (Index j = 0; j < result.cols(); ++j) result(i, j) = affinity_(i, selected[j]);
    return result;
  }

 private:
  Matrix<double> affinity_;
  std::vector<double> degree_;
};

/// Each pair with this probability, of random weight; `loops` gives every node one of weight 1.
inline Matrix<double> random_affinity(Index nodes, double probability, bool loops, std::uint64_t seed) {
  Matrix<double> affinity(nodes, nodes);
  for (Index i = 0; i < nodes; ++i) {
    for (Index j = 0; j < i; ++j) {
      const auto counter = static_cast<std::uint64_t>(2 * (i * nodes + j));
      if (random_uniform(seed, RandomStream::shape, counter) < probability)
        affinity(i, j) = affinity(j, i) = random_uniform(seed, RandomStream::shape, counter + 1);
    }
    if (loops) affinity(i, i) = 1;
  }
  return affinity;
}

}  // namespace codimap
