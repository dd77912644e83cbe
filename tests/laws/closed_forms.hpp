// Graphs and points for which every eigenvalue of the walk is known.
#pragma once

#include <string>
#include <vector>

#include "reference/kernel.hpp"

namespace codimap::laws {

struct KnownGraph {
  std::string name;
  reference::MatrixXd weights;
  reference::VectorXd eigenvalues;  // of P, descending, the trivial one included
};

/// Cycles, paths, complete graphs, stars and hypercubes, without loops unless the name says so.
std::vector<KnownGraph> known_graphs();

struct KnownPoints {
  std::string name;
  reference::MatrixXd points;
  double epsilon;
  reference::VectorXd eigenvalues;
};

/// Equispaced circles (a circulant kernel) and tori (a Kronecker product of two).
std::vector<KnownPoints> known_points();

/// Weight 1 between neighbours on a ring of at least three.
reference::MatrixXd cycle_weights(reference::Index nodes);

}  // namespace codimap::laws
