// The kernel of near pairs: g(x, y) where one of the two is among the k nearest of the other, 0 elsewhere.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "diffusion/affinity_form.hpp"
#include "diffusion/saved_neighbors.hpp"
#include "diffusion/sparse_kernel.hpp"
#include "diffusion/stored_kernel.hpp"
#include "neighbors/new_point_search.hpp"

namespace codimap {

template <class T>
class NeighborKernel final : public SparseKernel<StoredKernel, T> {
 public:
  NeighborKernel(Points points, const KernelOptions& options, const Execution& run, std::span<const Index> order);
  NeighborKernel(ArchiveReader& archive, const Execution& run);

  [[nodiscard]] Index features() const override { return distinct_.cols(); }
  [[nodiscard]] double epsilon() const override { return form_.epsilon(); }
  [[nodiscard]] Index neighbors() const override { return k_; }
  [[nodiscard]] double neighbor_recall() const override { return recall_; }
  /// A new point is joined to its k nearest points, and to every point that it is nearer to than the point's own k-th.
  [[nodiscard]] NewPointAffinity new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                 const Execution& run) const override;
  [[nodiscard]] std::span<const Index> outlying() const override { return outlying_; }
  void save(ArchiveWriter& archive) const override;

 private:
  /// A distinct point and its squared distance from the point at hand.
  struct Joined {
    Index point;
    double squared_distance;
    Listing listing;  // of the point at hand and this one
  };

  /// Neighbours to look for: k, and as many as a scale needs.
  [[nodiscard]] Index searched() const { return std::min(form_.searched(k_), distinct_.rows()); }
  /// The scale of a point of the kernel.
  [[nodiscard]] PointScale scale(Index u) const { return scale_.empty() ? PointScale{} : scale_[u]; }
  [[nodiscard]] PointScale new_scale(const Neighbors& nearest, Index query) const;
  [[nodiscard]] double affinity(std::span<const T> x, std::span<const T> y, double squared_distance,
                                const PointScale& of_x, const PointScale& of_y, Listing listing) const;
  /// Sets scales, radii and rows.
  void join(const Neighbors& nearest, std::vector<Index> row_of, const Execution& run);
  void normalize(const Execution& run);
  void keep_radii(const Neighbors& nearest, const Execution& run);
  void find_outlying(const Execution& run);
  void refuse_isolated(const Neighbors& nearest, std::span<const Index> first, std::span<const Index> order,
                       const Execution& run) const;
  [[nodiscard]] std::vector<Joined> joined_to(std::span<const T> x, const Neighbors& nearest, Index query,
                                              std::span<const std::int32_t> reached_from) const;

  AffinityForm form_;
  Metric metric_;  // of new points; those of the kernel come as it has them
  double density_normalization_ = 0;
  double recall_ = 1;
  std::function<double(std::span<const double>, std::span<const double>)> function_;
  std::vector<double> centre_;
  Matrix<T> distinct_;  // the distinct points, centred
  NewPointSearch<T> search_;
  Index k_ = 0;
  PackedIndices lists_;                 // the neighbours that were found, for a file
  std::vector<double> squared_radius_;  // of the distinct points: the squared distance to the k-th nearest
  std::vector<PointScale> scale_;       // of the distinct points; empty where they have none of their own
  std::vector<Index> outlying_;         // points; empty in a kernel that was loaded
  std::vector<double> weight_;          // q^-α of the distinct points; empty where α = 0
};

}  // namespace codimap
