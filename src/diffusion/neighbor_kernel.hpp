// The kernel of near pairs: g(x, y) where one of the two is among the k nearest of the other, 0 elsewhere.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "diffusion/sparse_kernel.hpp"
#include "diffusion/stored_kernel.hpp"
#include "neighbors/search.hpp"

namespace codimap {

template <class T>
class NeighborKernel final : public SparseKernel<StoredKernel, T> {
 public:
  NeighborKernel(Points points, const KernelOptions& options, const Execution& run, std::span<const Index> order);
  explicit NeighborKernel(ArchiveReader& archive);

  [[nodiscard]] Index features() const override { return distinct_.cols(); }
  [[nodiscard]] double epsilon() const override { return epsilon_; }
  [[nodiscard]] Index neighbors() const override { return k_; }
  [[nodiscard]] double neighbor_recall() const override { return recall_; }
  /// A new point is joined to its k nearest points, and to every point that it is nearer to than the point's own k-th.
  [[nodiscard]] PointRegionAffinity new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                    const Execution& run) const override;
  void save(ArchiveWriter& archive) const override;

 private:
  /// A distinct point and its squared distance from the point at hand.
  struct Joined {
    Index point;
    double squared_distance;
  };

  /// Neighbours to look for: k, and as many as an adaptive bandwidth needs.
  [[nodiscard]] Index searched() const;
  [[nodiscard]] double bandwidth(const Neighbors& nearest, Index query) const;
  [[nodiscard]] double bandwidth(Index u) const { return bandwidth_.empty() ? std::sqrt(epsilon_) : bandwidth_[u]; }
  [[nodiscard]] double affinity(std::span<const T> x, std::span<const T> y, double squared_distance,
                                double bandwidth_product) const;
  /// What a row needs of its nearest beside their affinities.
  void keep_lengths(const Neighbors& nearest, const Execution& run);
  void refuse_isolated(const Neighbors& nearest, std::span<const Index> first, std::span<const Index> order,
                       const Execution& run) const;
  [[nodiscard]] std::vector<Joined> joined_to(std::span<const T> x, const Neighbors& nearest, Index query,
                                              std::span<const std::int32_t> reached_from) const;

  KernelKind kind_;
  Metric metric_;  // of new points; those of the kernel come as it has them
  double epsilon_ = 1;
  double density_normalization_ = 0;
  double recall_ = 1;
  std::function<double(std::span<const double>, std::span<const double>)> function_;
  std::vector<double> centre_;
  Matrix<T> distinct_;  // the distinct points, centred
  Index k_ = 0;
  std::vector<double> squared_radius_;  // of the distinct points: the squared distance to the k-th nearest
  std::vector<double> bandwidth_;       // of the distinct points; empty where one ε serves all
  std::vector<double> weight_;          // q^-α of the distinct points; empty where α = 0
};

}  // namespace codimap
