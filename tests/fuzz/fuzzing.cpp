#include "fuzz/fuzzing.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "io/sparse_table.hpp"

namespace codimap {

namespace {

template <class T>
bool all_finite(std::span<const T> values) {
  return std::ranges::all_of(values, [](T value) { return std::isfinite(value); });
}

template <class T>
void must_be_whole(const SparseView<T>& matrix) {
  must_hold(matrix.is_whole(), "offsets ascend from 0 and end with the entries");
  for (Index i = 0; i < matrix.rows(); ++i) {
    const SparseRow<T> entries = matrix.row(i);
    const auto count = static_cast<std::size_t>(entries.count);
    const std::span row(entries.columns, count);
    must_hold(std::ranges::adjacent_find(row, std::greater_equal{}) == row.end(), "columns ascend");
    must_hold(row.empty() || (row.front() >= 0 && row.back() < matrix.cols()), "columns exist");
    must_hold(all_finite(std::span(entries.values, count)), "values are finite");
  }
}

bool names_fit(const std::vector<std::string>& names, Index count) {
  return names.empty() || static_cast<Index>(names.size()) == count;
}

/// One file for all inputs, with a name of its own: HDF5 opens none that has only a descriptor.
struct Scratch {
  std::string name = std::filesystem::temp_directory_path() / "codimap-fuzz-XXXXXX";
  int file = ::mkstemp(name.data());
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { ::unlink(name.c_str()); }
};

}  // namespace

std::filesystem::path file_of(std::span<const std::uint8_t> bytes) {
  static const Scratch scratch;
  const auto size = static_cast<ssize_t>(bytes.size());
  const bool written =
      ::pwrite(scratch.file, bytes.data(), bytes.size(), 0) == size && ::ftruncate(scratch.file, size) == 0;
  must_hold(written, "a file takes the bytes");
  return scratch.name;
}

ReadOptions options_of(std::span<const std::uint8_t> bytes) {
  const unsigned choice = bytes.empty() ? 0 : bytes.back();
  ReadOptions options;
  options.single = (choice & 1U) != 0;
  options.transpose = (choice & 2U) != 0;
  options.drop_nonfinite = (choice & 4U) != 0;
  if ((choice & 8U) != 0) options.exclude = {"1", "b*"};
  return options;
}

void must_hold(bool so, const char* what) {
  if (so) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void must_be_whole(const Table& table) {
  must_hold(table.rows() > 0 && table.cols() > 0, "a table has rows and columns");
  must_hold(names_fit(table.row_names, table.rows()), "as many names as rows");
  must_hold(names_fit(table.column_names, table.cols()), "as many names as columns");
  if (table.is_sparse()) {
    table.sparse_points().visit([](const auto& matrix) { must_be_whole(matrix); });
  } else {
    table.points().visit([]<class T>(const MatrixView<T>& matrix) {
      must_hold(all_finite(std::span<const T>(matrix.data(), static_cast<std::size_t>(matrix.size()))),
                "values are finite");
    });
  }
}

void must_be_whole(const NamedGraph& named) {
  const Graph& graph = named.graph;
  must_be_whole(SparseView(graph));
  must_hold(graph.rows() == graph.cols && std::ssize(named.node_names) == graph.cols, "a row and a name for each node");
  const Graph turned = transposed(graph);
  must_hold(turned.columns == graph.columns && turned.values == graph.values, "a graph is symmetric");
}

void must_be_about_bytes(const Error& error) {
  const ErrorKind kind = error.kind();
  if (kind != ErrorKind::bad_file && kind != ErrorKind::bad_data && kind != ErrorKind::bad_option) {
    must_hold(false, error.what());
  }
}

}  // namespace codimap
