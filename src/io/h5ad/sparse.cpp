// Sparse matrices of h5ad files: checked entry by entry, then by rows with ascending columns.
#include <algorithm>
#include <atomic>
#include <functional>
#include <span>

#include "base/fail.hpp"
#include "base/large_pages.hpp"
#include "base/parallel.hpp"
#include "io/h5ad/h5ad.hpp"
#include "io/sparse_table.hpp"

namespace codimap {

namespace {

// How the matrix is stored: rows that hold columns, or columns that hold rows.
struct Major {
  const char* line;
  const char* entry;
};

Major words_of(const H5adSparse& stored) { return stored.by_columns ? Major{"column", "row"} : Major{"row", "column"}; }

std::vector<Index> read_offsets(const H5adSparse& stored, Index lines) {
  const Index entries = stored.data.rows();
  if (stored.offsets.rows() != lines + 1) {
    fail(ErrorKind::bad_file, "{}: holds {} offsets; {} {}s need one more than there are of them",
         stored.offsets.place(), stored.offsets.rows(), lines, words_of(stored).line);
  }
  if (stored.indices.rows() != entries) {
    fail(ErrorKind::bad_file, "{}: holds {} indices for {} values in data", stored.indices.place(),
         stored.indices.rows(), entries);
  }
  std::vector<Index> offsets(static_cast<std::size_t>(lines) + 1);
  stored.offsets.read<Index>(offsets);
  if (offsets.front() != 0 || offsets.back() != entries) {
    fail(ErrorKind::bad_file, "{}: runs from {} to {}; offsets run from 0 to the {} values there are",
         stored.offsets.place(), offsets.front(), offsets.back(), entries);
  }
  const auto falls = std::ranges::adjacent_find(offsets, std::greater<>());
  if (falls != offsets.end()) {
    fail(ErrorKind::bad_file, "{}: falls from {} to {} at {} {}; offsets never fall", stored.offsets.place(), *falls,
         *(falls + 1), words_of(stored).line, falls - offsets.begin() + 1);
  }
  return offsets;
}

bool ascends(std::span<const std::int32_t> indices) {
  bool rises = true;
  for (std::size_t k = 1; k < indices.size(); ++k) rises &= indices[k - 1] < indices[k];
  return rises;
}

// A negative index is a large one without its sign.
bool within(std::span<const std::int32_t> indices, Index count) {
  bool inside = true;
  for (const std::int32_t index : indices) inside &= static_cast<std::uint32_t>(index) < count;
  return inside;
}

/// Whether each line ascends strictly, so that nothing is left to do. Every index is checked.
template <class T>
bool checked_and_ascending(const H5adSparse& stored, const SparseMatrix<T>& matrix) {
  std::atomic<bool> ascending = true;
  constexpr Index grain = 256;
  parallel_for({}, matrix.rows(), grain, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto first = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(i)]);
      const auto last = static_cast<std::size_t>(matrix.offsets[static_cast<std::size_t>(i) + 1]);
      const auto line = std::span(matrix.columns).subspan(first, last - first);
      if (!within(line, matrix.cols)) {
        const auto outside = std::ranges::find_if(line, [&](std::int32_t index) {
          return !within({&index, 1}, matrix.cols);
        });
        fail(ErrorKind::bad_file, "{}: {} {} of {} {} does not exist; there are {}", stored.indices.place(),
             words_of(stored).entry, *outside, words_of(stored).line, i + 1, matrix.cols);
      }
      if (!ascends(line)) ascending = false;
    }
  });
  return ascending;
}

template <class T>
void make_room(std::vector<T>& list, Index count) {
  list.reserve(static_cast<std::size_t>(count));
  prefer_large_pages(list.data(), list.capacity() * sizeof(T));
  list.resize(static_cast<std::size_t>(count));
}

}  // namespace

template <class T>
SparseMatrix<T> read_sparse(const H5adSparse& stored) {
  const Index lines = stored.by_columns ? stored.cols : stored.rows;
  SparseMatrix<T> matrix;
  matrix.cols = stored.by_columns ? stored.rows : stored.cols;
  matrix.offsets = read_offsets(stored, lines);
  make_room(matrix.columns, stored.indices.rows());
  make_room(matrix.values, stored.data.rows());
  // HDF5 clips what 32 bits do not hold, to a number that is no index.
  stored.indices.template read<std::int32_t>(matrix.columns);
  stored.data.template read<T>(matrix.values);
  if (!checked_and_ascending(stored, matrix)) settle_rows(matrix);
  if (stored.by_columns) return transposed(matrix);
  return matrix;
}

template SparseMatrix<float> read_sparse(const H5adSparse& stored);
template SparseMatrix<double> read_sparse(const H5adSparse& stored);

}  // namespace codimap
