// HDF5 files that are sound as such, and hold what an h5ad may or may not hold.
#pragma once

#include <filesystem>
#include <string>

#include "fuzz/choices.hpp"

namespace codimap {

/// Makes X, for a table, another matrix, for a graph, obs and var, right or wrong as the choices say. Gives the key of
/// the other matrix.
std::string make_h5ad(const std::filesystem::path& path, Choices& choices, bool table, bool graph);

}  // namespace codimap
