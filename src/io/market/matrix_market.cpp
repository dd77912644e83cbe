// Matrix Market files as tables and graphs.
#include "io/market/matrix_market.hpp"

#include <algorithm>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "io/graph/graph_edges.hpp"
#include "io/market/names.hpp"
#include "io/nonfinite.hpp"
#include "io/number.hpp"
#include "io/sparse_table.hpp"
#include "io/text/rows.hpp"
#include "io/turned_table.hpp"

namespace codimap {

namespace {

/// Calls use(row, column, value) for every entry, those above the diagonal of a symmetric matrix included.
template <class Use>
void for_each(const MarketEntries& entries, bool symmetric, const Use& use) {
  for (const auto& piece : entries)
    for (const MarketEntry& entry : piece) {
      use(entry.row, entry.column, entry.value);
      if (symmetric && entry.row != entry.column) use(entry.column, entry.row, entry.value);
    }
}

template <class T>
Matrix<T> dense_values(const MarketEntries& entries, const MatrixMarketHeader& header, const std::string& name) {
  Matrix<T> values(header.rows, header.cols);
  for_each(entries, header.symmetric, [&](std::int32_t row, std::int32_t column, double value) {
    values(row, column) = narrowed<T>(value, row, column, name);
  });
  return values;
}

/// `turned` takes columns for rows.
template <class T>
SparseMatrix<T> sparse_values(const MarketEntries& entries, const MatrixMarketHeader& header, bool turned,
                              const std::string& name) {
  SparseMatrix<T> result;
  result.cols = turned ? header.rows : header.cols;
  result.offsets.assign(static_cast<std::size_t>(turned ? header.cols : header.rows) + 1, 0);
  for_each(entries, header.symmetric, [&](std::int32_t row, std::int32_t column, double) {
    ++result.offsets[static_cast<std::size_t>(turned ? column : row) + 1];
  });
  for (std::size_t i = 1; i < result.offsets.size(); ++i) result.offsets[i] += result.offsets[i - 1];
  result.columns.resize(static_cast<std::size_t>(result.offsets.back()));
  result.values.resize(result.columns.size());
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for_each(entries, header.symmetric, [&](std::int32_t row, std::int32_t column, double value) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(turned ? column : row)]++);
    result.columns[at] = turned ? row : column;
    result.values[at] = narrowed<T>(value, row, column, name);
  });
  settle_rows(result);
  return result;
}

template <class T>
void set_values(Table& table, const MarketEntries& entries, const MatrixMarketHeader& header, bool turned,
                const std::string& name) {
  if (header.coordinate) {
    table.values = sparse_values<T>(entries, header, turned, name);
  } else {
    table.values = dense_values<T>(entries, header, name);
    if (turned) turn(table);
  }
}

/// Which names are used, and whether they say that cells are columns.
struct Naming {
  bool cells_are_columns = false;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::string> notes;
};

Naming naming(const std::filesystem::path& path, const MatrixMarketHeader& header, const std::string& name) {
  NamesBeside beside = names_beside(path);
  const auto fits_side = [](const std::vector<std::string>& names, Index side) {
    return static_cast<Index>(names.size()) == side;
  };
  Naming result;
  if (beside.barcodes_file.empty()) return result;
  result.cells_are_columns = fits_side(beside.barcodes, header.cols);
  if (!result.cells_are_columns && !fits_side(beside.barcodes, header.rows)) {
    result.notes.push_back(
        text("{}: {} beside it has {} lines and the matrix {} × {} values, so its names are not used", name,
             beside.barcodes_file, beside.barcodes.size(), header.rows, header.cols));
    return result;
  }
  if (result.cells_are_columns) {
    result.notes.push_back(text(
        "{}: its columns are cells, as {} beside it says, so the table has one row a cell and one column a feature",
        name, beside.barcodes_file));
  }
  result.rows = std::move(beside.barcodes);
  if (fits_side(beside.features, result.cells_are_columns ? header.rows : header.cols)) {
    result.columns = std::move(beside.features);
  } else if (!beside.features_file.empty()) {
    result.notes.push_back(text("{}: {} beside it has {} lines, which are not its features, so these have no names",
                                name, beside.features_file, beside.features.size()));
  }
  return result;
}

}  // namespace

