// The leading eigenvectors of a walk: LOBPCG with a multilevel preconditioner, level by level from the coarsest.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "refinement/levels.hpp"

namespace codimap {

/// What is known after a step on the finest level.
struct Convergence {
  std::vector<double> values;  // λ, descending: the components, then guards
  /// ‖Aψ − λψ‖ of each: after the step and in float64 where `to_residual` is set, else before the step.
  std::vector<double> residuals;
  std::vector<double> estimated_angles;  // of the components, in radians
  /// No eigenvalue above this is missing: it would have shown in filtered random vectors. 1 where none were tried.
  double searched_above = 1;
  Index steps = 0;
};

/// What a caller says of a step.
struct Verdict {
  Verdict(double error, bool only_bounds = false) : excess(error), for_bounds(only_bounds) {}  // NOLINT: implicit

  double excess;    // error measure over its goal; at most 1 when done
  bool for_bounds;  // the error is small enough, and more steps are for bounds alone
};

struct SolveOptions {
  Index components = 10;
  std::function<Verdict(const Convergence&)> excess;
  /// Whether `excess` goes by residuals, which float32 would spoil.
  bool to_residual = false;
  Index max_steps = 40;
  /// Products for one search for missed eigenvectors.
  Index search_degree = 40;
  std::uint64_t seed = 0;
};

struct Solution : Convergence {
  Matrix<double> vectors;  // φ at the points, orthonormal under the degrees; the components alone
  Matrix<double> walked;   // Pφ/λ
};

/// Columns that levels should be made for.
[[nodiscard]] Index block_columns(Index components);

/// The caller sees from what is returned whether the goal was reached. The kernel is connected.
[[nodiscard]] Solution solve(const Levels& levels, const SolveOptions& options, const Execution& run);

}  // namespace codimap
