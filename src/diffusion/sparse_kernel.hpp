// A kernel stored as sparse rows, whether it was given as a graph or made from nearest neighbours.
//
// Copies of a point share one row: the rows are those of the distinct points, and a vector is summed over copies before
// the product and handed out to them after it. So copies get the same coordinates, and a million copies of a point
// cost no more than one.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "codimap/kernel.hpp"
#include "diffusion/copies.hpp"
#include "linalg/sparse.hpp"

namespace codimap {

/// Base is Kernel, or an interface derived from it. T holds the affinities; every sum of them is a double.
template <class Base, class T>
class SparseKernel : public Base {
 public:
  SparseKernel() = default;
  SparseKernel(const SparseKernel&) = delete;
  SparseKernel& operator=(const SparseKernel&) = delete;

  [[nodiscard]] Index size() const override { return static_cast<Index>(degree_.size()); }
  [[nodiscard]] std::span<const double> degree() const override { return degree_; }
  [[nodiscard]] DenseOrSparse multiply_sparse(const SparseRows& block, const Execution& run) const override;
  void multiply_rows(MatrixView<double> block, std::span<const double> weight, const Kernel::RowConsumer& consume,
                     const Execution& run) const override;
  [[nodiscard]] PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                const Execution& run) const override;
  [[nodiscard]] Index spread_regions(std::span<Index> region_of, Index regions, const Execution& run) const override;
  [[nodiscard]] std::vector<double> row_squares(std::span<const double> weight, const Execution& run) const override;
  [[nodiscard]] std::vector<Index> row_minimum(std::span<const Index> label, const Execution& run) const override;
  [[nodiscard]] std::vector<Index> component_roots(const Execution& run) const override;
  [[nodiscard]] DenseOrSparse columns(std::span<const Index> selected, const Execution& run) const override;
  [[nodiscard]] std::shared_ptr<const Kernel> restricted_to(std::span<const Index> points,
                                                            const Execution& run) const override;
  [[nodiscard]] StoredRows stored_rows() const override { return {.rows = rows_, .row_of = copies_.rows()}; }

 protected:
  /// `rows` are the affinities of distinct points. Sets the degree.
  void set_rows(SparseMatrix<T> rows, Copies copies, const Execution& run);
  /// The same of rows that others keep alive, without copies.
  void borrow_rows(const SparseView<T>& rows, const Execution& run);
  /// The density at a distinct point, by its number and degree.
  using DensityOf = std::function<double(Index row, double degree)>;
  /// Divides affinities by the densities of both points to the power of α and sets the degree anew. Returns these
  /// powers, with a minus sign, of the distinct points.
  std::vector<double> normalize_density(double alpha, const DensityOf& density, const Execution& run);

  /// That were set, not borrowed.
  [[nodiscard]] const SparseMatrix<T>& rows() const { return own_; }
  [[nodiscard]] const Copies& copies() const { return copies_; }

 private:
  [[nodiscard]] std::vector<double> distinct_degree(const Execution& run) const;
  /// Of the points of a row.
  [[nodiscard]] double row_degree(Index row) const { return degree_[copies_.first(row)]; }
  /// What each distinct point has, for each of its copies.
  template <class Value>
  [[nodiscard]] std::vector<Value> to_points(std::vector<Value> of_distinct, const Execution& run) const;
  [[nodiscard]] SparseRows to_points(SparseRows of_distinct, const Execution& run) const;
  /// Sums over copies of the rows of a block, times their weight.
  [[nodiscard]] Matrix<double> summed(MatrixView<double> block, std::span<const double> weight,
                                      const Execution& run) const;

  SparseView<T> rows_;
  SparseMatrix<T> own_;  // what rows_ see of it is not borrowed
  Copies copies_;
  std::vector<double> degree_;
};

}  // namespace codimap
