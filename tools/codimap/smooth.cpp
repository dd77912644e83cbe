// codimap smooth: values of a model's points, averaged along the walk.
#include "codimap/smooth.hpp"

#include <memory>

#include "arguments.hpp"
#include "codimap/column_tiles.hpp"
#include "column_note.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "h5ad_output.hpp"
#include "hdf5_guard.hpp"
#include "running.hpp"

namespace codimap::program {
namespace {

const std::string layer_name = "codimap_smoothed";

struct SmoothArguments {
  std::string model;
  std::string values;
  ReadOptions reading;
  Index time = default_smoothing_time;
  RunOptions run;
  std::string output;
};

void check(const SmoothArguments& asked) {
  keep_apart({asked.model, asked.values}, {asked.output});
  check_output(asked.output, {asked.values}, false);
  if (is_h5ad(asked.output) && !(asked.reading.columns.empty() && asked.reading.exclude.empty()))
    refuse(ErrorKind::bad_option,
           "a layer of an .h5ad has every variable; leave out --columns and --exclude, or write .csv, "
           ".tsv or .npy");
}

Table read_values(const SmoothArguments& asked) {
  const Hdf5Guard guard(asked.values, asked.reading.format);
  ReadOptions reading = asked.reading;
  reading.prefer_x = true;
  reading.max_memory = asked.run.max_memory;
  return read_table(asked.values, reading);
}

/// The rows must be those that the model was made from.
void check_rows(const SmoothArguments& asked, const Table& table, const LoadedModel& loaded) {
  if (table.rows() != loaded.model.points())
    refuse(ErrorKind::bad_data, input_name(asked.values), ": values must have a row for each point of the model (",
           loaded.model.points(), "); this file has ", table.rows());
  const std::string expected = read_column_note(loaded.note).row_names;
  if (expected.empty() || table.row_names.empty() || expected == fingerprint(table.row_names)) return;
  refuse(ErrorKind::bad_data, input_name(asked.values),
         ": the names of its rows are not those that the model was made from; bring them into the same order");
}

/// f(values) of the kind that was read.
template <class F>
void with_values(const Table& table, const F& f) {
  table.is_sparse() ? f(table.sparse_points()) : f(table.points());
}

bool is_single(const Table& table) { return table.values.index() % 2 == 0; }  // as the values came

ColumnTiles room_for(const SmoothArguments& asked, const Table& table, OutputFile& out) {
  if (!is_h5ad(asked.output)) return npy_tiles(out, table.rows(), table.cols(), is_single(table));
  const Hdf5Guard guard(asked.values, FileFormat::h5ad);
  return h5ad_layer_tiles(out, asked.values, layer_name, table.rows(), table.cols(), is_single(table));
}

/// By tiles of columns straight into the output, whose values are next to one another in the file: the whole result,
/// which may be many times as large as sparse values, is never held.
void smooth_into(const SmoothArguments& asked, const Model& model, const Table& table, OutputFile& out) {
  ColumnTiles tiles = room_for(asked, table, out);
  const TakeColumns take = [&](Index first, MatrixView<double> tile) { tiles.write(first, tile); };
  compute(asked.run, [&](const Execution& run) {
    with_values(table, [&](const auto& values) { smooth_by_columns(model, values, asked.time, take, run); });
    return true;
  });
}

/// Text, pipes and devices are written row by row, so that all columns are needed at once.
void smooth_by_rows(const SmoothArguments& asked, const Model& model, const Table& table, OutputFile& out) {
  Matrix<double> smoothed;
  compute(asked.run, [&](const Execution& run) {
    with_values(table, [&](const auto& values) { smoothed = smooth(model, values, asked.time, run); });
    return true;
  });
  const EmbeddingLabels labels{table.column_names, "name", table.row_names};
  write_matrix(out, smoothed, labels, is_single(table));
}

void run_smooth(const SmoothArguments& asked) {
  check(asked);
  Stopwatch watch;
  OutputFile out = open_output(asked.output, asked.run.force);
  const LoadedModel loaded = load_model(asked.model, {.threads = asked.run.threads});
  const Table table = read_values(asked);
  check_rows(asked, table, loaded);
  watch.stage("reading");
  const bool in_tiles = is_h5ad(asked.output) || (asked.output.ends_with(".npy") && out.descriptor() >= 0);
  (in_tiles ? smooth_into : smooth_by_rows)(asked, loaded.model, table, out);
  out.commit();
  watch.stage("smoothing");
  if (!asked.run.quiet) {
    say(what_was_read(asked.values, table));
    say(words("wrote the means over ", counted(asked.time, "step"), " of the walk to ", output_name(asked.output),
              is_h5ad(asked.output) ? ", layers/" + layer_name : ""));
  }
  if (asked.run.verbose) say_stages(watch.stages());
}

}  // namespace

void add_smooth(CLI::App& program) {
  auto* command = program.add_subcommand("smooth", "Average values of a model's points along its walk");
  const auto asked = std::make_shared<SmoothArguments>();
  command->add_option("MODEL", asked->model, "written by codimap embed --model")->required();
  command->add_option("VALUES", asked->values, "a row for each point of the model, in its order")->required();
  add_format_option(*command, asked->reading);
  add_key_option(*command, asked->reading);
  add_column_options(*command, asked->reading);
  add_value(*command, "--time", "T", asked->time, "steps of the walk; more average over more points")
      ->group("Smoothing");
  add_run_options(*command, asked->run);
  add_output_option(*command, asked->output, ".csv, .tsv, also .gz; .npy; .h5ad (VALUES and a layer); - for csv");
  command->footer("Example: codimap smooth map.codimap cells.h5ad -o smoothed.h5ad --time 3");
  command->callback([asked] { run_smooth(*asked); });
}

}  // namespace codimap::program
