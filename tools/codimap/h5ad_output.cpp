#include "h5ad_output.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "hdf5_guard.hpp"

namespace codimap::program {
std::vector<ValueColumn> component_column(const Result& result) {
  if (result.component_of.empty()) return {};
  ValueColumn column{.name = "component", .values = {}, .whole = true};
  for (const Index component : result.component_of) column.values.push_back(static_cast<double>(component + 1));
  return {std::move(column)};
}

std::vector<ValueColumn> layout_columns(MatrixView<double> layout) {
  std::vector<ValueColumn> columns;
  for (Index c = 0; c < layout.cols(); ++c) {
    ValueColumn column{.name = std::string(1, "xyz"[c]), .values = {}};
    for (Index i = 0; i < layout.rows(); ++i) column.values.push_back(layout(i, c));
    columns.push_back(std::move(column));
  }
  return columns;
}

std::vector<ValueColumn> pseudotime_column(std::vector<double> values) {
  if (values.empty()) return {};
  return {{.name = "pseudotime", .values = std::move(values)}};
}

bool is_h5ad(const std::string& path) { return path.ends_with(".h5ad"); }

void check_output(const std::string& output, const std::vector<std::string>& inputs, bool write_diffmap) {
  if (is_h5ad(output) && inputs.size() > 1)
    refuse(ErrorKind::bad_option, output, ": an .h5ad output is a copy of one INPUT; got ", inputs.size(), " of them");
  if (is_h5ad(output)) {
    const Hdf5Guard guard(inputs.front());
    return check_h5ad_input(inputs.front());
  }
  if (write_diffmap) refuse(ErrorKind::bad_option, "--write-diffmap adds to an .h5ad output; ", output, " is none");
  check_output_ending(output);
}

H5adAdditions h5ad_additions(const EmbedArguments& asked, const EmbedInput& input, const Model& model,
                             const Process& process) {
  const Result& result = model.result();
  H5adAdditions added{.embedding = result.embedding, .layout = result.layout};
  if (const auto* table = std::get_if<Table>(&input)) added.kept_rows = table->kept_rows;
  added.eigenvalues = result.eigenvalues;
  added.residuals = result.residuals;
  added.options = embed_options_json(asked, input, model);
  added.columns = component_column(result);
  std::ranges::move(pseudotime_column(process.pseudotime), std::back_inserter(added.columns));
  if (!asked.write_diffmap) return added;
  MergedMap merged = merged_map(model, result.embedding.cols() + 1);
  added.diffmap = std::move(merged.vectors);
  added.diffmap_evals = std::move(merged.eigenvalues);
  return added;
}

H5adAdditions h5ad_additions(const Table& table, const Model& model, const NewPoints& placed) {
  H5adAdditions added{.embedding = placed.embedding, .layout = placed.layout};
  added.kept_rows = table.kept_rows;
  added.eigenvalues = model.result().eigenvalues;
  added.residuals = model.result().residuals;
  return added;
}

}  // namespace codimap::program
