// How close two embeddings of the same points are: the paper's error (Sec. VI) and the angle between the spans.
#pragma once

#include "reference/kernel.hpp"

namespace codimap::reference {

/// The column for each row that makes the sum of gain(row, column) largest, each column taken once (Hungarian).
Indices best_assignment(const MatrixXd& gain);

/// Σ ‖u − v‖² over the columns of U and V, scaled to unit norm, matched so that Σ |⟨u,v⟩| is largest, signs flipped.
double sum_of_squared_errors(const MatrixXd& U, const MatrixXd& V);

/// Σ sin²θ_i over the principal angles between the spans of the columns.
double subspace_error(const MatrixXd& U, const MatrixXd& V);

}  // namespace codimap::reference
