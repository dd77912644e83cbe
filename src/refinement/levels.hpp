// A walk seen at lower and lower resolution: every level is again a walk between regions of the one before.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "codimap/kernel.hpp"
#include "refinement/aggregate.hpp"

namespace codimap {

/// A graph of nodes. K = diag(leaving) − (weights between different nodes) is its Laplacian, D = diag(degree), and
/// 1 − λ are the eigenvalues of K·x = D·x·(1 − λ).
struct NodeLevel {
  /// Weights; entries on the diagonal are passed over. None on the finest level of a kernel that stores no rows.
  StoredRows rows;
  std::unique_ptr<SparseRows> own_rows;  // where they are no kernel's
  std::vector<double> degree;
  std::vector<double> leaving;  // Σ_{j≠i} a_ij; the degree where no rows are stored
  std::vector<float> inverse_leaving;
  double total_degree = 0;
  /// The cycle comes twice to a level that has at most a third of the nodes of the last one it came twice to.
  bool solved_twice = false;

  /// The regions that are the nodes of the next level; empty on the coarsest.
  Aggregates regions;
  std::vector<Index> offsets;  // of members, by region
  std::vector<std::int32_t> members;

  [[nodiscard]] Index size() const { return std::ssize(degree); }
};

/// Regions that are known already, as the paper's are.
struct KnownRegions {
  std::span<const Index> region_of;
  Index count = 0;
  /// B, where the kernel stores no rows.
  PointRegionAffinity affinity;
};

/// Finest first. All refer to the kernel, which must outlive them.
struct Levels {
  const Kernel* kernel = nullptr;
  std::vector<NodeLevel> levels;
  /// Eigenpairs of the coarsest without the constant vector: 1 − λ ascending, vectors of unit norm under D. Empty where
  /// aggregation got stuck at more nodes than can be solved densely.
  std::vector<double> values;
  Matrix<double> vectors;

  [[nodiscard]] Index count() const { return std::ssize(levels); }
  [[nodiscard]] const NodeLevel& operator[](Index l) const { return levels[static_cast<std::size_t>(l)]; }
  [[nodiscard]] bool is_dense() const { return levels.front().rows.empty(); }
};

/// Levels of a connected kernel down to a few nodes for each of `columns` vectors. A kernel that stores no rows has
/// these regions as its second level; others have no use for them.
[[nodiscard]] Levels levels_of(const Kernel& kernel, const KnownRegions& regions, Index columns, const Execution& run);

}  // namespace codimap
