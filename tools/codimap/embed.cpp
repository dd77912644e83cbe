// codimap embed: from points or a graph to diffusion coordinates.
#include "embed.hpp"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>

#include "arguments.hpp"
#include "codimap/pseudotime.hpp"
#include "column_note.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "h5ad_output.hpp"
#include "hdf5_guard.hpp"
#include "option_names.hpp"
#include "roots.hpp"

namespace codimap::program {
namespace {

/// What was asked for besides the coordinates; all of it is opened before any work.
struct Outputs {
  OutputFile embedding;
  std::optional<OutputFile> model;
  std::optional<OutputFile> summary;
  std::optional<OutputFile> layout;
};

void check_layout_output(const EmbedArguments& asked) {
  if (asked.layout.empty()) return;
  if (asked.layout == "-") refuse(ErrorKind::bad_option, "--layout takes a file, not standard output");
  if (asked.options.map.layout_dimensions == no_layout)
    refuse(ErrorKind::bad_option, "--layout writes a layout, and --layout-dimensions off makes none; leave out one");
  const Method method = asked.options.method;
  if (method == Method::nystrom || method == Method::centroids || method == Method::roseland)
    refuse(ErrorKind::bad_option, "--layout is made by the compressed, exact and landmarks methods; got ",
           name_of(methods, method));
  check_output_ending(asked.layout);
}

Outputs open_outputs(const EmbedArguments& asked) {
  if (asked.model == "-") refuse(ErrorKind::bad_option, "--model takes a file, not standard output");
  std::vector<std::string> paths{asked.output};
  if (!asked.model.empty()) paths.push_back(asked.model);
  if (!asked.summary.empty()) paths.push_back(asked.summary);
  if (!asked.layout.empty()) paths.push_back(asked.layout);
  keep_apart(asked.inputs, paths);
  check_output(asked.output, asked.inputs, asked.write_diffmap);
  check_layout_output(asked);
  Outputs outputs{open_output(asked.output, asked.run.force), {}, {}, {}};
  if (!asked.model.empty()) outputs.model = open_output(asked.model, asked.run.force);
  if (!asked.summary.empty()) outputs.summary = open_output(asked.summary, asked.run.force);
  if (!asked.layout.empty()) outputs.layout = open_output(asked.layout, asked.run.force);
  return outputs;
}

// Options that change points would change nothing here, which is not what whoever gave them expects.
void refuse_point_options(const CLI::App& command) {
  for (const char* name :
       {"--columns", "--exclude", "--transpose", "--arcsinh", "--log1p", "--standardize", "--pca", "--drop-nonfinite",
        "--compensate", "--linearize", "--metric", "--neighbors", "--neighbor-recall"}) {
    if (command.count(name) > 0) refuse(ErrorKind::bad_option, name, " is for points; the input is a graph");
  }
  if (command.count("--distances") > 0) return;
  for (const char* name : {"--kernel", "--preset", "--epsilon", "--bandwidth-neighbor", "--decay", "--self-affinity"}) {
    if (command.count(name) > 0)
      refuse(ErrorKind::bad_option, name, " is for points and distances; the input is a graph of affinities");
  }
}

/// Principal components in an h5ad are for maps as they are: what prepares columns is for those of X. Components of
/// several files have nothing in common.
bool prefers_x(const EmbedArguments& asked) {
  const PrepareOptions& prepare = asked.options.prepare;
  return asked.inputs.size() > 1 || prepare.arcsinh || prepare.log1p || prepare.standardize ||
         prepare.pca.value_or(no_pca) != no_pca;
}

Table read_tables(const EmbedArguments& asked) {
  if (std::ranges::count(asked.inputs, "-") > 1)
    refuse(ErrorKind::bad_option, "standard input can be read once; give - as an INPUT one time");
  ReadOptions reading = asked.reading;
  reading.max_memory = asked.run.max_memory;
  std::vector<Table> tables;
  for (const std::string& input : asked.inputs) {
    const Hdf5Guard guard(input, reading.format);
    tables.push_back(read_table(input, reading));
  }
  std::vector<std::string> names;
  for (const std::string& input : asked.inputs) names.push_back(input_name(input));
  return stack_tables(std::move(tables), names);
}

void refuse_large_inputs(const EmbedArguments& asked) {
  if (!asked.run.max_memory) return;
  std::size_t needed = 0;
  for (const std::string& input : asked.inputs) {
    const Hdf5Guard guard(input, asked.reading.format);
    needed += reading_bytes(input, asked.reading, asked.graph);
  }
  if (needed <= *asked.run.max_memory) return;
  const auto megabytes = [](std::size_t bytes) { return std::ceil(static_cast<double>(bytes) / 1e6); };
  refuse(ErrorKind::out_of_memory, first_few(asked.inputs), ": reading needs more memory than the limit of ",
         megabytes(*asked.run.max_memory), " MB; the smallest limit that would do is ", megabytes(needed),
         "M, or more for what follows");
}

NamedGraph read_one_graph(const std::string& input, const ReadOptions& reading) {
  const Hdf5Guard guard(input, reading.format);
  return read_graph(input, reading);
}

EmbedInput read_input(const EmbedArguments& asked) {
  refuse_large_inputs(asked);
  if (!asked.graph) return read_tables(asked);
  if (asked.inputs.size() > 1)
    refuse(ErrorKind::bad_option, "a graph is one INPUT; got ", asked.inputs.size(), " of them");
  ReadOptions reading = asked.reading;
  reading.max_memory = asked.run.max_memory;
  return read_one_graph(asked.inputs.front(), reading);
}

/// job(points), job(sparse points) or job(graph), whichever was read.
template <class Job>
auto of_input(const EmbedInput& input, Job job) {
  if (const auto* graph = std::get_if<NamedGraph>(&input)) return job(graph->graph);
  const auto& table = std::get<Table>(input);
  return table.is_sparse() ? job(table.sparse_points()) : job(table.points());
}

Model fit_input(const EmbedArguments& asked, const EmbedInput& input) {
  return compute(asked.run, [&](const Execution& run) {
    return of_input(input, [&](const auto& data) { return fit(data, asked.options, run); });
  });
}

Forecast forecast_input(const EmbedArguments& asked, const EmbedInput& input) {
  return compute(asked.run, [&](const Execution& run) {
    return of_input(input, [&](const auto& data) { return forecast(data, asked.options, run); });
  });
}

Process process_from(std::vector<Index> roots, const Model& model) {
  if (roots.empty()) return {};
  std::vector<double> times = pseudotime(model, roots);
  return {std::move(roots), std::move(times)};
}

EmbeddingLabels labels_of(const EmbedArguments& asked, const EmbedInput& input, Index components) {
  if (const auto* table = std::get_if<Table>(&input)) {
    return embedding_labels(*table, components, asked.reading.drop_nonfinite);
  }
  return {numbered_names("c", components), "name", std::get<NamedGraph>(input).node_names, {}, {}};
}

// Standard output comes first: what it refuses leaves no other output behind. A file comes last: once it is there, the
// others are as well.
void write_outputs(const EmbedArguments& asked, const EmbedInput& input, const Model& model, const Process& process,
                   Outputs outputs, const std::string& summary) {
  const Matrix<double>& embedding = model.result().embedding;
  const bool single = model.options().kernel.precision == Precision::float32;
  if (is_h5ad(asked.output)) {
    const Hdf5Guard guard(asked.inputs.front(), FileFormat::h5ad);
    write_h5ad(outputs.embedding, asked.inputs.front(), h5ad_additions(asked, input, model, process), single);
  } else {
    EmbeddingLabels labels = labels_of(asked, input, embedding.cols());
    labels.columns = component_column(model.result());
    labels.last_columns = layout_columns(model.result().layout);
    std::ranges::move(pseudotime_column(process.pseudotime), std::back_inserter(labels.last_columns));
    write_matrix(outputs.embedding, embedding, labels, single);
  }
  if (asked.output == "-") outputs.embedding.commit();
  if (outputs.summary) outputs.summary->write(summary);
  if (outputs.layout) {
    std::vector<std::string> axes{"x", "y", "z"};
    axes.resize(static_cast<std::size_t>(model.result().layout.cols()));
    write_matrix(*outputs.layout, model.result().layout, {.column_names = axes}, single);
  }
  if (outputs.model) {
    const auto* table = std::get_if<Table>(&input);
    model.save(*outputs.model, table ? column_note(*table, asked.reading, process.roots) : std::string{});
  }
  const PutOffSignals put_off(std::chrono::microseconds{0});  // renames are not left half done
  if (outputs.model) outputs.model->commit();
  if (outputs.summary) outputs.summary->commit();
  if (outputs.layout) outputs.layout->commit();
  if (asked.output != "-") outputs.embedding.commit();
}

/// What is freed goes back to the system at once, instead of being kept for what may not fit into it: a run takes a
/// tenth less memory, and somewhat longer.
void give_back_what_is_freed() {
#ifdef M_MMAP_THRESHOLD
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

// The outputs are complete by now: words that there is no memory for are lost, as those that cannot be written.
void tell(const EmbedArguments& asked, const EmbedInput& input, const Model& model) try {
  say(std::visit([&](const auto& read) { return what_was_read(first_few(asked.inputs), read); }, input));
  if (const auto* table = std::get_if<Table>(&input)) say_notes(*table);
  for (const auto& line : embed_report(asked, input, model)) say(line);
  if (!asked.run.verbose) return;
  for (const auto& line : embed_details(asked, model)) say("  " + line);
} catch (const std::bad_alloc&) {
}

void tell_stages(const StageReport& reading, std::vector<StageReport> stages, double seconds) try {
  stages.insert(stages.begin(), reading);
  stages.push_back({.name = "total", .seconds = seconds, .peak_bytes = peak_memory_bytes()});
  say_stages(stages);
} catch (const std::bad_alloc&) {
}

void run_embed(EmbedArguments& asked, const CLI::App& command) {
  const Clock::time_point began = Clock::now();
  const FileFormat format = asked.reading.format.value_or(FileFormat::edges);
  if (asked.graph && format != FileFormat::edges && format != FileFormat::mtx && format != FileFormat::h5ad) {
    refuse(ErrorKind::bad_option,
           "--graph reads an edge list, Matrix Market or an h5ad; --format must be edges, mtx, h5ad or left out");
  }
  asked.reading.distances = asked.options.kernel.distances = asked.distances;
  asked.graph = asked.graph || asked.distances || asked.reading.format == FileFormat::edges;
  if (asked.graph) refuse_point_options(command);
  asked.reading.prefer_x = prefers_x(asked);

  if (!asked.roots.empty() && asked.output.ends_with(".npy"))
    refuse(ErrorKind::bad_option,
           "--root adds a column, for an output with names of columns: .csv, .tsv or .h5ad; got ", asked.output);
  if (asked.output.empty() && !asked.dry_run)
    refuse(ErrorKind::bad_option, "--output is required; see codimap embed --help");

  if (asked.run.max_memory) give_back_what_is_freed();
  std::optional<Outputs> outputs;
  if (!asked.dry_run) outputs = open_outputs(asked);
  const EmbedInput input = read_input(asked);
  const StageReport reading{.name = "reading", .seconds = seconds_since(began), .peak_bytes = peak_memory_bytes()};
  if (asked.dry_run) return print(forecast_table(reading, forecast_input(asked, input)));
  const std::vector<RootChoice> choices = read_roots(asked, input);
  const Model model = fit_input(asked, input);
  const Process process = process_from(choose_roots(choices, model.result()), model);
  write_outputs(asked, input, model, process, std::move(*outputs),
                embed_summary(asked, input, model, process, reading, seconds_since(began)));
  if (!asked.run.quiet) tell(asked, input, model);
  if (asked.run.verbose) tell_stages(reading, model.result().stages, seconds_since(began));
}

}  // namespace

void add_embed(CLI::App& program) {
  auto* command = program.add_subcommand("embed", "Embed points or a graph by compressed diffusion maps");
  const auto asked = std::make_shared<EmbedArguments>();
  command->get_help_ptr()->group("Running");  // a heading less: the help fits a screen
  add_embed_options(*command, *asked);
  command->formatter(compact_help({"--key",    "--graph",  "--columns",   "--arcsinh",    "--log1p",   "--pca",
                                   "--preset", "--kernel", "--neighbors", "--regions",    "--seed",    "--components",
                                   "--time",   "--refine", "--threads",   "--max-memory", "--dry-run", "--quiet",
                                   "--force",  "--help",   "--help-all",  "--output",     "--model",   "--summary"}));
  command->footer("Example: codimap embed cells.csv --arcsinh 5 --components 10 -o map.csv --summary map.json");
  command->callback([asked, command] { run_embed(*asked, *command); });
}

}  // namespace codimap::program
