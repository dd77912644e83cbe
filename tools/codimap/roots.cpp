#include "roots.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arguments.hpp"
#include "files.hpp"
#include "hdf5_guard.hpp"

namespace codimap::program {
namespace {

const std::string largest_of = "max:";

/// Numbers of the rows of the file that were kept.
std::vector<Index> rows_of_file(const Table& table) {
  if (!table.kept_rows.empty()) return table.kept_rows;
  std::vector<Index> rows(static_cast<std::size_t>(table.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

const std::string& only_input(const EmbedArguments& asked, const std::string& root) {
  if (asked.inputs.size() == 1) return asked.inputs.front();
  refuse(ErrorKind::bad_option, "--root ", root, " looks into one INPUT; got ", asked.inputs.size(),
         " of them; give the root as a name or a row");
}

const Table& table_of(const EmbedInput& input, const std::string& root) {
  if (const auto* table = std::get_if<Table>(&input)) return *table;
  refuse(ErrorKind::bad_option, "--root ", root, " is for points with columns; the nodes of a graph have names");
}

RootChoice by_label(const EmbedArguments& asked, const EmbedInput& input, const std::string& root) {
  const Table& table = table_of(input, root);
  const std::size_t sign = root.find('=');
  const std::string column = root.substr(0, sign), value = root.substr(sign + 1);
  const std::string& path = only_input(asked, root);
  const Hdf5Guard guard(path, asked.reading.format);
  const std::vector<std::string> labels = read_labels(path, column, {.format = asked.reading.format});
  RootChoice choice{.points = {}, .is_group = true};
  const std::vector<Index> rows = rows_of_file(table);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    if (row < labels.size() && labels[row] == value) choice.points.push_back(static_cast<Index>(i));
  }
  if (choice.points.empty())
    refuse(ErrorKind::bad_data, "--root ", root, ": no point that is embedded has ", printable(value), " in column ",
           printable(column));
  return choice;
}

RootChoice by_largest(const EmbedArguments& asked, const EmbedInput& input, const std::string& root) {
  const Table& table = table_of(input, root);
  const std::string& path = only_input(asked, root);
  const Hdf5Guard guard(path, asked.reading.format);
  ReadOptions reading = asked.reading;
  reading.columns = {root.substr(largest_of.size())};
  reading.exclude = {};
  reading.prefer_x = true;
  const Table column = read_table(path, reading);
  const auto value = [&](Index row) {
    if (!column.is_sparse()) return column.points().visit([&](const auto& values) { return double(values(row, 0)); });
    return column.sparse_points().visit([&](const auto& values) {
      return values.begin(row) == values.end(row) ? 0.0 : double(values.value(values.begin(row)));
    });
  };
  const std::vector<Index> rows = rows_of_file(table);
  const auto largest = std::ranges::max_element(rows, {}, value);
  return {.points = {largest - rows.begin()}};
}

std::optional<Index> by_name(const EmbedInput& input, const std::string& root) {
  const auto* table = std::get_if<Table>(&input);
  const auto& names = table ? table->row_names : std::get<NamedGraph>(input).node_names;
  const auto named = std::ranges::find(names, root);
  return named != names.end() ? std::optional<Index>(named - names.begin()) : std::nullopt;
}

Index by_row(const EmbedInput& input, const std::string& root) {
  const auto* table = std::get_if<Table>(&input);
  Index row = 0;
  if (!table || !read_value(root, row))
    refuse(ErrorKind::bad_option, "--root ", printable(root), ": no point has this name; give a name, a row from 1, ",
           "COLUMN=VALUE for a group, or max:COLUMN for the point where a column is largest");
  const std::vector<Index> rows = rows_of_file(*table);
  const auto kept = std::ranges::find(rows, row - 1);
  if (kept == rows.end())
    refuse(ErrorKind::bad_option, "--root ", root, ": there is no such row among the ", counted(table->rows(), "point"),
           " that are embedded; rows are counted from 1");
  return kept - rows.begin();
}

/// Points of the group in the component that has most of them.
std::vector<Index> in_one_component(const std::vector<Index>& group, const Result& result, Index& component) {
  component = 0;
  if (result.component_of.empty()) return group;
  std::vector<Index> counts(result.component_sizes.size());
  for (const Index point : group)
    ++counts[static_cast<std::size_t>(result.component_of[static_cast<std::size_t>(point)])];
  component = std::ranges::max_element(counts) - counts.begin();
  std::vector<Index> inside;
  for (const Index point : group)
    if (result.component_of[static_cast<std::size_t>(point)] == component) inside.push_back(point);
  return inside;
}

/// How many standard deviations of all points in the component the group's mean lies from theirs.
double deviation(const Result& result, const std::vector<Index>& group, Index component, Index column) {
  double count = 0, sum = 0, squares = 0, of_group = 0;
  for (Index i = 0; i < result.embedding.rows(); ++i) {
    if (!result.component_of.empty() && result.component_of[static_cast<std::size_t>(i)] != component) continue;
    const double value = result.embedding(i, column);
    ++count;
    sum += value;
    squares += value * value;
  }
  for (const Index point : group) of_group += result.embedding(point, column);
  const double mean = sum / count;
  const double variance = squares / count - mean * mean;
  return variance > 0 ? (of_group / static_cast<double>(group.size()) - mean) / std::sqrt(variance) : 0;
}

Index furthest_out(const std::vector<Index>& points, const Result& result) {
  Index component = 0;
  const std::vector<Index> group = in_one_component(points, result, component);
  double most = 0;
  Index apart = 0;
  for (Index c = 0; c < result.embedding.cols(); ++c) {
    const double found = deviation(result, group, component, c);
    if (std::abs(found) <= std::abs(most)) continue;
    most = found;
    apart = c;
  }
  const double direction = most < 0 ? -1 : 1;
  return *std::ranges::max_element(group, {}, [&](Index point) { return direction * result.embedding(point, apart); });
}

}  // namespace

std::vector<RootChoice> read_roots(const EmbedArguments& asked, const EmbedInput& input) {
  std::vector<RootChoice> choices;
  for (const std::string& root : asked.roots) {
    if (const auto named = by_name(input, root))
      choices.push_back({.points = {*named}});
    else if (root.starts_with(largest_of))
      choices.push_back(by_largest(asked, input, root));
    else if (root.find('=') != std::string::npos)
      choices.push_back(by_label(asked, input, root));
    else
      choices.push_back({.points = {by_row(input, root)}});
  }
  return choices;
}

std::vector<Index> choose_roots(const std::vector<RootChoice>& choices, const Result& result) {
  std::vector<Index> roots;
  for (const RootChoice& choice : choices)
    roots.push_back(choice.is_group ? furthest_out(choice.points, result) : choice.points.front());
  return roots;
}

}  // namespace codimap::program
