#include "io/turned_table.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/parallel.hpp"
#include "io/columns.hpp"
#include "io/sparse_table.hpp"

namespace codimap {

namespace {

constexpr Index rows_a_range = 64;

template <class T>
Matrix<T> transposed(const Matrix<T>& given) {
  auto result = Matrix<T>::for_overwrite(given.cols(), given.rows());
  parallel_for({}, result.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index j = 0; j < given.rows(); ++j)
      for (Index i = begin; i < end; ++i) result(i, j) = given(j, i);
  });
  return result;
}

template <class T>
Matrix<T> with_columns(const Matrix<T>& given, const std::vector<Index>& selected) {
  auto result = Matrix<T>::for_overwrite(given.rows(), static_cast<Index>(selected.size()));
  parallel_for({}, result.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < result.cols(); ++j) result(i, j) = given(i, selected[static_cast<std::size_t>(j)]);
  });
  return result;
}

}  // namespace

void turn(Table& table) {
  std::visit([](auto& values) { values = transposed(values); }, table.values);
  std::swap(table.column_names, table.row_names);
}

void keep_named_columns(Table& table, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, Index> number;
  for (const std::string& name : table.column_names) number.emplace(name, std::ssize(number));
  std::vector<Index> selected;
  for (const std::string& name : names) selected.push_back(number.at(name));
  std::visit([&](auto& values) { values = with_columns(values, selected); }, table.values);
  table.column_names = names;
}

std::vector<Index> keep_columns(Table& table, const ReadOptions& options, const std::string& name) {
  std::vector<Index> selected =
      select_columns({.header = table.column_names, .count = table.cols()}, options, name).columns;
  if (std::ssize(selected) == table.cols() && std::ranges::is_sorted(selected)) return selected;
  std::visit([&](auto& values) { values = with_columns(values, selected); }, table.values);
  std::vector<std::string> names;
  for (const Index column : selected)
    if (!table.column_names.empty()) names.push_back(std::move(table.column_names[static_cast<std::size_t>(column)]));
  table.column_names = std::move(names);
  return selected;
}

}  // namespace codimap
