// codimap transform: new points into the map of a saved model.
#include <memory>
#include <new>

#include "certificate.hpp"
#include "codimap/model.hpp"
#include "column_note.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "h5ad_output.hpp"
#include "hdf5_guard.hpp"
#include "running.hpp"

namespace codimap::program {
namespace {

struct TransformArguments {
  std::string model;
  std::string input;
  ReadOptions reading;
  RunOptions run;
  std::string output;
};

bool is_npy(const TransformArguments& asked) {
  if (asked.reading.format) return asked.reading.format == FileFormat::npy;
  return asked.input.ends_with(".npy") || asked.input.ends_with(".npy.gz");
}

// Another format has no keys, and the columns of the model as they are.
bool takes_key(const TransformArguments& asked) {
  return asked.reading.key.empty() &&
         (asked.reading.format ? asked.reading.format == FileFormat::h5ad : is_h5ad(asked.input));
}

// A column that the model knows and the file lacks is a fault of the file: nobody gave an option.
Table read_columns(const std::string& path, const ReadOptions& reading) {
  const Hdf5Guard guard(path, reading.format);
  try {
    return read_table(path, reading);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_option) throw;
    refuse(ErrorKind::bad_data, error.what(), "; the model was made from ", first_few(reading.columns));
  }
}

// Where a file has no such name, the reader takes a name of digits for the number of a column.
void check_names(const std::string& path, const std::vector<std::string>& expected, const Table& table) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i >= table.column_names.size() || table.column_names[i] != expected[i]) {
      refuse(ErrorKind::bad_data, input_name(path), ": has no column named ", expected[i],
             ", which the model was made from");
    }
  }
}

Table read_like_training(const TransformArguments& asked, const LoadedModel& loaded) {
  const ColumnNote note = read_column_note(loaded.note);
  // An .npy file has no names to choose by: it must hold just the columns of the model, in their order.
  const bool by_name = note.named && !is_npy(asked);
  ReadOptions reading = asked.reading;
  reading.single = loaded.model.options().kernel.precision == Precision::float32;
  if (by_name || !note.named) {
    reading.columns = note.columns;
    reading.exclude = note.exclude;
  }
  reading.compensate = note.compensate;
  reading.linearize = note.linearize;
  if (takes_key(asked)) reading.key = note.key;
  reading.prefer_x = note.key.empty() || note.key == "X";
  Table table = read_columns(asked.input, reading);
  if (by_name) check_names(asked.input, note.columns, table);
  if (table.cols() != loaded.model.features()) {
    refuse(ErrorKind::bad_data, input_name(asked.input), ": the model takes ",
           counted(loaded.model.features(), "column"), ", this file has ", table.cols());
  }
  return table;
}

// The output is complete by now: words that there is no memory for are lost.
void tell(const TransformArguments& asked, const Table& table, const Model& model,
          const Matrix<double>& embedding) try {
  say(what_was_read(asked.input, table) + "; any other columns are dropped");
  say_notes(table);
  const std::string accuracy = new_points_in_words(model.result());
  if (!accuracy.empty()) say(accuracy);
  say(words("wrote ", counted(embedding.cols(), "coordinate"), " of ", counted(embedding.rows(), "point"), " to ",
            output_name(asked.output)));
} catch (const std::bad_alloc&) {
}

void run_transform(const TransformArguments& asked) {
  Stopwatch watch;
  keep_apart({asked.model, asked.input}, {asked.output});
  check_output(asked.output, {asked.input}, false);
  OutputFile out = open_output(asked.output, asked.run.force);
  const LoadedModel loaded = load_model(asked.model);
  if (loaded.model.features() == 0) {
    refuse(ErrorKind::bad_data, asked.model,
           ": a model of a graph cannot take new points; embed the graph that holds them instead");
  }
  const Table table = read_like_training(asked, loaded);
  watch.stage("reading");
  const Matrix<double> embedding = compute(asked.run, [&](const Execution& run) {
    return table.is_sparse() ? loaded.model.transform(table.sparse_points(), run)
                             : loaded.model.transform(table.points(), run);
  });
  watch.stage("transform");
  const bool single = loaded.model.options().kernel.precision == Precision::float32;
  if (is_h5ad(asked.output)) {
    const Hdf5Guard guard(asked.input, FileFormat::h5ad);
    write_h5ad(out, asked.input, h5ad_additions(table, loaded.model, embedding), single);
  } else {
    write_matrix(out, embedding, embedding_labels(table, embedding.cols(), asked.reading.drop_nonfinite), single);
  }
  out.commit();
  watch.stage("writing");
  if (!asked.run.quiet) tell(asked, table, loaded.model, embedding);
  if (asked.run.verbose) say_stages(watch.stages());
}

}  // namespace

void add_transform(CLI::App& program) {
  auto* command = program.add_subcommand("transform", "Embed new points with a saved model");
  const auto asked = std::make_shared<TransformArguments>();
  command->add_option("MODEL", asked->model, "written by codimap embed --model")->required();
  add_input(*command, asked->input, "points with the columns of the model, or - for stdin");
  add_format_option(*command, asked->reading);
  add_transpose_option(*command, asked->reading);
  add_key_option(*command, asked->reading);
  command->add_flag("--drop-nonfinite", asked->reading.drop_nonfinite, "leave out rows with NaN, Inf or empty cells")
      ->group("Input");
  add_run_options(*command, asked->run);
  add_output_option(*command, asked->output, ".csv, .tsv, also .gz; .npy; .h5ad (INPUT and the map); - for csv");
  command->footer("Example: codimap transform map.codimap new-cells.csv -o new-map.csv");
  command->callback([asked] { run_transform(*asked); });
}

}  // namespace codimap::program
