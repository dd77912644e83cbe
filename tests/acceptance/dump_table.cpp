// What codimap reads, for other readers to be held against: dump_table FILE FOLDER [key=K] [columns=C] [exclude=C]
// [graph]. Writes values, columns and offsets as they are in memory and names with a zero byte behind each, and prints
// rows, columns, type and layout. Rows with values that are not finite are left out, and their numbers are in `kept`.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "codimap/io.hpp"

namespace {

class Dump {
 public:
  explicit Dump(std::filesystem::path folder) : folder_(std::move(folder)) {}

  template <class T>
  void list(const char* name, std::span<const T> values) const {
    const auto bytes = std::as_bytes(values);
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));  // NOLINT
  }
  void names(const char* name, const std::vector<std::string>& names) const {
    std::ofstream out(folder_ / name, std::ios::binary);
    for (const std::string& one : names) out << one << '\0';
  }
  template <class T>
  void matrix(const codimap::Matrix<T>& values) const {
    list("values", std::span<const T>(values.data(), static_cast<std::size_t>(values.size())));
    say(values.rows(), values.cols(), sizeof(T), "dense");
  }
  template <class T>
  void matrix(const codimap::SparseMatrix<T>& values) const {
    list("values", std::span<const T>(values.values));
    list("columns", std::span<const std::int32_t>(values.columns));
    list("offsets", std::span<const codimap::Index>(values.offsets));
    say(values.rows(), values.cols, sizeof(T), "sparse");
  }

 private:
  static void say(codimap::Index rows, codimap::Index cols, std::size_t width, const char* layout) {
    std::printf("%ld %ld float%zu %s\n", static_cast<long>(rows), static_cast<long>(cols), 8 * width, layout);
  }

  std::filesystem::path folder_;
};

void dump_table(const char* file, const codimap::ReadOptions& options, const Dump& dump) {
  const codimap::Table table = codimap::read_table(file, options);
  std::visit([&](const auto& values) { dump.matrix(values); }, table.values);
  dump.names("column_names", table.column_names);
  dump.names("row_names", table.row_names);
  dump.list("kept", std::span<const codimap::Index>(table.kept_rows));
}

void dump_graph(const char* file, const codimap::ReadOptions& options, const Dump& dump) {
  const codimap::NamedGraph named = codimap::read_graph(file, options);
  dump.matrix(named.graph);
  dump.names("row_names", named.node_names);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  codimap::ReadOptions options{.drop_nonfinite = true};
  bool graph = false;
  for (const std::string argument : std::span(argv + 3, static_cast<std::size_t>(argc - 3))) {
    const std::string value = argument.substr(argument.find('=') + 1);
    if (argument == "graph") graph = true;
    if (argument.starts_with("key=")) options.key = value;
    if (argument.starts_with("columns=")) options.columns.push_back(value);
    if (argument.starts_with("exclude=")) options.exclude.push_back(value);
  }
  try {
    (graph ? dump_graph : dump_table)(argv[1], options, Dump(argv[2]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