Table read_matrix_market(ByteSource& source, const std::filesystem::path& path, const ReadOptions& options) {
  std::string bytes = source.read_rest();
  const std::string_view text = plain_text(bytes, source.name());
  const MatrixMarketHeader header = read_matrix_market_header(text, source.name());
  Naming names = naming(path, header, source.name());
  if (options.transpose && !names.rows.empty()) {
    fail(ErrorKind::bad_option, "{}: barcodes beside it say which side its cells are on; leave --transpose out",
         source.name());
  }
  const bool turned = names.cells_are_columns || options.transpose;
  const MarketEntries entries = read_market_entries(text, header, source.name(), false);
  std::string().swap(
      bytes);  // the text is often larger than all that is made of it; assigning {} would keep its memory
  Table table;
  if (options.single) {
    set_values<float>(table, entries, header, turned, source.name());
  } else {
    set_values<double>(table, entries, header, turned, source.name());
  }
  table.row_names = std::move(names.rows);
  table.column_names = std::move(names.columns);
  table.notes = std::move(names.notes);
  const std::vector<Index> selected = keep_columns(table, options, source.name());
  settle_nonfinite(table, options.drop_nonfinite, source.name(), {": ", [&](Index row, Index column) {
                                                                    column = selected[static_cast<std::size_t>(column)];
                                                                    if (turned) std::swap(row, column);
                                                                    return codimap::text("row {} column {}", row + 1,
                                                                                         column + 1);
                                                                  }});
  return table;
}

NamedGraph read_matrix_market_graph(ByteSource& source) {
  const std::string bytes = source.read_rest();
  const std::string_view text = plain_text(bytes, source.name());
  const MatrixMarketHeader header = read_matrix_market_header(text, source.name());
  if (header.rows != header.cols) {
    fail(ErrorKind::bad_file, "{}:{}: announces {} × {} values; the matrix of a graph is square", source.name(),
         header.size_line, header.rows, header.cols);
  }
  std::vector<Edge> edges;
  for (const auto& piece : read_market_entries(text, header, source.name(), true))
    for (const MarketEntry& entry : piece)
      if (entry.value > 0) edges.push_back({entry.row, entry.column, entry.value});
  NamedGraph named;
  for (Index i = 1; i <= header.rows; ++i) named.node_names.push_back(codimap::text("{}", i));
  named.graph = graph_of_edges(std::move(edges), named.node_names.size(), source.name());
  return named;
}

FileSummary describe_matrix_market(ByteSource& source, const std::filesystem::path& path) {
  const std::string bytes = source.read_rest();
  const std::string_view text = plain_text(bytes, source.name());
  const MatrixMarketHeader header = read_matrix_market_header(text, source.name());
  Index not_finite = 0;
  for (const auto& piece : read_market_entries(text, header, source.name(), false))
    for (const MarketEntry& entry : piece) not_finite += std::isfinite(entry.value) ? 0 : 1;
  const NamesBeside beside = names_beside(path);
  const auto or_none = [](const std::string& file) { return file.empty() ? "none" : file; };
  return {"matrix market",
          {{"rows", codimap::text("{}", header.rows)},
           {"columns", codimap::text("{}", header.cols)},
           {"layout", header.coordinate ? "coordinate (sparse)" : "array (dense)"},
           {"type", header.field},
           {"symmetry", header.symmetric ? "symmetric" : "general"},
           {"entries stored", codimap::text("{}", header.entries)},
           {"barcodes beside it", or_none(beside.barcodes_file)},
           {"features beside it", or_none(beside.features_file)},
           {"values not finite", codimap::text("{}", not_finite)}}};
}

}  // namespace codimap
