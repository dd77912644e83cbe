// What a user should know of a map, in five lines, and what -v adds to them.
#include <algorithm>
#include <cmath>

#include "certificate.hpp"
#include "embed.hpp"
#include "files.hpp"
#include "option_names.hpp"

namespace codimap::program {
namespace {

std::string kernel_line(const EmbedArguments& asked, const Model& model) {
  const Options& options = model.options();
  const Result& result = model.result();
  if (asked.graph && !asked.distances)
    return "the walk follows the edges of the graph, each as often as its weight says";
  std::string line = name_of(kernel_kinds, options.kernel.kind) + " kernel";
  if (result.neighbors) return words(line, ": each point is joined to its ", *result.neighbors - 1, " nearest others");
  return asked.distances ? line + ": each point is joined to the neighbours given"
                         : line + ": every pair of points is joined";
}

std::string components_line(const Result& result) {
  std::vector<std::string> sizes;
  for (const Index size : result.component_sizes) sizes.push_back(words(size));
  return words(
      sizes.size(), " connected components, of ", first_few(sizes, 5),
      " points: each has a map of its own, and coordinates of different ones have nothing to do with each other");
}

std::string isolated_words(const std::vector<Index>& isolated, const EmbedInput& input) {
  const auto* graph = std::get_if<NamedGraph>(&input);
  std::vector<std::string> names;
  for (const Index point : isolated)
    names.push_back(graph ? printable(graph->node_names[static_cast<std::size_t>(point - 1)]) : words(point));
  const auto count = static_cast<Index>(names.size());
  return words(counted(count, graph ? "node" : "point"), count == 1 ? " is" : " are", " connected to no other (",
               graph ? "" : "row ", first_few(names), count == 1 ? ") and has" : ") and have", " coordinates 0");
}

std::string outlying_words(const Result& result) {
  std::vector<std::string> rows;
  for (const Index row : result.outlying) rows.push_back(words(row + 1));
  const auto count = static_cast<Index>(rows.size());
  return words(counted(count, "point"), count == 1 ? " is" : " are", " outlying, far from all others in units of the ",
               "scale there (row", count == 1 ? " " : "s ", first_few(rows), ")");
}

/// How the points hang together.
std::string connections_line(const EmbedInput& input, const Result& result) {
  std::string line = result.component_sizes.size() > 1 ? components_line(result) : "all points are connected";
  const std::vector<Index> isolated = isolated_points(result);
  if (!isolated.empty()) line += "; " + isolated_words(isolated, input);
  if (!result.outlying.empty()) line += "; " + outlying_words(result);
  return line;
}

std::string results_line(const EmbedArguments& asked, const Model& model) {
  const Result& result = model.result();
  std::string line = "wrote " + counted(result.embedding.cols(), "coordinate");
  if (result.layout.size() > 0 && !asked.output.ends_with(".npy")) line += " and the layout";
  line += words(" of ", counted(model.points(), "point"), " to ", output_name(asked.output));
  if (!asked.layout.empty()) line += ", the layout to " + asked.layout;
  if (!asked.model.empty()) line += ", the model to " + asked.model;
  return line;
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

}  // namespace

std::vector<std::string> embed_report(const EmbedArguments& asked, const EmbedInput& input, const Model& model) {
  const Result& result = model.result();
  std::vector<std::string> lines{kernel_line(asked, model), connections_line(input, result)};
  if (!result.residuals.empty()) lines.push_back(certificate_in_words(result));
  lines.push_back(results_line(asked, model));
  return lines;
}

std::vector<std::string> embed_details(const EmbedArguments& asked, const Model& model) {
  const Result& result = model.result();
  std::vector<std::string> lines{settings(asked, model)};
  const Index kept = model.options().prepare.pca.value_or(no_pca);
  if (!asked.options.prepare.pca && kept != no_pca)
    lines.push_back(words("took the first ", kept, " principal components of ", model.features(),
                          " columns (chosen; --pca off keeps the columns)"));
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
  if (asked.roots.empty())
    lines.push_back(
        "for a pseudotime say where the process begins: --root NAME or ROW, --root COLUMN=VALUE for a group, "
        "--root max:COLUMN for where a marker is highest");
  return lines;
}

}  // namespace codimap::program
