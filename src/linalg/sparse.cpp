// Products with sparse rows. A thread owns rows of the result and sums them in a fixed order.
#include "linalg/sparse.hpp"

#include <algorithm>

#include "base/parallel.hpp"

namespace codimap {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// An entry of a sparse matrix, found by its column.
struct ColumnEntry {
  Index row;
  Index position;  // in columns and values
};

struct EntriesByColumn {
  std::vector<Index> offsets;        // of each column
  std::vector<ColumnEntry> entries;  // of a column by ascending row
};

EntriesByColumn entries_by_column(const SparseRows& a) {
  EntriesByColumn result{.offsets = std::vector<Index>(at(a.cols) + 1), .entries = {}};
  for (const std::int32_t column : a.columns) ++result.offsets[at(column) + 1];
  for (std::size_t column = 0; column < at(a.cols); ++column) result.offsets[column + 1] += result.offsets[column];
  result.entries.resize(a.columns.size());
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for (Index row = 0; row < a.rows(); ++row)
    for (Index position = a.offsets[at(row)]; position < a.offsets[at(row + 1)]; ++position)
      result.entries[at(next[at(a.columns[at(position)])]++)] = {.row = row, .position = position};
  return result;
}

}  // namespace

Matrix<double> product(const SparseRows& a, MatrixView<double> b, const Execution& run) {
  Matrix<double> result(a.rows(), b.cols());
  const Index width = b.cols();
  parallel_for(run, a.rows(), 256, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      double* sum = result.data() + row * width;
      for (Index position = a.offsets[at(row)]; position < a.offsets[at(row + 1)]; ++position) {
        const double value = a.values[at(position)];
        const double* from = b.data() + a.columns[at(position)] * width;
        for (Index column = 0; column < width; ++column) sum[column] += value * from[column];
      }
    }
  });
  return result;
}

Matrix<double> weighted_gram(const SparseRows& a, std::span<const double> weight, const Execution& run) {
  const EntriesByColumn by_column = entries_by_column(a);
  Matrix<double> gram(a.cols, a.cols);
  parallel_for(run, a.cols, 8, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::span<double> sum = gram.row(i);
      for (Index e = by_column.offsets[at(i)]; e < by_column.offsets[at(i + 1)]; ++e) {
        const auto [row, position] = by_column.entries[at(e)];
        const double value = a.values[at(position)] * weight[at(row)];
        // Columns ascend, so this is the upper triangle; the lower one is copied, which makes the result symmetric.
        for (Index p = position; p < a.offsets[at(row + 1)]; ++p) sum[at(a.columns[at(p)])] += value * a.values[at(p)];
      }
    }
  });
  parallel_for(run, a.cols, 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index j = 0; j < i; ++j) gram(i, j) = gram(j, i);
  });
  return gram;
}

}  // namespace codimap
