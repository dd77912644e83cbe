// Random connected walks of every sort, with all of their eigenpairs by LAPACK.
#pragma once

#include <memory>
#include <string>

#include "codimap/kernel.hpp"
#include "reference/problems.hpp"
#include "refinement/solve.hpp"

namespace codimap::laws {

struct WalkProblem {
  std::string name;
  std::shared_ptr<const Kernel> kernel;
  reference::MatrixXd A;            // the symmetric walk
  reference::VectorXd eigenvalues;  // beside the trivial one, descending
  reference::MatrixXd vectors;      // of unit norm
};

[[nodiscard]] WalkProblem solved(std::string name, std::shared_ptr<const Kernel> kernel);

/// Lollipops, trees of cliques, preferential attachment with tendrils, clouds, heavy tails, rolls, weighted grids, trees,
/// cycles and kernels of every pair, of some `least` to 2·`least` nodes, connected.
[[nodiscard]] std::shared_ptr<const Kernel> random_kernel(std::uint64_t seed, Index least);
[[nodiscard]] WalkProblem random_problem(std::uint64_t seed, Index least);

/// From the levels of the kernel, with regions where it stores no rows.
[[nodiscard]] Solution solved_by_levels(const Kernel& kernel, const SolveOptions& options, const Execution& run = {});

/// The goal of a default fit.
[[nodiscard]] SolveOptions to_estimate(Index components, std::uint64_t seed = 0);
/// Every residual is at most this.
[[nodiscard]] SolveOptions to_residual(Index components, double residual);

/// Q^½φ, as unit columns.
[[nodiscard]] reference::MatrixXd symmetric_vectors(const Kernel& kernel, const Matrix<double>& phi);

/// Of each column, the angle to the exact vectors of equal eigenvalues (1 − λ alike to 10⁻⁵).
[[nodiscard]] std::vector<double> true_angles(const WalkProblem& problem, const reference::MatrixXd& psi);

/// As many as CODIMAP_PROBLEMS says, or this many.
[[nodiscard]] int problems_to_solve(int otherwise);

}  // namespace codimap::laws
