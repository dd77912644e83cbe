// How far along a process points are: their distance from where it begins.
#pragma once

#include <span>
#include <vector>

#include "codimap/model.hpp"

namespace codimap {

/// The distance of each point from the nearest of the `roots`, rows of points, in the coordinates φ·λ/(1 − λ), which
/// are over all times of the walk at once; scaled so that the largest is 1. NaN where no walk leads to from a root. For
/// a map by Eigenvectors::symmetric it is the diffusion pseudotime of scanpy's tl.dpt: of √π·φ, with the trivial
/// coordinate √π, and with λ/(1 − λ) replaced by 1 from λ = 0.9994 on.
[[nodiscard]] std::vector<double> pseudotime(const Model& model, std::span<const Index> roots);

/// The same of new points, by the same scale: one that lies beyond all points of the model is later than 1.
[[nodiscard]] std::vector<double> pseudotime(const Model& model, std::span<const Index> roots, const NewPoints& placed);

}  // namespace codimap
