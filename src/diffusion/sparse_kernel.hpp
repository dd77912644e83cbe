// A kernel stored as sparse rows, whether it was given as a graph or made from nearest neighbours.
//
// Copies of a point share one row: the rows are those of the distinct points, and a vector is summed over copies before
// the product and handed out to them after it. So copies get the same coordinates, and a million copies of a point
// cost no more than one.
#pragma once

#include <span>
#include <vector>

#include "codimap/kernel.hpp"
#include "neighbors/distinct_rows.hpp"

namespace codimap {

/// Base is Kernel, or an interface derived from it.
template <class Base>
class SparseKernel : public Base {
 public:
  [[nodiscard]] Index size() const override { return static_cast<Index>(degree_.size()); }
  [[nodiscard]] std::span<const double> degree() const override { return degree_; }
  [[nodiscard]] Matrix<double> multiply(MatrixView<double> block, const Execution& run) const override;
  [[nodiscard]] PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const override;
  [[nodiscard]] std::vector<double> row_squares(std::span<const double> weight, const Execution& run) const override;
  [[nodiscard]] std::vector<Index> row_minimum(std::span<const Index> label, const Execution& run) const override;
  [[nodiscard]] Matrix<double> columns(std::span<const Index> selected, const Execution& run) const override;

 protected:
  /// `rows` are the affinities of distinct points. Divides them by (q(x)·q(y))^α and sets the degree.
  void set_rows(SparseRows rows, DistinctRows copies, double density_normalization);

  /// The points that are copies of the distinct point u, itself among them, ascending.
  [[nodiscard]] std::span<const Index> members(Index u) const {
    return {members_.data() + offsets_[u], static_cast<std::size_t>(offsets_[u + 1] - offsets_[u])};
  }
  /// Positions [begin, end) in columns and values of the row of the distinct point u.
  [[nodiscard]] std::pair<Index, Index> row(Index u) const { return {rows_.offsets[u], rows_.offsets[u + 1]}; }

  SparseRows rows_;
  DistinctRows copies_;
  std::vector<double> weight_;  // q^-α of the distinct points; empty where α = 0

 private:
  [[nodiscard]] std::vector<double> distinct_degree() const;
  /// A value of each distinct point, for each of its copies.
  template <class T>
  [[nodiscard]] std::vector<T> to_points(const std::vector<T>& of_distinct) const;

  std::vector<Index> offsets_;  // of members_, by distinct point
  std::vector<Index> members_;
  std::vector<double> degree_;
};

/// Sums by region of one point at a time: only the regions it meets are touched.
class RegionAccumulator {
 public:
  explicit RegionAccumulator(Index regions) : sums_(regions), seen_(regions) {}
  void add(Index region, double affinity) {
    if (region == no_region || affinity == 0) return;
    if (!seen_[region]) {
      seen_[region] = true;
      met_.push_back(static_cast<std::int32_t>(region));
    }
    sums_[region] += affinity;
  }
  /// Appends the sums, times `scale`, as the next row; then starts anew.
  void flush(SparseRows& rows, double scale = 1);

 private:
  std::vector<double> sums_;
  std::vector<bool> seen_;
  std::vector<std::int32_t> met_;
};

/// Calls fill(begin, end, part) for fixed ranges of rows in parallel, and joins the parts in order.
[[nodiscard]] SparseRows sparse_rows(Index rows, Index cols, const Execution& run,
                                     const std::function<void(Index begin, Index end, SparseRows& part)>& fill);

}  // namespace codimap
