// Files in and out: what the reading commands share, and outputs that are opened before any work.
#include "files.hpp"

#include <filesystem>

#include "arguments.hpp"
#include "option_names.hpp"
#include "terminal.hpp"

namespace codimap::program {
namespace {

const std::string standard_stream = "-";

bool same_file(const std::string& one, const std::string& other) {
  if (one == standard_stream || other == standard_stream) return one == other;
  std::error_code none;
  if (std::filesystem::equivalent(one, other, none)) return true;
  return std::filesystem::weakly_canonical(one, none) == std::filesystem::weakly_canonical(other, none);
}

// 1-based. Rows after the last one kept are unknown, and only of interest when no other is missing.
std::vector<std::string> first_rows_left_out(const std::vector<Index>& kept) {
  std::vector<std::string> left_out;
  Index next = 0;
  for (const Index row : kept) {
    for (; next < row && left_out.size() < 5; ++next) left_out.push_back(words(next + 1));
    next = row + 1;
  }
  if (left_out.empty()) left_out.push_back(words(next + 1));
  return left_out;
}

void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& list, const std::string& help) {
  command.add_option(name, list, help)->delimiter(',')->allow_extra_args(false)->type_name("NAMES")->group("Input");
}

}  // namespace

void add_input(CLI::App& command, std::string& path, const std::string& help) {
  command.add_option("INPUT", path, help)->required();
}

void add_inputs(CLI::App& command, std::vector<std::string>& paths, const std::string& help) {
  command.add_option("INPUT", paths, help)->required();
}

void add_format_option(CLI::App& command, ReadOptions& reading) {
  const std::function<void(FileFormat)> choose = [&reading](FileFormat format) { reading.format = format; };
  add_choice(command, "--format", file_formats, choose, "of INPUT, where its name does not say")->group("Input");
}

void add_transpose_option(CLI::App& command, ReadOptions& reading) {
  command.add_flag("--transpose", reading.transpose, "points are the columns of INPUT")->group("Input");
}

void add_column_options(CLI::App& command, ReadOptions& reading) {
  add_list(command, "--columns", reading.columns, "only these, by name or number from 1: a,b,7");
  add_list(command, "--exclude", reading.exclude, "never these");
}

void add_key_option(CLI::App& command, ReadOptions& reading) {
  command.add_option("--key", reading.key, "of an h5ad: X, layers/NAME, obsm/NAME or obsp/NAME")
      ->type_name("KEY")
      ->group("Input");
}

CLI::Option* add_output_option(CLI::App& command, std::string& path, const std::string& help) {
  return command.add_option("-o,--output", path, help)->type_name("OUT")->required()->group("Output");
}

void keep_apart(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const auto& input : inputs) {
      if (outputs[i] != standard_stream && same_file(outputs[i], input)) {
        refuse(ErrorKind::cannot_create, outputs[i], ": this output is also the input ", input,
               "; give it another name");
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (same_file(outputs[i], outputs[j])) {
        refuse(ErrorKind::bad_option, output_name(outputs[i]),
               " is asked for as two outputs; give each one its own name");
      }
    }
  }
}

OutputFile open_output(const std::string& path, bool force) {
  return {path, force ? OutputFile::Existing::replace : OutputFile::Existing::refuse};
}

EmbeddingLabels embedding_labels(const Table& table, Index components, bool numbered) {
  EmbeddingLabels labels{numbered_names("c", components), "name", table.row_names, table.sources};
  if (!labels.row_names.empty() || !numbered) return labels;
  labels.row_header = "row";
  const std::vector<TableSource> files =
      table.sources.empty() ? std::vector{TableSource{{}, table.rows()}} : table.sources;
  for (const TableSource& file : files) {
    for (Index i = 0; i < file.rows; ++i) {
      const Index row = table.kept_rows.empty() ? i : table.kept_rows[labels.row_names.size()];
      labels.row_names.push_back(words(row + 1));
    }
  }
  return labels;
}

std::vector<std::string> numbered_names(const std::string& prefix, Index count) {
  std::vector<std::string> names;
  for (Index i = 1; i <= count; ++i) names.push_back(words(prefix, i));
  return names;
}

std::string what_was_read(const std::string& path, const Table& table) {
  std::string line = words(input_name(path), ": ", table.key, table.key.empty() ? "" : ": ",
                           counted(table.rows(), "point"), ", ", counted(table.cols(), "column"), " used");
  if (!table.column_names.empty()) line += ": " + first_few(table.column_names);
  if (!table.kept_rows.empty() && !table.sources.empty()) {
    line += "; rows with values that are not finite left out";
  } else if (!table.kept_rows.empty()) {
    line += "; rows with values that are not finite left out, the first being " +
            first_few(first_rows_left_out(table.kept_rows));
  }
  return line;
}

std::string what_was_read(const std::string& path, const NamedGraph& named) {
  const Graph& graph = named.graph;
  Index edges = 0;
  for (Index i = 0; i < graph.rows(); ++i) {
    for (Index k = graph.offsets[static_cast<std::size_t>(i)]; k < graph.offsets[static_cast<std::size_t>(i) + 1];
         ++k) {
      edges += graph.columns[static_cast<std::size_t>(k)] >= i ? 1 : 0;
    }
  }
  return words(input_name(path), ": a graph of ", counted(graph.rows(), "node"), " and ", counted(edges, "edge"));
}

void say_notes(const Table& table) {
  for (const auto& note : table.notes) say("  " + note);
}

std::string input_name(const std::string& path) { return path == standard_stream ? "standard input" : path; }

std::string output_name(const std::string& path) { return path == standard_stream ? "standard output" : path; }

}  // namespace codimap::program
