// Refinement on small random problems, as far as it got, beside the dense solution.
#pragma once

#include "embedding/refine.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {

struct SmallProblem {
  std::string name;
  reference::MatrixXd A;            // a symmetric walk
  reference::MatrixXd trivial;      // orthonormal eigenvectors of its eigenvalue 1
  reference::VectorXd eigenvalues;  // of the complement, descending
  reference::MatrixXd vectors;
};

/// Walks of every sort: points in clusters and on curves, with all pairs or few neighbours, random graphs, cycles,
/// complete graphs, and several copies of any of these side by side.
[[nodiscard]] SmallProblem small_problem(std::uint64_t seed);

/// The walk of a kernel, solved by LAPACK.
[[nodiscard]] SmallProblem solved(const reference::MatrixXd& G);

/// Regions of random size are no good start; so much the better for a test.
[[nodiscard]] RefineStart random_region_start(const SmallProblem& problem, reference::Random& random, Index columns);

/// Refines until `excess` is at most 1.
[[nodiscard]] RefinedPairs refined(const SmallProblem& problem, RefineStart start, Index components,
                                   const std::function<double(const RefinedPairs&)>& excess);

}  // namespace codimap::laws
