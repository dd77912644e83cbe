// codimap compare: how far apart two embeddings of the same points are.
#include <algorithm>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>

#include "codimap/map.hpp"
#include "commands.hpp"
#include "files.hpp"
#include "hdf5_guard.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace codimap::program {
namespace {

struct CompareArguments {
  std::string exact;
  std::string approximation;
  bool json = false;
};

struct Coordinates {
  Matrix<double> values;
  std::vector<std::string> names;
};

/// The columns that hold coordinates. What embed writes beside them is none: the points' names where these are numbers,
/// and the layout, whose names are those of coordinates in other files.
std::vector<Index> coordinate_columns(const std::vector<std::string>& names, Index count) {
  const bool ours = std::ranges::find(names, "c1") != names.end();
  std::vector<Index> columns;
  for (Index c = 0; c < count; ++c) {
    const std::string name = names.empty() ? "" : names[static_cast<std::size_t>(c)];
    const bool label = c == 0 && (name == "row" || name == "name");
    const bool layout = ours && (name == "x" || name == "y" || name == "z");
    if (!label && !layout) columns.push_back(c);
  }
  return columns;
}

Coordinates read_coordinates(const std::string& path) {
  const Table table = [&] {
    const Hdf5Guard guard(path);
    return read_table(path, {.exclude_if_there = {"source", "component", "distance", "pseudotime"}});
  }();
  const std::vector<Index> columns = coordinate_columns(table.column_names, table.cols());
  const auto count = static_cast<Index>(columns.size());
  Coordinates read{{table.rows(), count}, numbered_names("c", count)};
  for (std::size_t j = 0; j < columns.size() && !table.column_names.empty(); ++j)
    read.names[j] = table.column_names[static_cast<std::size_t>(columns[j])];
  table.points().visit([&](const auto& values) {
    for (Index i = 0; i < read.values.rows(); ++i)
      for (Index j = 0; j < count; ++j)
        read.values(i, j) = static_cast<double>(values(i, columns[static_cast<std::size_t>(j)]));
  });
  return read;
}

std::string as_json(const Comparison& comparison) {
  const nlohmann::ordered_json json{{"sse", comparison.sse},
                                    {"sse_per_component", comparison.sse_per_component},
                                    {"subspace_error", comparison.subspace_error},
                                    {"matching", comparison.matching}};
  return json.dump(2) + "\n";
}

std::string as_text(const Comparison& comparison, const Coordinates& exact, const Coordinates& approximation) {
  std::ostringstream out;
  out << "sse             " << comparison.sse << "\nsubspace error  " << comparison.subspace_error << "\n\n";
  out << std::left << std::setw(12) << "component" << std::setw(12) << "matched by"
      << "sse\n";
  for (std::size_t i = 0; i < comparison.matching.size(); ++i) {
    const auto match = static_cast<std::size_t>(comparison.matching[i]);
    out << std::setw(12) << printable(exact.names[i]) << std::setw(12) << printable(approximation.names[match])
        << comparison.sse_per_component[i] << '\n';
  }
  return out.str();
}

void run_compare(const CompareArguments& asked) {
  const Coordinates exact = read_coordinates(asked.exact);
  const Coordinates approximation = read_coordinates(asked.approximation);
  if (exact.values.rows() != approximation.values.rows() || exact.values.cols() != approximation.values.cols()) {
    refuse(ErrorKind::bad_data, asked.approximation, ": the two embeddings must have the same shape; this one has ",
           approximation.values.rows(), " x ", approximation.values.cols(), ", ", asked.exact, " has ",
           exact.values.rows(), " x ", exact.values.cols());
  }
  const Comparison comparison = compare(exact.values, approximation.values);
  print(asked.json ? as_json(comparison) : as_text(comparison, exact, approximation));
}

}  // namespace

void add_compare(CLI::App& program) {
  auto* command = program.add_subcommand("compare", "How far apart two embeddings are, signs and order aside");
  const auto asked = std::make_shared<CompareArguments>();
  command->add_option("EXACT", asked->exact, "the embedding to measure against")->required();
  command->add_option("APPROX", asked->approximation, "another one of the same points")->required();
  command->add_flag("--json", asked->json, "sse, sse_per_component, subspace_error, matching (0-based) as JSON")
      ->group("Output");
  command->footer("Example: codimap compare exact.npy compressed.npy");
  command->callback([asked] { run_compare(*asked); });
}

}  // namespace codimap::program
