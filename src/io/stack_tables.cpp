// Several tables as one.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/fail.hpp"
#include "codimap/io.hpp"
#include "io/turned_table.hpp"
#include "io/wording.hpp"

namespace codimap {

namespace {

constexpr std::size_t most_named = 5;

std::vector<std::string> missing(const std::vector<std::string>& wanted, const std::vector<std::string>& offered) {
  const std::set<std::string> there(offered.begin(), offered.end());
  std::vector<std::string> result;
  std::ranges::copy_if(wanted, std::back_inserter(result), [&](const auto& name) { return !there.contains(name); });
  return result;
}

[[noreturn]] void refuse_names(const std::vector<std::string>& expected, const std::vector<std::string>& found,
                               const std::string& first, const std::string& name) {
  const auto lacking = missing(expected, found);
  const auto further = missing(found, expected);
  if (lacking.empty() && further.empty()) {
    fail(ErrorKind::bad_data, "{}: some of its columns have the same name, and stand in another order than those of {}",
         name, first);
  }
  fail(ErrorKind::bad_data, "{}: its columns are not those of {}: {}{}{}; choose the common ones with --columns", name,
       first, lacking.empty() ? "" : "it lacks " + first_few(lacking, most_named, true),
       lacking.empty() || further.empty() ? "" : " and ",
       further.empty() ? ""
                       : (lacking.empty() ? "it has " : "has ") + first_few(further, most_named, true) + " besides");
}

/// Brings the columns into the order of the first table's.
void match_columns(const Table& first, Table& table, const std::string& first_name, const std::string& name) {
  if (first.column_names.empty() != table.column_names.empty()) {
    fail(ErrorKind::bad_data, "{}: its columns have {}, while those of {} have {}", name,
         table.column_names.empty() ? "no names" : "names", first_name, table.column_names.empty() ? "some" : "none");
  }
  if (first.column_names.empty() && first.cols() != table.cols()) {
    fail(ErrorKind::bad_data, "{}: has {} columns, while {} has {}", name, table.cols(), first_name, first.cols());
  }
  if (first.column_names == table.column_names) return;
  std::vector<std::string> expected = first.column_names;
  std::vector<std::string> found = table.column_names;
  std::ranges::sort(expected);
  std::ranges::sort(found);
  if (expected != found || std::ranges::adjacent_find(found) != found.end())
    refuse_names(first.column_names, table.column_names, first_name, name);
  keep_named_columns(table, first.column_names);
}

template <class T>
void append(Matrix<T>& all, Index row, const Table& table) {
  std::visit(
      [&]<class Values>(const Values& values) {
        if constexpr (requires { values.offsets; }) {
          for (Index i = 0; i < values.rows(); ++i)
            for (Index k = values.offsets[static_cast<std::size_t>(i)];
                 k < values.offsets[static_cast<std::size_t>(i) + 1]; ++k)
              all(row + i, values.columns[static_cast<std::size_t>(k)]) =
                  static_cast<T>(values.values[static_cast<std::size_t>(k)]);
        } else {
          std::transform(values.data(), values.data() + values.size(), all.row(row).data(),
                         [](auto value) { return static_cast<T>(value); });
        }
      },
      table.values);
}

template <class T>
void append(SparseMatrix<T>& all, const Table& table) {
  table.sparse_points().visit([&](const auto& values) {
    const Index before = all.offsets.back();
    for (Index i = 0; i < values.rows(); ++i) all.offsets.push_back(before + values.end(i));
    for (Index e = 0; e < values.entries(); ++e) {
      all.columns.push_back(values.column(e));
      all.values.push_back(static_cast<T>(values.value(e)));
    }
  });
}

/// Each table is let go once its values are copied.
template <class T>
void stack_values(std::vector<Table>& tables, Index rows, bool sparse, Table& stacked) {
  const Index cols = tables.front().cols();
  if (sparse) {
    SparseMatrix<T> all{.cols = cols, .offsets = {0}, .columns = {}, .values = {}};
    for (Table& table : tables) {
      append(all, table);
      table.values = {};
    }
    stacked.values = std::move(all);
    return;
  }
  Matrix<T> all(rows, cols);
  Index row = 0;
  for (Table& table : tables) {
    append(all, row, table);
    row += table.rows();
    table.values = {};
  }
  stacked.values = std::move(all);
}

void append_labels(Table& stacked, Table& table, bool row_names, bool kept_rows, const std::string& name) {
  const auto rows = static_cast<std::size_t>(table.rows());
  stacked.sources.push_back({name, table.rows()});
  std::ranges::move(table.notes, std::back_inserter(stacked.notes));
  if (row_names) {
    table.row_names.resize(rows);
    std::ranges::move(table.row_names, std::back_inserter(stacked.row_names));
  }
  if (!kept_rows) return;
  if (table.kept_rows.empty()) {
    table.kept_rows.resize(rows);
    std::iota(table.kept_rows.begin(), table.kept_rows.end(), Index{0});
  }
  stacked.kept_rows.insert(stacked.kept_rows.end(), table.kept_rows.begin(), table.kept_rows.end());
}

}  // namespace

Table stack_tables(std::vector<Table> tables, std::span<const std::string> names) {
  if (tables.size() == 1) return std::move(tables.front());
  for (std::size_t i = 1; i < tables.size(); ++i) match_columns(tables[0], tables[i], names[0], names[i]);
  const bool sparse = std::ranges::all_of(tables, &Table::is_sparse);
  const bool single = std::ranges::all_of(tables, [](const Table& table) { return table.values.index() % 2 == 0; });
  const bool row_names = std::ranges::any_of(tables, [](const Table& table) { return !table.row_names.empty(); });
  const bool kept_rows = std::ranges::any_of(tables, [](const Table& table) { return !table.kept_rows.empty(); });
  Table stacked;
  stacked.column_names = tables.front().column_names;
  stacked.key = tables.front().key;
  Index rows = 0;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    rows += tables[i].rows();
    append_labels(stacked, tables[i], row_names, kept_rows, names[i]);
  }
  single ? stack_values<float>(tables, rows, sparse, stacked) : stack_values<double>(tables, rows, sparse, stacked);
  return stacked;
}

}  // namespace codimap
