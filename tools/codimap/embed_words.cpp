// What a user should know of a map, in five lines, and what -v adds to them.
#include <algorithm>
#include <cmath>

#include "codimap/notes.hpp"
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

/// The points that a note is about, by what the input calls them.
std::string points_named(const Note& note, const EmbedInput& input) {
  if (note.points.empty()) return {};
  const auto* graph = std::get_if<NamedGraph>(&input);
  std::vector<std::string> names;
  for (const Index point : note.points)
    names.push_back(graph ? printable(graph->node_names[static_cast<std::size_t>(point)]) : words(point + 1));
  return words(" (", graph ? "node" : "row", names.size() == 1 ? " " : "s ", first_few(names), ")");
}

bool is_of_connections(const Note& note) {
  return note.kind == NoteKind::connections || note.kind == NoteKind::isolated || note.kind == NoteKind::outlying;
}

/// How the points hang together.
std::string connections_line(const EmbedInput& input, const std::vector<Note>& all) {
  std::string line;
  for (const Note& note : all)
    if (is_of_connections(note)) line += (line.empty() ? "" : "; ") + note.sentence + points_named(note, input);
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

/// What to do about it, by the names of the program's options.
std::string advice(const Note& note, const EmbedArguments& asked, const Model& model) {
  if (note.kind == NoteKind::few_points) return "; " + advice_against_few(asked, model);
  if (note.kind == NoteKind::preparation && !asked.options.prepare.pca) return " (chosen; --pca off keeps the columns)";
  return {};
}

}  // namespace

std::vector<std::string> embed_report(const EmbedArguments& asked, const EmbedInput& input, const Model& model) {
  const std::vector<Note> all = notes(model);
  std::vector<std::string> lines{kernel_line(asked, model), connections_line(input, all)};
  for (const Note& note : all)
    if (note.kind == NoteKind::certificate) lines.push_back(note.sentence);
  lines.push_back(results_line(asked, model));
  return lines;
}

std::vector<std::string> embed_details(const EmbedArguments& asked, const Model& model) {
  const Result& result = model.result();
  std::vector<std::string> lines{settings(asked, model)};
  if (!result.participation.empty()) lines.push_back(participation_line(result));
  for (const Note& note : notes(model))
    if (!is_of_connections(note) && note.kind != NoteKind::certificate)
      lines.push_back(note.sentence + advice(note, asked, model));
  if (!asked.options.map.time) lines.push_back(words("time ", *model.options().map.time, " (chosen)"));
  if (asked.roots.empty())
    lines.push_back(
        "for a pseudotime say where the process begins: --root NAME or ROW, --root COLUMN=VALUE for a group, "
        "--root max:COLUMN for where a marker is highest");
  return lines;
}

}  // namespace codimap::program
