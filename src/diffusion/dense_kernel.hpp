// The kernel of every pair, evaluated in tiles whenever it is asked for and never stored.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "diffusion/point_set.hpp"
#include "diffusion/stored_kernel.hpp"
#include "diffusion/tile_pass.hpp"

namespace codimap {

template <class T>
class DenseKernel final : public StoredKernel {
 public:
  DenseKernel(Points points, const KernelOptions& options, const Execution& run, std::span<const Index> order);
  explicit DenseKernel(ArchiveReader& archive);

  [[nodiscard]] Index size() const override { return points_.size; }
  [[nodiscard]] std::span<const double> degree() const override { return degree_; }
  void multiply_rows(MatrixView<double> block, std::span<const double> weight, const RowConsumer& consume,
                     const Execution& run) const override;
  [[nodiscard]] PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const override;
  [[nodiscard]] std::vector<double> row_squares(std::span<const double> weight, const Execution& run) const override;
  [[nodiscard]] std::vector<Index> row_minimum(std::span<const Index> label, const Execution& run) const override;
  [[nodiscard]] DenseOrSparse columns(std::span<const Index> selected, const Execution& run) const override;
  [[nodiscard]] std::shared_ptr<const Kernel> restricted_to(std::span<const Index> points,
                                                            const Execution& run) const override;

  [[nodiscard]] Index features() const override { return points_.dimensions(); }
  [[nodiscard]] double epsilon() const override { return epsilon_; }
  [[nodiscard]] Index neighbors() const override { return dense; }
  [[nodiscard]] NewPointAffinity new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                 const Execution& run) const override;
  [[nodiscard]] std::span<const Index> outlying() const override { return outlying_; }
  void save(ArchiveWriter& archive) const override;

 private:
  [[nodiscard]] PointSet<T> point_set(const Matrix<T>& rows, const Execution& run) const;
  /// The affinities of the kernel. Those so small that a whole row of them would not matter beside its degree are 0.
  [[nodiscard]] TileRule rule() const;
  /// Affinities to new points that have none by the rule above: the smallest still tell which points are nearest.
  [[nodiscard]] TileRule rule_of_far_points() const;
  [[nodiscard]] std::vector<double> degrees(const Execution& run) const;
  /// Points of degree 0 go where the nearest point of the kernel is: in exact arithmetic, where no affinity underflows,
  /// all of their weight would be on it.
  [[nodiscard]] PointSet<T> move_unreached(const PointSet<T>& set, std::span<const double> degree,
                                           const Execution& run) const;
  /// Of each new point, from the nearest of the kernel.
  [[nodiscard]] std::vector<double> distances(const PointSet<T>& targets, const Execution& run) const;
  void refuse_isolated(const Execution& run, std::span<const Index> order) const;

  KernelKind kind_;
  Metric metric_;  // of new points; those of the kernel come as it has them
  Index bandwidth_neighbor_ = 0;
  double epsilon_ = 1;
  double density_normalization_ = 0;
  std::function<double(std::span<const double>, std::span<const double>)> function_;
  std::vector<double> centre_;
  PointSet<T> points_;
  std::vector<double> degree_;
  std::vector<Index> outlying_;  // empty in a kernel that was loaded
  double smallest_degree_ = 1;   // before density normalisation; 1 until the degrees are known, since none is less
};

}  // namespace codimap
