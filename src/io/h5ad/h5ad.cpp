// Tables from h5ad files.
#include "io/h5ad/h5ad.hpp"

#include <algorithm>

#include "base/fail.hpp"
#include "io/columns.hpp"
#include "io/nonfinite.hpp"
#include "io/sparse_table.hpp"

namespace codimap {

namespace {

// Columns come ascending from the file; then each row is put into the order asked for. Values are `finite` where they
// were seen to be.
template <class T>
Matrix<T> read_dense(const Hdf5Dataset& stored, const std::vector<Index>& selected, bool& finite) {
  std::vector<Index> ascending = selected;
  std::ranges::sort(ascending);
  Matrix<T> values = Matrix<T>::for_overwrite(stored.rows(), static_cast<Index>(selected.size()));
  finite = stored.read_columns(ascending, std::span<T>(values.data(), static_cast<std::size_t>(values.size())));
  if (selected == ascending) return values;
  std::vector<T> row(selected.size());
  for (Index i = 0; i < values.rows(); ++i) {
    std::ranges::copy(values.row(i), row.begin());
    for (std::size_t j = 0; j < selected.size(); ++j) {
      const auto from = std::ranges::lower_bound(ascending, selected[j]) - ascending.begin();
      values(i, static_cast<Index>(j)) = row[static_cast<std::size_t>(from)];
    }
  }
  return values;
}

// Returns whether they were seen to be finite.
template <class T>
bool read_values(const H5adMatrix& stored, const std::vector<Index>& selected, Table& table) {
  bool finite = false;
  if (const auto* dense = std::get_if<Hdf5Dataset>(&stored)) {
    table.values = read_dense<T>(*dense, selected, finite);
    return finite;
  }
  SparseMatrix<T> all = read_sparse<T>(std::get<H5adSparse>(stored));
  const bool unchanged = static_cast<Index>(selected.size()) == all.cols && std::ranges::is_sorted(selected);
  table.values = unchanged ? std::move(all) : with_columns(all, selected);
  return finite;
}

const Hdf5Dataset& values_of(const H5adMatrix& stored) {
  const auto* dense = std::get_if<Hdf5Dataset>(&stored);
  return dense != nullptr ? *dense : std::get<H5adSparse>(stored).data;
}

std::pair<Index, Index> shape_of(const H5adMatrix& stored) {
  if (const auto* sparse = std::get_if<H5adSparse>(&stored)) return {sparse->rows, sparse->cols};
  const auto& dense = std::get<Hdf5Dataset>(stored);
  return {dense.rows(), dense.cols()};
}

void check_count(const Hdf5File& file, const std::string& key, const char* lines, Index count, const char* frame,
                 std::size_t names) {
  if (names == 0 || count == static_cast<Index>(names)) return;
  fail(ErrorKind::bad_file, "{}: has {} {}, but {} names {}", file.place(key), count, lines, frame, names);
}

}  // namespace

Table read_h5ad(ByteSource& source, const ReadOptions& options) {
  const Hdf5File file(source);
  const std::string key = table_key(file, options);
  const H5adMatrix stored = find_matrix(file, key);
  const auto [rows, cols] = shape_of(stored);
  if (rows == 0 || cols == 0) {
    fail(ErrorKind::bad_data, "{}: is {} × {}; a table has at least one row and one column", file.place(key), rows,
         cols);
  }
  Table table;
  table.key = key;
  if (options.key.empty() && key != "X")
    table.notes.push_back(key + " was read, as scanpy does; --key X reads the variables themselves");
  table.row_names = frame_names(file, "obs");
  check_count(file, key, "rows", rows, "obs", table.row_names.size());
  std::vector<std::string> header;
  if (key == "X" || key.starts_with("layers/")) header = frame_names(file, "var");
  check_count(file, key, "columns", cols, "var", header.size());

  const Selection selection = select_columns({.header = header, .count = cols}, options, file.place(key));
  const bool single = options.single || values_of(stored).is_single();
  const bool finite = single ? read_values<float>(stored, selection.columns, table)
                             : read_values<double>(stored, selection.columns, table);
  if (!header.empty()) {
    for (const Index column : selection.columns) table.column_names.push_back(header[static_cast<std::size_t>(column)]);
  }
  if (finite) return table;
  settle_nonfinite(table, options.drop_nonfinite, file.place(key),
                   {": ", [&](Index row, Index column) {
                      return text("row {} column {}", row + 1, selection.columns[static_cast<std::size_t>(column)] + 1);
                    }});
  return table;
}

}  // namespace codimap
