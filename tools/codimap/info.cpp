// codimap info: what a data file or a model holds.
#include <algorithm>
#include <iomanip>
#include <memory>

#include "certificate.hpp"
#include "codimap/model.hpp"
#include "column_note.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "hdf5_guard.hpp"
#include "option_names.hpp"
#include "terminal.hpp"

namespace codimap::program {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

struct InfoArguments {
  std::string file;
  ReadOptions reading;
};

std::string in_force(bool is) { return is ? "yes" : "no"; }

void add_preparation(const PrepareOptions& prepare, Facts& facts) {
  if (prepare.arcsinh) facts.emplace_back("arcsinh", words(*prepare.arcsinh));
  facts.emplace_back("log1p", in_force(prepare.log1p));
  facts.emplace_back("standardize", in_force(prepare.standardize));
  if (prepare.pca && prepare.pca != no_pca) facts.emplace_back("pca", words(*prepare.pca));
}

Facts model_facts(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  const Options& options = model.options();
  const Result& result = model.result();
  const bool graph = model.features() == 0;
  std::vector<std::string> eigenvalues;
  for (const double value : result.eigenvalues) eigenvalues.push_back(words(value));

  Facts facts{{"format", graph ? "model of a graph" : "model"},
              {"method", name_of(methods, options.method)},
              {"points", words(model.points())}};
  if (!graph) facts.emplace_back("features", words(model.features()));
  const ColumnNote note = read_column_note(loaded.note);
  if (!note.key.empty()) facts.emplace_back("key", note.key);
  if (note.named) facts.emplace_back("columns", first_few(note.columns));
  if (options.regions.regions) facts.emplace_back("regions", words(*options.regions.regions));
  facts.emplace_back("components", words(result.eigenvalues.size()));
  facts.emplace_back("eigenvalues", first_few(eigenvalues));
  if (!graph) {
    add_preparation(options.prepare, facts);
    facts.emplace_back("kernel", name_of(kernel_kinds, options.kernel.kind));
    facts.emplace_back("metric", name_of(metrics, options.kernel.metric));
    if (result.epsilon) facts.emplace_back("epsilon", words(*result.epsilon));
    facts.emplace_back("neighbors", result.neighbors ? words(*result.neighbors) : "dense");
  }
  facts.emplace_back("density normalization", words(options.kernel.density_normalization));
  facts.emplace_back("coherence time", words(options.regions.coherence_time));
  facts.emplace_back("seed", words(options.regions.seed));
  facts.emplace_back("time", options.map.multiscale ? "multiscale" : words(*options.map.time));
  facts.emplace_back("interpolation", name_of(interpolations, options.map.interpolation));
  if (!result.residuals.empty()) facts.emplace_back("certificate", certificate_in_words(result));
  return facts;
}

Facts file_facts(const InfoArguments& asked) {
  const Hdf5Guard guard(asked.file, asked.reading.format);
  const FileSummary summary = describe_file(asked.file, asked.reading);
  Facts facts{{"format", summary.format}};
  facts.insert(facts.end(), summary.facts.begin(), summary.facts.end());
  return facts;
}

// Names do not tell models from data, contents do. Only a name that promises a model makes its fault worth telling.
std::optional<LoadedModel> model_in(const std::string& path) {
  try {
    return load_model(path);
  } catch (const Error& error) {
    const bool promised = std::filesystem::path(path).extension() == ".codimap";
    if (promised || error.kind() != ErrorKind::bad_file) throw;
    return std::nullopt;
  }
}

void run_info(const InfoArguments& asked) {
  const auto model = asked.file == "-" || asked.reading.format ? std::nullopt : model_in(asked.file);
  const Facts facts = model ? model_facts(*model) : file_facts(asked);
  std::ostringstream out;
  std::size_t width = 24;
  for (const auto& [name, value] : facts) width = std::max(width, printable(name).size() + 2);
  for (const auto& [name, value] : facts) {
    out << std::left << std::setw(static_cast<int>(width)) << printable(name) << printable(value) << '\n';
  }
  print(out.str());
}

}  // namespace

void add_info(CLI::App& program) {
  auto* command = program.add_subcommand("info", "What a data file or a model holds");
  const auto asked = std::make_shared<InfoArguments>();
  command->add_option("FILE", asked->file, "a table, an h5ad, an edge list or a model, or - for standard input")
      ->required();
  add_format_option(*command, asked->reading);
  command->footer("Example: codimap info cells.csv");
  command->callback([asked] { run_info(*asked); });
}

}  // namespace codimap::program
