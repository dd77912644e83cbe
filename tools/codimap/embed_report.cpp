// The --summary of a map.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "certificate.hpp"
#include "codimap/notes.hpp"
#include "codimap/version.hpp"
#include "embed.hpp"
#include "files.hpp"
#include "option_names.hpp"

namespace codimap::program {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_auto(const std::optional<double>& value) { return value ? Json(*value) : Json("auto"); }

Json neighbors_in_force(const EmbedArguments& asked, const Result& result) {
  if (asked.graph) return nullptr;
  return result.neighbors ? Json(*result.neighbors) : Json("dense");
}

bool of_kind(const EmbedArguments& asked, const Model& model, KernelKind kind) {
  return (!asked.graph || asked.distances) && model.options().kernel.kind == kind;
}

// Null for kernels in which points have no scale of their own, or not by the distance to one neighbour.
Json bandwidth_neighbor_of(const EmbedArguments& asked, const Model& model) {
  for (const KernelKind kind :
       {KernelKind::adaptive, KernelKind::alpha_decay, KernelKind::local_gaussian, KernelKind::variable_bandwidth}) {
    if (of_kind(asked, model, kind)) return model.options().kernel.bandwidth_neighbor;
  }
  return nullptr;
}

Json precision_in_force(const EmbedInput& input, const Options& options) {
  const auto* table = std::get_if<Table>(&input);
  if (table == nullptr) return nullptr;
  const bool single = std::holds_alternative<Matrix<float>>(table->values) ||
                      std::holds_alternative<SparseMatrix<float>>(table->values);
  return name_of(precisions, options.kernel.precision.value_or(single ? Precision::float32 : Precision::float64));
}

Json columns_in_force(const EmbedArguments& asked, const EmbedInput& input) {
  const auto* table = std::get_if<Table>(&input);
  return table != nullptr && !table->column_names.empty() ? table->column_names : asked.reading.columns;
}

Json key_in_force(const EmbedArguments& asked, const EmbedInput& input) {
  const auto* table = std::get_if<Table>(&input);
  const std::string& key = table != nullptr ? table->key : asked.reading.key;
  return key.empty() ? Json(nullptr) : Json(key);
}

Json components_in_force(const PrepareOptions& prepare) {
  return prepare.pca == no_pca ? Json(nullptr) : or_null(prepare.pca);
}

// Nothing of how the work was run: that never changes the answer, so neither may it change this.
Json options_in_force(const EmbedArguments& asked, const EmbedInput& input, const Model& model) {
  const Options& options = model.options();
  const Result& result = model.result();
  return {{"format", asked.reading.format ? Json(name_of(file_formats, *asked.reading.format)) : Json(nullptr)},
          {"key", key_in_force(asked, input)},
          {"graph", asked.graph},
          {"distances", asked.distances},
          {"columns", columns_in_force(asked, input)},
          {"exclude", asked.reading.exclude},
          {"transpose", asked.reading.transpose},
          {"arcsinh", or_null(options.prepare.arcsinh)},
          {"log1p", options.prepare.log1p},
          {"standardize", options.prepare.standardize},
          {"pca", components_in_force(options.prepare)},
          {"drop_nonfinite", asked.reading.drop_nonfinite},
          {"compensate", asked.reading.compensate},
          {"linearize", asked.reading.linearize},
          {"kernel", asked.graph ? Json(nullptr) : Json(name_of(kernel_kinds, options.kernel.kind))},
          {"metric", asked.graph ? Json(nullptr) : Json(name_of(metrics, options.kernel.metric))},
          {"preset", asked.preset ? Json(name_of(presets, *asked.preset)) : Json(nullptr)},
          {"bandwidth_neighbor", bandwidth_neighbor_of(asked, model)},
          {"decay", of_kind(asked, model, KernelKind::alpha_decay) ? Json(options.kernel.decay) : Json(nullptr)},
          {"self_affinity", asked.graph ? Json(nullptr) : Json(options.kernel.self_affinity)},
          {"epsilon", or_null(result.epsilon)},
          {"neighbors", neighbors_in_force(asked, result)},
          {"neighbor_recall", or_auto(options.kernel.neighbor_recall)},
          {"density_normalization", options.kernel.density_normalization},
          {"precision", precision_in_force(input, options)},
          {"regions", or_null(regions_in_force(model))},
          {"partition", name_of(partition_rules, options.regions.partition)},
          {"coherence_time", options.regions.coherence_time},
          {"seed", options.regions.seed},
          {"components", result.embedding.cols()},
          {"time", options.map.multiscale ? Json("multiscale") : Json(*options.map.time)},
          {"eigenvectors", name_of(eigenvector_kinds, options.map.eigenvectors)},
          {"interpolation", name_of(interpolations, options.map.interpolation)},
          {"refine", options.map.refine == unrefined ? Json("off") : or_auto(options.map.refine)},
          {"tolerance", or_null(options.map.tolerance)},
          {"layout_dimensions",
           options.map.layout_dimensions == no_layout ? Json("off") : Json(options.map.layout_dimensions)},
          {"method", name_of(methods, options.method)}};
}

Json stages_of(const StageReport& reading, const Result& result) {
  Json stages = Json::array();
  const auto add = [&](const StageReport& stage) {
    stages.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"peak_bytes", stage.peak_bytes}});
  };
  add(reading);
  std::ranges::for_each(result.stages, add);
  return stages;
}

