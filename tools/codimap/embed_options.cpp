// The options of codimap embed. Their defaults are those of the library's structs.
#include <functional>

#include "embed.hpp"
#include "files.hpp"
#include "option_names.hpp"

namespace codimap::program {
namespace {

void add_input_group(CLI::App& command, EmbedArguments& asked) {
  PrepareOptions& prepare = asked.options.prepare;
  const auto read_cofactor = [&prepare](const std::string& text) {
    return read_value(text, prepare.arcsinh.emplace());
  };
  add_format_option(command, asked.reading);
  add_key_option(command, asked.reading);
  command.add_flag("--graph", asked.graph, "INPUT is an affinity graph: edge list, .mtx or h5ad's obsp")
      ->group("Input");
  command.add_flag("--distances", asked.distances, "the weights are distances of neighbours, not affinities")
      ->group("Input");
  add_column_options(command, asked.reading);
  add_transpose_option(command, asked.reading);
  add_argument(command, "--arcsinh", {"C", "a number"}, "arcsinh(x/C) of every value; 5 for mass cytometry",
               read_cofactor)
      ->group("Input");
  command.add_flag("--log1p", prepare.log1p, "log(1 + x) of every value")->group("Input");
  command.add_flag("--standardize", prepare.standardize, "columns to mean 0, standard deviation 1")->group("Input");
  add_argument(command, "--pca", {"K|auto|off", "a whole number from 1 on, auto or off"},
               "first K principal components; auto: 100 of more columns",
               [&prepare](const std::string& text) {
                 prepare.pca.reset();
                 if (text == "auto") return true;
                 Index& kept = prepare.pca.emplace(no_pca);
                 return text == "off" || (read_value(text, kept) && kept > 0);
               })
      ->default_str("auto")
      ->group("Input");
  command.add_flag("--compensate", asked.reading.compensate, "FCS: take out spillover, by the file's own matrix")
      ->group("Input");
  command.add_flag("--linearize", asked.reading.linearize, "FCS: undo logarithmic amplification and gain")
      ->group("Input");
  command.add_flag("--drop-nonfinite", asked.reading.drop_nonfinite, "leave out rows with NaN, Inf or empty cells")
      ->group("Input");
}

/// Added before the options that change what it sets: they are read in the order in which they were added.
void add_preset(CLI::App& command, EmbedArguments& asked) {
  const std::function<void(Preset)> choose = [&asked](Preset preset) {
    asked.preset = preset;
    const Options chosen = preset_options(preset);
    asked.options.kernel = chosen.kernel;
    asked.options.map = chosen.map;
  };
  add_choice(command, "--preset", presets, choose, "the map of the paper or of a package; other options change it")
      ->group("Kernel");
}

void add_kernel_group(CLI::App& command, KernelOptions& kernel) {
  const auto read_neighbors = [&kernel](const std::string& text) {
    kernel.neighbors.reset();
    if (text == "auto") return true;
    Index& neighbors = kernel.neighbors.emplace(dense);
    return text == "dense" || (read_value(text, neighbors) && neighbors != dense);
  };
  add_choice(command, "--kernel", kernel_kinds, kernel.kind, "a scale for each point, or one for all")->group("Kernel");
  add_value(command, "--bandwidth-neighbor", "J", kernel.bandwidth_neighbor,
            "adaptive: a point's scale is its distance to the J-th other")
      ->group("Kernel");
  add_value(command, "--decay", "A", kernel.decay, "alpha-decay: exponent of distance over scale")->group("Kernel");
  add_argument(command, "--epsilon", {"VALUE|auto|bgh", "a number, auto or bgh"}, "gaussian: scale, a squared length",
               [&kernel](const std::string& text) {
                 kernel.epsilon.reset();
                 kernel.epsilon_rule = text == "bgh" ? EpsilonRule::bgh : EpsilonRule::effective_neighbors;
                 return text == "auto" || text == "bgh" || read_value(text, kernel.epsilon.emplace());
               })
      ->default_str("auto")
      ->group("Kernel");
  add_argument(command, "--neighbors", {"K|dense|auto", "a whole number from 1 on, dense or auto"},
               "nearest points that keep an affinity, itself included", read_neighbors)
      ->default_str(words(default_neighbors))
      ->group("Kernel");
  add_value_or_auto(command, "--neighbor-recall", "R", kernel.neighbor_recall,
                    "share of them to look for; 1 finds every one, and takes longer")
      ->group("Kernel");
  add_choice(command, "--metric", metrics, kernel.metric, "what distances are measured by")->group("Kernel");
  add_choice(command, "--self-affinity", switches, kernel.self_affinity, "whether a point has one to itself")
      ->group("Kernel");
  add_value(command, "--density-normalization", "A", kernel.density_normalization,
            "0 keeps the density, 1 takes it out")
      ->group("Kernel");
}

void add_region_group(CLI::App& command, RegionOptions& regions) {
  add_value_or_auto(command, "--regions", "N", regions.regions, "more are more accurate and cost more")
      ->group("Regions");
  add_choice(command, "--partition", partition_rules, regions.partition, "the paper's, or k-means")->group("Regions");
  add_value(command, "--coherence-time", "T", regions.coherence_time, "steps between points; larger joins further")
      ->group("Regions");
  add_value(command, "--seed", "S", regions.seed, "of the random numbers")->group("Regions");
}

void add_map_group(CLI::App& command, EmbedArguments& asked) {
  Options& options = asked.options;
  add_choice(command, "--method", methods, options.method, "the paper's, the exact map, or a rival")->group("Map");
  MapOptions& map = options.map;
  add_argument(command, "--components", {"D|auto", "a whole number from 1 on, or auto"},
               "diffusion coordinates; auto: up to the eigengap",
               [&map](const std::string& text) {
                 Index& components = map.components.emplace(by_eigengap);
                 return text == "auto" || read_value(text, components);
               })
      ->default_str("10")
      ->group("Map");
  add_argument(command, "--time", {"T|auto|multiscale", "a number, auto or multiscale"},
               "steps between points; larger keeps what is far apart",
               [&map](const std::string& text) {
                 map.multiscale = text == "multiscale";
                 if (text == "auto") map.time.reset();
                 return map.multiscale || text == "auto" || read_value(text, map.time.emplace());
               })
      ->default_str("1")
      ->group("Map");
  add_choice(command, "--eigenvectors", eigenvector_kinds, map.eigenvectors,
             "of the walk, or times the root of its "
             "stationary distribution")
      ->group("Map");
  add_choice(command, "--interpolation", interpolations, options.map.interpolation, "from regions back to points")
      ->group("Map");
  std::optional<double>& refine = options.map.refine;
  add_argument(command, "--refine", {"R|auto|off", "a number above 0, auto or off"},
               "residual to refine to; off: the paper's map",
               [&refine](const std::string& text) {
                 refine.reset();
                 if (text == "auto") return true;
                 return text == "off" ? (refine = unrefined, true) : read_value(text, refine.emplace()) && *refine > 0;
               })
      ->default_str("auto")
      ->group("Map");
  std::optional<double>& tolerance = options.map.tolerance;
  add_argument(
      command, "--tolerance", {"ANGLE", "a number above 0"}, "bound on the angle to the exact map, in radians, to go on to",
      [&tolerance](const std::string& text) { return read_value(text, tolerance.emplace()) && *tolerance > 0; })
      ->group("Map");
  command.add_option("--root", asked.roots, "begin of a pseudotime: NAME, ROW, COLUMN=VALUE, max:COLUMN")
      ->allow_extra_args(false)
      ->type_name("POINT")
      ->group("Map");
  Index& dimensions = map.layout_dimensions;
  add_argument(command, "--layout-dimensions", {"2|3|off", "2, 3 or off"}, "of the picture, columns x, y and z",
               [&dimensions](const std::string& text) {
                 if (text == "off") return dimensions = no_layout, true;
                 return read_value(text, dimensions) && (dimensions == 2 || dimensions == 3);
               })
      ->default_str("2")
      ->group("Map");
}

}  // namespace

void add_embed_options(CLI::App& command, EmbedArguments& asked) {
  const std::function<void(Precision)> choose_precision = [&asked](Precision precision) {
    asked.options.kernel.precision = precision;
    asked.reading.single = precision == Precision::float32;
  };
  add_inputs(command, asked.inputs, ".csv, .tsv, .txt, .npy, .fcs, .h5ad, .mtx, an edge list, or -");
  add_input_group(command, asked);
  add_preset(command, asked);
  add_kernel_group(command, asked.options.kernel);
  add_region_group(command, asked.options.regions);
  add_map_group(command, asked);
  add_choice(command, "--precision", precisions, choose_precision, "of the affinities; else as INPUT comes")
      ->group("Running");
  add_run_options(command, asked.run);
  command.add_flag("--dry-run", asked.dry_run, "say what memory and time it would take, and stop")->group("Running");
  add_output_option(command, asked.output, ".csv, .tsv, also .gz; .npy; .h5ad (INPUT and the map); - for csv")
      ->required(false);
  command.add_flag("--write-diffmap", asked.write_diffmap, "into an .h5ad also what scanpy's diffmap writes")
      ->group("Output");
  command.add_option("--model", asked.model, "what codimap transform needs")->type_name("FILE")->group("Output");
  command.add_option("--layout", asked.layout, "the picture alone: .npy, .csv, .tsv")
      ->type_name("FILE")
      ->group("Output");
  command.add_option("--summary", asked.summary, "what was done and how well, as JSON")
      ->type_name("FILE.json")
      ->group("Output");
}

}  // namespace codimap::program
