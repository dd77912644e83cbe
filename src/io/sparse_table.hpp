// Sparse tables on their way in: from columns to rows, into order, and down to the columns that are asked for.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.hpp"
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

/// Brings the entries of a row to ascending columns and adds up those that repeat; says how many are left.
template <class T>
Index settle_row(SparseMatrix<T>& matrix, Index row, std::vector<std::pair<std::int32_t, T>>& sorted) {
  const auto begin = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(row)]);
  const auto end = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(row) + 1]);
  const auto columns = std::span(matrix.columns).subspan(begin, end - begin);
  if (std::ranges::is_sorted(columns, std::less_equal{})) return static_cast<Index>(columns.size());
  sorted.clear();
  for (std::size_t k = begin; k < end; ++k) sorted.emplace_back(matrix.columns[k], matrix.values[k]);
  std::ranges::stable_sort(sorted, {}, &std::pair<std::int32_t, T>::first);
  std::size_t to = begin;
  for (const auto& [column, value] : sorted) {
    if (to > begin && matrix.columns[to - 1] == column) {
      matrix.values[to - 1] += value;
    } else {
      matrix.columns[to] = column;
      matrix.values[to++] = value;
    }
  }
  return static_cast<Index>(to - begin);
}

template <class T>
void settle_rows(SparseMatrix<T>& matrix) {
  constexpr Index rows_a_range = 1024;
  std::vector<Index> counts(static_cast<std::size_t>(matrix.rows()));
  parallel_for({}, matrix.rows(), rows_a_range, [&](Index begin, Index end) {
    std::vector<std::pair<std::int32_t, T>> sorted;
    for (Index i = begin; i < end; ++i) counts[static_cast<std::size_t>(i)] = settle_row(matrix, i, sorted);
  });
  Index to = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Index from = std::exchange(matrix.offsets[i], to);
    if (from != to) {
      std::copy_n(matrix.columns.begin() + from, counts[i], matrix.columns.begin() + to);
      std::copy_n(matrix.values.begin() + from, counts[i], matrix.values.begin() + to);
    }
    to += counts[i];
  }
  matrix.offsets.back() = to;
  matrix.columns.resize(static_cast<std::size_t>(to));
  matrix.values.resize(static_cast<std::size_t>(to));
}

}  // namespace codimap