Json counted_from_one(const std::vector<Index>& rows) {
  Json counted = Json::array();
  for (const Index row : rows) counted.push_back(row + 1);
  return counted;
}

// Null where all rows were kept.
Json kept_rows(const EmbedInput& input) {
  const auto* table = std::get_if<Table>(&input);
  if (table == nullptr || table->kept_rows.empty()) return nullptr;
  return counted_from_one(table->kept_rows);
}

Json components_of(const Model& model) {
  const Result& result = model.result();
  Json isolated = Json::array();
  for (const Note& note : notes(model))
    if (note.kind == NoteKind::isolated) isolated = counted_from_one(note.points);
  Json others = Json::array();
  for (const Spectrum& spectrum : result.other_spectra)
    others.push_back({{"eigenvalues", spectrum.eigenvalues},
                      {"participation", spectrum.participation},
                      {"residuals", spectrum.residuals},
                      {"certificate", certificate_of(spectrum)}});
  return {{"count", result.component_sizes.size()},
          {"sizes", result.component_sizes},
          {"isolated", isolated},
          {"others", others}};
}

}  // namespace

std::optional<Index> regions_in_force(const Model& model) {
  if (model.options().method == Method::exact) return std::nullopt;
  const Index made = model.result().partition.regions;
  return made > 0 ? made : model.options().regions.regions;
}

std::string embed_summary(const EmbedArguments& asked, const EmbedInput& input, const Model& model,
                          const Process& process, const StageReport& reading, double seconds) {
  const Result& result = model.result();
  const Json summary{{"version", CODIMAP_VERSION},
                     {"input", asked.inputs.size() == 1 ? Json(asked.inputs.front()) : Json(asked.inputs)},
                     {"points", model.points()},
                     {"features", asked.graph ? Json(nullptr) : Json(model.features())},
                     {"kept_rows", kept_rows(input)},
                     {"method", name_of(methods, model.options().method)},
                     {"seed", model.options().regions.seed},
                     {"epsilon", or_null(result.epsilon)},
                     {"intrinsic_dimension", or_null(result.intrinsic_dimension)},
                     {"neighbor_recall", or_null(result.neighbor_recall)},
                     {"regions", or_null(regions_in_force(model))},
                     {"centroids", counted_from_one(result.partition.centroids)},
                     {"reached_later", result.partition.reached_later},
                     {"coherence_relative_error", result.coherence_error},
                     {"graph_components", components_of(model)},
                     {"eigenvalues", result.eigenvalues},
                     {"participation", result.participation},
                     {"roots", counted_from_one(process.roots)},
                     {"outlying", counted_from_one(result.outlying)},
                     {"residuals", result.residuals},
                     {"further_eigenvalues", result.further_eigenvalues},
                     {"certificate", certificate_of(result)},
                     {"options", options_in_force(asked, input, model)},
                     {"stages", stages_of(reading, result)},
                     {"seconds", seconds},
                     {"peak_memory_bytes", peak_memory_bytes()}};
  // Names of files and columns may be anything but UTF-8; JSON may not.
  return summary.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string embed_options_json(const EmbedArguments& asked, const EmbedInput& input, const Model& model) {
  return options_in_force(asked, input, model).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace codimap::program
