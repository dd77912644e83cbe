// From a start that is near to the leading eigenvectors of a symmetric walk to the eigenvectors themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "embedding/refine_operator.hpp"
#include "linalg/rayleigh_ritz.hpp"

namespace codimap {

/// What refinement knows of the leading pairs at some step.
struct RefinedPairs {
  /// Those asked for and the guards behind them.
  RitzBlock pairs;
  /// Of each pair asked for: about how far it still is from the exact vector, in radians. What it last moved by, times
  /// what the last filter left of any error; behind a smooth start, the residual over how far below the filter damps;
  /// in `correct`, what the correction is long. Where eigenvalues lie close, at least how far their vectors turn into
  /// one another. An estimate, not a bound.
  std::vector<double> estimated_angles;
  /// An eigenvalue above this that the start had nothing of would have shown in the random vectors.
  double searched_above = 1;
  Index products = 0;  // of the operator with a block, of whatever width
};

struct RefineOptions {
  Index components = 1;
  /// Asked after each step: how many times too large is what should be small? 1 is good enough.
  std::function<double(const RefinedPairs&)> excess;
  /// A pair whose estimated angle is smaller is left as it is while others go on.
  double locked_angle = 0;
  /// The same of a residual; `correct` alone knows it.
  double locked_residual = 0;
  /// How much one filter raises the last component at most, over what it damps.
  double most_gain = 256;
  Index max_products = 1000;
  /// Products with the random vectors. Where they are too few to tell anything, none are taken.
  Index probe_degree = 40;
  std::uint64_t seed = 0;
};

/// The start: approximate eigenvectors, orthonormal up to rounding, and their values, descending; more columns than
/// components.
struct RefineStart {
  std::vector<double> values;
  Matrix<double> vectors;
  /// What its vectors have wrong lies far below the eigenvalues that are wanted: short filters take it away.
  bool smooth = false;
  /// It comes from random vectors, so that it has something of every eigenvector.
  bool random = false;
  std::optional<double> floor{};  // of the spectrum, where it is known already
};

/// Chebyshev-filtered subspace iteration on the complement of the orthonormal eigenvectors `trivial`. Random vectors,
/// filtered first, stand beside a start that is not random itself, so that what it has nothing of is found as well.
/// Ends where `excess` is at most 1 or after max_products; the caller sees which.
[[nodiscard]] RefinedPairs refine(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start,
                                  const RefineOptions& options, const Execution& run);

}  // namespace codimap
