// The spectral map of regions, and the way from regions back to points.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "codimap/regions.hpp"

namespace codimap {

/// Taken where a number of components is left open, or as many as there are.
inline constexpr Index default_components = 10;

/// Eigenvectors of a walk, in pointwise units: λ is an eigenvalue of P, or its estimate σ = √λ(P_S).
struct SpectralMap {
  /// Descending, the trivial 1 left out.
  std::vector<double> eigenvalues;
  /// φ, one column a component, of unit norm under the stationary distribution.
  Matrix<double> vectors;
};

/// The leading eigenvectors of P_S, the default number of them where `components` is unset. Asking for more than its
/// rank is an error that says the rank. A graph of c components has the eigenvalue 1 c times: the c − 1 vectors after
/// the trivial one tell its components apart, each contrasting one component with those numbered before it.
/// `component_of` numbers the component of each region; empty: found in K_S. As many as `spare` more components are
/// given where there are.
[[nodiscard]] SpectralMap spectral_map(const CompressedKernel& compressed, std::optional<Index> components = {},
                                       std::span<const Index> component_of = {}, const Execution& run = {},
                                       Index spare = 0);

enum class Interpolation {
  point_to_region,  // the mean over the regions a walker at x goes to; with Σ⁻¹ it is the left singular vector
  region_to_point,  // the paper's formula, Σ_j Φ_S(S_j)·Pr[S_j ⇝ x], whose weights do not sum to 1
};

/// Coordinates of points from coordinates of regions: rows of B, times the coordinates of the regions, divided as the
/// rule says. Serves training points and new ones alike.
struct Extension {
  Interpolation interpolation = Interpolation::point_to_region;
  /// Weight of each region's affinity in the sum and, for point_to_region, in the divisor.
  std::vector<double> region_weight;
  Matrix<double> coordinates;  // n × D
  /// The connected component of each region; empty where there is one. A point has coordinates in one component only:
  /// that which it has most affinity to.
  std::vector<Index> component_of{};
  /// Of the columns, a row for each component; empty for ones.
  Matrix<double> factors{};
  /// Σq of each component where coordinates are those of the symmetric matrix, √π·φ; empty where they are φ.
  std::vector<double> total_degree{};
};

[[nodiscard]] Matrix<double> extend(const PointRegionAffinity& affinity, const Extension& extension,
                                    const Execution& run = {});

/// The extension of a map of regions: Q⁻¹B·φ_S·Σ⁻¹, or the paper's BD_S⁻¹·φ_S.
[[nodiscard]] Extension interpolation_of(const CompressedKernel& compressed, const SpectralMap& map,
                                         Interpolation interpolation);

/// Up to this many regions are laid out as they are, more of them by groups.
inline constexpr Index most_regions_laid_out = 500;

/// A picture of the regions of one connected component: a position in `dimensions` (2 or 3) for each, such that
/// distances in the picture follow the multiscale diffusion distances between regions, those of the coordinates
/// φ·λ/(1 − λ), up to four times their median. Centred; the axes are the principal ones, and the largest entry of each
/// column by magnitude is positive.
[[nodiscard]] Matrix<double> region_layout(const CompressedKernel& compressed, Index dimensions, std::uint64_t seed = 0,
                                           const Execution& run = {});

/// What is known of a map's distance from the exact one, on the same kernel.
struct Certificate {
  /// A bound if no eigenvalue was missed, which residuals cannot tell: how far above λ the exact eigenvalue may lie. It
  /// never lies below. 2 where there is no bound.
  std::vector<double> eigenvalue_errors;
  /// A bound on the same condition: the largest angle, in radians, between the exact component and this one, or between
  /// the spans of the exact and these components of a group whose eigenvalues lie too close to tell its members apart.
  /// π/2 where there is no bound.
  std::vector<double> angles;
  /// The first component of the group that each belongs to; a component of its own is its own group.
  std::vector<Index> group_of;
  /// Not a bound: about how far refinement left each component from the exact one, in radians; π/2 where its eigenvalue
  /// is too close to 1 to tell. Empty without refinement.
  std::vector<double> estimated_angles;
  /// The condition was tested by random vectors: a missed eigenvalue above this would have shown in them. 1 where it
  /// was not.
  double searched_above = 1;
};

/// As many regions again as `first` has, by k-means in the diffusion space λφ of the map that `first` gives for
/// `components`, or for 20 where those are fewer. Regions are split where they join connected components. A group of
/// points that has no region of its own in `first`, and next to no affinity to others, is not found by this either.
/// Costs a compression, its map, two products with as many columns, and k-means.
[[nodiscard]] Partition refined_partition(const Kernel& kernel, const Components& parts, const Partition& first,
                                          std::optional<Index> components, std::uint64_t seed,
                                          const Execution& run = {});

/// How far two embeddings of the same points are apart, whatever the signs and the order of their columns.
struct Comparison {
  double sse = 0;                         // Σ ‖u − v‖² over matched unit columns
  std::vector<double> sse_per_component;  // by column of the exact one
  double subspace_error = 0;              // Σ sin²θ between the two spans
  std::vector<Index> matching;            // column of the approximation for each column of the exact one
};

[[nodiscard]] Comparison compare(MatrixView<double> exact, MatrixView<double> approximation);

}  // namespace codimap
