// The kernel of every pair, evaluated in tiles whenever it is asked for and never stored.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "diffusion/point_set.hpp"
#include "diffusion/stored_kernel.hpp"

namespace codimap {

template <class T>
class DenseKernel final : public StoredKernel {
 public:
  DenseKernel(Points points, const KernelOptions& options, const Execution& run);
  explicit DenseKernel(ArchiveReader& archive);

  [[nodiscard]] Index size() const override { return points_.size(); }
  [[nodiscard]] std::span<const double> degree() const override { return degree_; }
  [[nodiscard]] Matrix<double> multiply(MatrixView<double> block, const Execution& run) const override;
  [[nodiscard]] PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const override;
  [[nodiscard]] std::vector<double> row_squares(std::span<const double> weight, const Execution& run) const override;
  [[nodiscard]] std::vector<Index> row_minimum(std::span<const Index> label, const Execution& run) const override;
  [[nodiscard]] DenseOrSparse columns(std::span<const Index> selected, const Execution& run) const override;

  [[nodiscard]] Index features() const override { return points_.rows.cols(); }
  [[nodiscard]] double epsilon() const override { return epsilon_; }
  [[nodiscard]] Index neighbors() const override { return dense; }
  [[nodiscard]] PointRegionAffinity new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                    const Execution& run) const override;
  void save(ArchiveWriter& archive) const override;

 private:
  /// Takes rows [row_begin, row_end) × columns [col_begin, col_end) of the kernel, row-major; false to skip what is
  /// left of these rows.
  using TileConsumer = std::function<bool(Index row_begin, Index row_end, Index col_begin, Index col_end, const T*)>;

  [[nodiscard]] PointSet<T> point_set(Points points, const Execution& run) const;
  /// Every tile of rows × cols, those of a row in ascending order of columns and on one thread.
  void for_each_tile(const PointSet<T>& rows, const PointSet<T>& cols, const Execution& run,
                     const TileConsumer& consume) const;
  void evaluate(const PointSet<T>& rows, Index row_begin, Index row_end, const PointSet<T>& cols, Index col_begin,
                Index col_end, T* tile) const;
  [[nodiscard]] std::vector<double> row_sums(const PointSet<T>& rows, const PointSet<T>& cols,
                                             const Execution& run) const;
  [[nodiscard]] Matrix<double> sums_by_region(const PointSet<T>& rows, std::span<const Index> region_of, Index regions,
                                              const Execution& run) const;
  /// Rows of degree 0 go where the nearest point of the kernel is: in exact arithmetic, where no affinity underflows,
  /// all of their weight would be on it.
  void move_unreached(PointSet<T>& rows, std::span<const double> degree) const;
  void refuse_isolated(const Execution& run) const;

  KernelKind kind_;
  double epsilon_ = 1;
  double density_normalization_ = 0;
  std::function<double(std::span<const double>, std::span<const double>)> function_;
  std::vector<double> centre_;
  PointSet<T> points_;
  std::vector<double> degree_;
};

}  // namespace codimap
