// Random inputs for the laws: points, graphs, partitions. The same seed gives the same input with one standard library.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "reference/kernel.hpp"

namespace codimap::reference {

using Random = std::mt19937_64;

/// Independent standard normal coordinates.
MatrixXd random_points(Random& random, Index count, Index dimensions);

/// Points around a few centres that lie some five standard deviations apart.
MatrixXd clustered_points(Random& random, Index count, Index dimensions, Index clusters);

/// X with `copies` of its rows overwritten by other rows of it.
MatrixXd with_copies(Random& random, MatrixXd X, Index copies);

/// Symmetric weights in (0, 1] on a share `density` of the pairs and the loops; may be disconnected.
MatrixXd random_graph(Random& random, Index nodes, double density);

/// Each point in one of n regions, none of them empty.
Indices random_partition(Random& random, Index points, Index n);

/// Regions 0 … n − 1 merged to fewer: the new region of each old one.
Indices merged(const Indices& region_of, const Indices& new_region);

/// n points without replacement, ascending.
Indices random_subset(Random& random, Index points, Index n);

/// Uniform in (0, 1).
VectorXd random_uniforms(Random& random, Index count);

/// Orthogonal, by the QR decomposition of a normal matrix.
MatrixXd random_rotation(Random& random, Index dimensions);

struct Problem {
  std::string name;
  MatrixXd G;
  bool positive_semidefinite;
};

/// Kernels of every sort: fixed, self-tuning, truncated, density-normalised, with copies and clusters, and graphs.
std::vector<Problem> random_kernels(std::uint64_t seed);

}  // namespace codimap::reference
