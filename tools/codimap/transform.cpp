// codimap transform: new points into the map of a saved model.
#include <algorithm>
#include <iterator>
#include <memory>
#include <new>

#include "certificate.hpp"
#include "codimap/pseudotime.hpp"
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
  bool distance_column = false;
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

/// New points whose place says little, since all points of the model are far from them.
std::string far_points_in_words(const std::vector<double>& distances) {
  constexpr double far = 5;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (distances[i] > far) rows.push_back(words(i + 1));
  if (rows.empty()) return {};
  const auto count = static_cast<Index>(rows.size());
  return words(counted(count, "new point"), count == 1 ? " is" : " are", " more than ", far,
               " times the scale there from the nearest point of the model (row", count == 1 ? " " : "s ",
               first_few(rows), "); --distance-column gives the distance of each");
}

std::vector<ValueColumn> distance_column(const NewPoints& placed) {
  if (placed.distances.empty())
    refuse(ErrorKind::bad_option,
           "--distance-column needs a kernel that knows distances; that of this model is a function");
  return {{.name = "distance", .values = placed.distances}};
}

/// Empty for a model without roots.
std::vector<double> new_pseudotime(const LoadedModel& loaded, const NewPoints& placed) {
  const std::vector<Index> roots = read_column_note(loaded.note).roots;
  if (roots.empty()) return {};
  return pseudotime(loaded.model, roots, placed);
}

// The output is complete by now: words that there is no memory for are lost.
void tell(const TransformArguments& asked, const Table& table, const Model& model, const NewPoints& placed) try {
  say(what_was_read(asked.input, table) + "; any other columns are dropped");
  say_notes(table);
  const std::string accuracy = new_points_in_words(model.result());
  if (!accuracy.empty()) say(accuracy);
  const std::string far = far_points_in_words(placed.distances);
  if (!far.empty()) say(far);
  const Matrix<double>& embedding = placed.embedding;
  say(words("wrote ", counted(embedding.cols(), "coordinate"), " of ", counted(embedding.rows(), "point"), " to ",
            output_name(asked.output)));
} catch (const std::bad_alloc&) {
}

void run_transform(const TransformArguments& asked) {
  if (asked.distance_column && asked.output.ends_with(".npy"))
    refuse(ErrorKind::bad_option, "--distance-column needs an output with named columns: .csv, .tsv or .h5ad; got ",
           asked.output);
  Stopwatch watch;
  keep_apart({asked.model, asked.input}, {asked.output});
  check_output(asked.output, {asked.input}, false);
  OutputFile out = open_output(asked.output, asked.run.force);
  const LoadedModel loaded = load_model(asked.model, {.threads = asked.run.threads});
  if (loaded.model.features() == 0) {
    refuse(ErrorKind::bad_data, asked.model,
           ": a model of a graph cannot take new points; embed the graph that holds them instead");
  }
  const Table table = read_like_training(asked, loaded);
  watch.stage("reading");
  const NewPoints placed = compute(asked.run, [&](const Execution& run) {
    return table.is_sparse() ? loaded.model.place(table.sparse_points(), run) : loaded.model.place(table.points(), run);
  });
  const Matrix<double>& embedding = placed.embedding;
  const std::vector<ValueColumn> columns = asked.distance_column ? distance_column(placed) : std::vector<ValueColumn>{};
  std::vector<ValueColumn> later = pseudotime_column(new_pseudotime(loaded, placed));
  watch.stage("transform");
  const bool single = loaded.model.options().kernel.precision == Precision::float32;
  if (is_h5ad(asked.output)) {
    const Hdf5Guard guard(asked.input, FileFormat::h5ad);
    H5adAdditions added = h5ad_additions(table, loaded.model, placed);
    added.columns = columns;
    std::ranges::move(later, std::back_inserter(added.columns));
    write_h5ad(out, asked.input, added, single);
  } else {
    EmbeddingLabels labels = embedding_labels(table, embedding.cols(), asked.reading.drop_nonfinite);
    labels.columns = columns;
    labels.last_columns = layout_columns(placed.layout);
    std::ranges::move(later, std::back_inserter(labels.last_columns));
    write_matrix(out, embedding, labels, single);
  }
  out.commit();
  watch.stage("writing");
  if (!asked.run.quiet) tell(asked, table, loaded.model, placed);
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
  command
      ->add_flag("--distance-column", asked->distance_column,
                 "distance to the nearest model point, in units of the scale there")
      ->group("Output");
  add_run_options(*command, asked->run);
  add_output_option(*command, asked->output, ".csv, .tsv, also .gz; .npy; .h5ad (INPUT and the map); - for csv");
  command->footer("Example: codimap transform map.codimap new-cells.csv -o new-map.csv");
  command->callback([asked] { run_transform(*asked); });
}

}  // namespace codimap::program
