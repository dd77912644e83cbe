#include "diffusion/saved_graph.hpp"

#include <numeric>

namespace codimap {
namespace {

/// Entries from the diagonal on, row by row.
template <class T>
struct UpperHalf {
  std::vector<std::int32_t> counts;  // of each row
  std::vector<std::int32_t> columns;
  std::vector<T> values;
};

/// Columns of each row that ascend from the diagonal on.
template <class T>
bool is_well_formed(const UpperHalf<T>& half, Index size) {
  if (static_cast<Index>(half.counts.size()) != size || half.columns.size() != half.values.size()) return false;
  std::size_t e = 0;
  for (Index row = 0; row < size; ++row) {
    const std::int32_t count = half.counts[row];
    if (count < 0 || static_cast<std::size_t>(count) > half.columns.size() - e) return false;
    Index least = row;
    for (const std::size_t end = e + static_cast<std::size_t>(count); e < end; ++e) {
      if (half.columns[e] < least || half.columns[e] >= size) return false;
      least = half.columns[e] + 1;
    }
  }
  return e == half.columns.size();
}

}  // namespace

template <class T>
void add_symmetric(ArchiveWriter& archive, const SparseMatrix<T>& matrix) {
  UpperHalf<T> half;
  for (Index row = 0; row < matrix.rows(); ++row) {
    const std::size_t before = half.columns.size();
    for (Index e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      if (matrix.columns[e] < row) continue;
      half.columns.push_back(matrix.columns[e]);
      half.values.push_back(matrix.values[e]);
    }
    half.counts.push_back(static_cast<std::int32_t>(half.columns.size() - before));
  }
  archive.add(std::span<const std::int32_t>(half.counts));
  archive.add(std::span<const std::int32_t>(half.columns));
  archive.add(std::span<const T>(half.values));
}

template <class T>
SparseMatrix<T> read_symmetric(ArchiveReader& archive, Index size) {
  const UpperHalf<T> half{.counts = archive.values<std::int32_t>(),
                          .columns = archive.values<std::int32_t>(),
                          .values = archive.values<T>()};
  if (!is_well_formed(half, size)) archive.damaged();
  SparseMatrix<T> matrix;
  matrix.cols = size;
  matrix.offsets.resize(static_cast<std::size_t>(size) + 1);
  std::size_t e = 0;
  const auto each = [&](const auto& visit) {
    e = 0;
    for (Index row = 0; row < size; ++row)
      for (std::int32_t left = half.counts[row]; left > 0; --left, ++e) visit(row, Index{half.columns[e]});
  };
  each([&](Index row, Index column) {
    ++matrix.offsets[row + 1];
    if (column != row) ++matrix.offsets[column + 1];
  });
  std::partial_sum(matrix.offsets.begin(), matrix.offsets.end(), matrix.offsets.begin());
  matrix.columns.resize(static_cast<std::size_t>(matrix.offsets.back()));
  matrix.values.resize(matrix.columns.size());
  // Rows are read in ascending order, so what lies below the diagonal of a row is there before the rest of it.
  std::vector<Index> next(matrix.offsets.begin(), matrix.offsets.end() - 1);
  const auto put = [&](Index row, Index column) {
    matrix.columns[next[row]] = static_cast<std::int32_t>(column);
    matrix.values[next[row]++] = half.values[e];
  };
  each([&](Index row, Index column) {
    put(row, column);
    if (column != row) put(column, row);
  });
  return matrix;
}

template void add_symmetric(ArchiveWriter&, const SparseMatrix<float>&);
template void add_symmetric(ArchiveWriter&, const SparseMatrix<double>&);
template SparseMatrix<float> read_symmetric(ArchiveReader&, Index);
template SparseMatrix<double> read_symmetric(ArchiveReader&, Index);

}  // namespace codimap
