// What codimap embed was asked for, and what it read.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codimap/io.hpp"
#include "codimap/model.hpp"
#include "running.hpp"

namespace codimap::program {

struct EmbedArguments {
  std::vector<std::string> inputs;
  bool graph = false;
  bool distances = false;  // the weights of the graph are these, not affinities
  ReadOptions reading;
  std::optional<Preset> preset;  // what the options were before others changed them
  Options options;
  RunOptions run;
  bool dry_run = false;
  std::string output;
  std::string model;    // empty: none
  std::string summary;  // empty: none
  std::string layout;   // empty: none
  std::vector<std::string> roots;
  bool write_diffmap = false;
};

/// What --root adds: the points that it speaks of, and how far all are from them; both empty without it.
struct Process {
  std::vector<Index> roots;
  std::vector<double> pseudotime;
};

using EmbedInput = std::variant<Table, NamedGraph>;

void add_embed_options(CLI::App& command, EmbedArguments& asked);

/// Regions in force; unset for a method without any.
[[nodiscard]] std::optional<Index> regions_in_force(const Model& model);

/// The --summary of a run, as JSON.
[[nodiscard]] std::string embed_summary(const EmbedArguments& asked, const EmbedInput& input, const Model& model,
                                        const Process& process, const StageReport& reading, double seconds);

/// Every option in force, as JSON in one line.
[[nodiscard]] std::string embed_options_json(const EmbedArguments& asked, const EmbedInput& input, const Model& model);

/// What a run has taken for reading, and is expected to take for the rest, as a table.
[[nodiscard]] std::string forecast_table(const StageReport& reading, const Forecast& forecast);

/// What everybody should know of the map: kernel, connections, accuracy, and where the results are; a line each.
[[nodiscard]] std::vector<std::string> embed_report(const EmbedArguments& asked, const EmbedInput& input,
                                                    const Model& model);

/// What -v adds.
[[nodiscard]] std::vector<std::string> embed_details(const EmbedArguments& asked, const Model& model);

}  // namespace codimap::program
