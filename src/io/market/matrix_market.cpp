// Matrix Market files as tables and graphs.
#include "io/market/matrix_market.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/fail.hpp"
#include "base/large_pages.hpp"
#include "io/graph/graph_edges.hpp"
#include "io/market/names.hpp"
#include "io/nonfinite.hpp"
#include "io/number.hpp"
#include "io/sparse_table.hpp"
#include "io/turned_table.hpp"

namespace codimap {

namespace {

/// Calls use(row, column, value) for every entry, those above the diagonal of a symmetric matrix included.
template <class Use>
void for_each(const MarketEntries& entries, const Use& use) {
  const bool symmetric = entries.header().symmetric;
  entries.for_each(false, [&](std::span<const MarketEntry> some) {
    for (const MarketEntry& entry : some) {
      use(entry.row, entry.column, entry.value);
      if (symmetric && entry.row != entry.column) use(entry.column, entry.row, entry.value);
    }
  });
}

template <class T>
Matrix<T> dense_values(MarketEntries& entries) {
  entries.count({}, false);
  Matrix<T> values(entries.header().rows, entries.header().cols);
  for_each(entries, [&](std::int32_t row, std::int32_t column, double value) {
    values(row, column) = narrowed<T>(value, row, column, entries.name());
  });
  return values;
}

/// Entries go straight to where they belong, since the file was counted first. `turned` takes columns for rows.
template <class T>
SparseMatrix<T> sparse_values(MarketEntries& entries, bool turned) {
  const auto& [rows, cols] = std::pair(entries.header().rows, entries.header().cols);
  SparseMatrix<T> result;
  result.cols = turned ? rows : cols;
  // offsets[i + 1] is where the next entry of row i goes: in the end, where row i + 1 begins.
  std::vector<Index>& offsets = result.offsets;
  offsets.assign(static_cast<std::size_t>(turned ? cols : rows) + 2, 0);
  entries.count(std::span(offsets).subspan(2), turned);
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  const auto count = static_cast<std::size_t>(offsets.back());
  offsets.pop_back();
  reserve_large(result.columns, count);
  result.columns.resize(count);
  reserve_large(result.values, count);
  result.values.resize(count);
  const auto refuse_if = [&](bool changed) {
    if (changed) fail(ErrorKind::failed_io, "{}: changed while it was read", entries.name());
  };
  for_each(entries, [&](std::int32_t row, std::int32_t column, double value) {
    const auto at = static_cast<std::size_t>(offsets[static_cast<std::size_t>(turned ? column : row) + 1]++);
    refuse_if(at >= count);
    result.columns[at] = turned ? row : column;
    result.values[at] = narrowed<T>(value, row, column, entries.name());
  });
  refuse_if(!std::ranges::is_sorted(offsets) || static_cast<std::size_t>(offsets.back()) != count);
  settle_rows(result);
  return result;
}

template <class T>
void set_values(Table& table, MarketEntries& entries, bool turned) {
  if (entries.header().coordinate) {
    table.values = sparse_values<T>(entries, turned);
  } else {
    table.values = dense_values<T>(entries);
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
  MarketEntries entries(source);
  Naming names = naming(path, entries.header(), source.name());
  if (options.transpose && !names.rows.empty()) {
    fail(ErrorKind::bad_option, "{}: barcodes beside it say which side its cells are on; leave --transpose out",
         source.name());
  }
  const bool turned = names.cells_are_columns || options.transpose;
  Table table;
  if (options.single) {
    set_values<float>(table, entries, turned);
  } else {
    set_values<double>(table, entries, turned);
  }
  table.row_names = std::move(names.rows);
  table.column_names = std::move(names.columns);
  table.notes = std::move(names.notes);
  const std::vector<Index> selected = keep_columns(table, options, source.name());
  settle_nonfinite(table, options.drop_nonfinite, source.name(), {": ", [&](Index row, Index column) {
                                                                    column = selected[static_cast<std::size_t>(column)];
                                                                    if (turned) std::swap(row, column);
                                                                    return text("row {} column {}", row + 1,
                                                                                column + 1);
                                                                  }});
  return table;
}

NamedGraph read_matrix_market_graph(ByteSource& source) {
  MarketEntries entries(source);
  const MatrixMarketHeader& header = entries.header();
  if (header.rows != header.cols) {
    fail(ErrorKind::bad_file, "{}:{}: announces {} × {} values; the matrix of a graph is square", source.name(),
         header.size_line, header.rows, header.cols);
  }
  std::vector<Edge> edges;
  entries.count({}, false);
  entries.for_each(true, [&](std::span<const MarketEntry> some) {
    for (const MarketEntry& entry : some)
      if (entry.value > 0) edges.push_back({entry.row, entry.column, entry.value});
  });
  NamedGraph named;
  for (Index i = 1; i <= header.rows; ++i) named.node_names.push_back(text("{}", i));
  named.graph = graph_of_edges(std::move(edges), named.node_names.size(), source.name());
  return named;
}

FileSummary describe_matrix_market(ByteSource& source, const std::filesystem::path& path) {
  MarketEntries entries(source);
  const MatrixMarketHeader& header = entries.header();
  Index not_finite = 0;
  entries.count({}, false);
  entries.for_each(false, [&](std::span<const MarketEntry> some) {
    for (const MarketEntry& entry : some) not_finite += std::isfinite(entry.value) ? 0 : 1;
  });
  const NamesBeside beside = names_beside(path);
  const auto or_none = [](const std::string& file) { return file.empty() ? "none" : file; };
  return {"matrix market",
          {{"rows", text("{}", header.rows)},
           {"columns", text("{}", header.cols)},
           {"layout", header.coordinate ? "coordinate (sparse)" : "array (dense)"},
           {"type", header.field},
           {"symmetry", header.symmetric ? "symmetric" : "general"},
           {"entries stored", text("{}", header.entries)},
           {"barcodes beside it", or_none(beside.barcodes_file)},
           {"features beside it", or_none(beside.features_file)},
           {"values not finite", text("{}", not_finite)}}};
}

}  // namespace codimap
