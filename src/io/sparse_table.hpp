// Sparse tables on their way in: from columns to rows, and down to the columns that are asked for.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "codimap/matrix.hpp"

namespace codimap {

/// Rows of the transpose, with ascending columns whatever the order within the rows given.
template <class T>
[[nodiscard]] SparseMatrix<T> transposed(const SparseMatrix<T>& given) {
  SparseMatrix<T> result{.cols = given.rows(),
                         .offsets = std::vector<Index>(static_cast<std::size_t>(given.cols) + 1),
                         .columns = std::vector<std::int32_t>(given.columns.size()),
                         .values = std::vector<T>(given.values.size())};
  for (const std::int32_t column : given.columns) ++result.offsets[static_cast<std::size_t>(column) + 1];
  for (std::size_t i = 1; i < result.offsets.size(); ++i) result.offsets[i] += result.offsets[i - 1];
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for (Index i = 0; i < given.rows(); ++i) {
    for (auto k = static_cast<std::size_t>(given.offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(given.offsets[static_cast<std::size_t>(i) + 1]); ++k) {
      const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(given.columns[k])]++);
      result.columns[to] = static_cast<std::int32_t>(i);
      result.values[to] = given.values[k];
    }
  }
  return result;
}

/// Only the columns `selected`, in that order.
template <class T>
[[nodiscard]] SparseMatrix<T> with_columns(const SparseMatrix<T>& given, std::span<const Index> selected) {
  constexpr std::int32_t unused = -1;
  std::vector<std::int32_t> place(static_cast<std::size_t>(given.cols), unused);
  for (std::size_t j = 0; j < selected.size(); ++j)
    place[static_cast<std::size_t>(selected[j])] = static_cast<std::int32_t>(j);
  SparseMatrix<T> result{.cols = static_cast<Index>(selected.size()), .offsets = {0}, .columns = {}, .values = {}};
  std::vector<std::pair<std::int32_t, T>> row;
  for (Index i = 0; i < given.rows(); ++i) {
    row.clear();
    for (auto k = static_cast<std::size_t>(given.offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(given.offsets[static_cast<std::size_t>(i) + 1]); ++k) {
      const std::int32_t to = place[static_cast<std::size_t>(given.columns[k])];
      if (to != unused) row.emplace_back(to, given.values[k]);
    }
    std::ranges::sort(row, {}, &std::pair<std::int32_t, T>::first);
    for (const auto& [column, value] : row) {
      result.columns.push_back(column);
      result.values.push_back(value);
    }
    result.offsets.push_back(static_cast<Index>(result.columns.size()));
  }
  return result;
}

}  // namespace codimap
