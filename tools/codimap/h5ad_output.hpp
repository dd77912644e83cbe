// Outputs that are h5ad files: the input with the map added.
#pragma once

#include <string>
#include <vector>

#include "embed.hpp"

namespace codimap::program {

/// By the ending.
[[nodiscard]] bool is_h5ad(const std::string& path);

/// The connected component of each point, from 1, the largest first; none where there is one.
[[nodiscard]] std::vector<ValueColumn> component_column(const Result& result);

/// Columns x, y and z, if there are as many, of a layout.
[[nodiscard]] std::vector<ValueColumn> layout_columns(MatrixView<double> layout);

/// Refuses what cannot be written, before any work: an ending that says no format, an .h5ad whose input is none or
/// not the only one, and --write-diffmap without one.
void check_output(const std::string& output, const std::vector<std::string>& inputs, bool write_diffmap);

/// A column pseudotime; none where there are no values.
[[nodiscard]] std::vector<ValueColumn> pseudotime_column(std::vector<double> values);

[[nodiscard]] H5adAdditions h5ad_additions(const EmbedArguments& asked, const EmbedInput& input, const Model& model,
                                           const Process& process);
/// Of new points, which must outlive the result.
[[nodiscard]] H5adAdditions h5ad_additions(const Table& table, const Model& model, const NewPoints& placed);

}  // namespace codimap::program
