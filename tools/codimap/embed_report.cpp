// What a user should know of a map, and its --summary.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "certificate.hpp"
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

std::string chosen(bool by_user) { return by_user ? "" : " (chosen)"; }

std::string settings(const EmbedArguments& asked, const Model& model) {
  const Result& result = model.result();
  const Options& options = model.options();
  std::string line = name_of(methods, options.method) + " map";
  if (!asked.graph) line += ", " + name_of(kernel_kinds, options.kernel.kind) + " kernel";
  if (result.epsilon) line += words(", epsilon ", *result.epsilon, chosen(asked.options.kernel.epsilon.has_value()));
  if (result.neighbors) {
    line += words(", ", counted(*result.neighbors, "neighbour"), chosen(asked.options.kernel.neighbors.has_value()));
    if (*result.neighbor_recall < 1)
      line += words(" of which about ", std::round(1000 * *result.neighbor_recall) / 10, " % were found");
  } else if (!asked.graph) {
    line += ", every pair of points" + chosen(asked.options.kernel.neighbors.has_value());
  }
  if (result.intrinsic_dimension)
    line += words(", about ", std::round(10 * *result.intrinsic_dimension) / 10, " dimensions");
  if (const auto regions = regions_in_force(model)) {
    line += words(", ", counted(*regions, "region"), chosen(asked.options.regions.regions.has_value()));
  }
  return line;
}

/// Points that are connected to no other, from 1.
std::vector<Index> isolated_points(const Result& result) {
  std::vector<Index> isolated;
  for (std::size_t i = 0; i < result.component_of.size(); ++i) {
    if (result.component_sizes[static_cast<std::size_t>(result.component_of[i])] == 1)
      isolated.push_back(static_cast<Index>(i) + 1);
  }
  return isolated;
}

std::string components_line(const Result& result) {
  std::vector<std::string> sizes;
  for (const Index size : result.component_sizes) sizes.push_back(words(size));
  return words(
      sizes.size(), " connected components, of ", first_few(sizes, 5),
      " points: each has a map of its own, and coordinates of different ones have nothing to do with each other");
}

std::string isolated_line(const std::vector<Index>& isolated, const EmbedInput& input) {
  const auto* graph = std::get_if<NamedGraph>(&input);
  std::vector<std::string> names;
  for (const Index point : isolated)
    names.push_back(graph ? printable(graph->node_names[static_cast<std::size_t>(point - 1)]) : words(point));
  const auto count = static_cast<Index>(names.size());
  return words(counted(count, graph ? "node" : "point"), count == 1 ? " is" : " are", " connected to no other (",
               graph ? "" : "row ", first_few(names), count == 1 ? ") and has" : ") and have", " coordinates 0");
}

/// Coordinates, from 1, that are about a few points of the largest connected component only.
std::vector<Index> coordinates_of_few(const Result& result) {
  constexpr double enough_points = 1000;
  constexpr double few = 16;
  const auto points = result.component_sizes.empty() ? Index{0} : result.component_sizes.front();
  std::vector<Index> found;
  if (static_cast<double>(points) < enough_points) return found;
  for (std::size_t c = 0; c < result.participation.size(); ++c)
    if (result.participation[c] < few) found.push_back(static_cast<Index>(c) + 1);
  return found;
}

std::string outlying_line(const Result& result) {
  std::vector<std::string> rows;
  for (const Index row : result.outlying) rows.push_back(words(row + 1));
  const auto count = static_cast<Index>(rows.size());
  return words(counted(count, "point"), count == 1 ? " is" : " are", " outlying, far from all others in units of the ",
               "scale there (row", count == 1 ? " " : "s ", first_few(rows), ")");
}

/// How many points each coordinate is about, where some are about much fewer than there are.
std::string participation_line(const Result& result) {
  std::vector<std::string> counts;
  for (const double about : result.participation) counts.push_back(words(std::round(about)));
  return "coordinates are each about this many points: " + first_few(counts, counts.size());
}

/// What joins a few points to the others, for the kernel at hand.
std::string advice_against_few(const EmbedArguments& asked, const Model& model) {
  if (asked.graph) return "weigh the edges that lead to them, or leave them out";
  const bool gaussian = model.options().kernel.kind == KernelKind::gaussian;
  return gaussian ? "--kernel adaptive or more --neighbors joins them"
                  : "more --neighbors or a larger --bandwidth-neighbor joins them";
}

std::string few_line(const std::vector<Index>& coordinates, const std::string& advice) {
  std::vector<std::string> names;
  for (const Index c : coordinates) names.push_back(words(c));
  const auto count = static_cast<Index>(names.size());
  return words(count == 1 ? "coordinate " : "coordinates ", first_few(names), count == 1 ? " is" : " are each",
               " about a few points that are nearly disconnected from the others, and more such points may follow; ",
               advice);
}

Json components_of(const Result& result) {
  Json others = Json::array();
  for (const Spectrum& spectrum : result.other_spectra)
    others.push_back({{"eigenvalues", spectrum.eigenvalues},
                      {"participation", spectrum.participation},
                      {"residuals", spectrum.residuals},
                      {"certificate", certificate_of(spectrum)}});
  return {{"count", result.component_sizes.size()},
          {"sizes", result.component_sizes},
          {"isolated", isolated_points(result)},
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
                     {"graph_components", components_of(result)},
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

std::vector<std::string> embed_report(const EmbedArguments& asked, const EmbedInput& input, const Model& model) {
  const Result& result = model.result();
  std::vector<std::string> lines{settings(asked, model)};
  const Index kept = model.options().prepare.pca.value_or(no_pca);
  if (!asked.options.prepare.pca && kept != no_pca)
    lines.push_back(words("took the first ", kept, " principal components of ", model.features(),
                          " columns (chosen; --pca off keeps the columns)"));
  if (result.component_sizes.size() > 1) lines.push_back(components_line(result));
  const std::vector<Index> isolated = isolated_points(result);
  if (!isolated.empty()) lines.push_back(isolated_line(isolated, input));
  if (!result.outlying.empty()) lines.push_back(outlying_line(result));
  if (!result.participation.empty()) lines.push_back(participation_line(result));
  const std::vector<Index> of_few = coordinates_of_few(result);
  if (!of_few.empty()) lines.push_back(few_line(of_few, advice_against_few(asked, model)));
  if (result.partition.reached_later > 0) {
    lines.push_back(words(counted(result.partition.reached_later, "point"), " lay further than ",
                          counted(2 * model.options().regions.coherence_time, "step"),
                          " from every centroid and joined the region that spread to them"));
  }
  if (result.coherence_error > 0) {
    lines.push_back(words("coherence was estimated, each value to about ", 100 * result.coherence_error, " %"));
  }
  if (!result.further_eigenvalues.empty())
    lines.push_back(
        words("the largest gap in the spectrum comes after ", counted(result.embedding.cols(), "component")));
  if (!asked.options.map.time) lines.push_back(words("time ", *model.options().map.time, " (chosen)"));
  if (!result.residuals.empty()) lines.push_back(certificate_in_words(result));
  lines.push_back(words("wrote ", counted(result.embedding.cols(), "coordinate"), " of ",
                        counted(model.points(), "point"), " to ", output_name(asked.output)));
  return lines;
}

}  // namespace codimap::program
