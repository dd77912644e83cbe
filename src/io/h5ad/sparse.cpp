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

/// Whether all lie from 0 to `last`.
bool within(std::span<const std::int32_t> indices, std::int32_t last) {
  std::int32_t outside = 0;
  for (const std::int32_t index : indices) outside |= index < 0 || index > last ? 1 : 0;
  return outside == 0;
}

/// How many do not exceed the one before.
Index falls_of(std::span<const std::int32_t> indices) {
  Index falls = 0;
  for (std::size_t k = 1; k < indices.size(); ++k) falls += indices[k - 1] >= indices[k] ? 1 : 0;
  return falls;
}

/// Some lines after another, whose entries are looked at together: a line has few, and many are looked at quickly.
template <class T>
class Lines {
 public:
  Lines(const SparseMatrix<T>& matrix, Index begin, Index end)
      : offsets_(std::span(matrix.offsets)
                     .subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin) + 1)),
        indices_(std::span(matrix.columns)
                     .subspan(static_cast<std::size_t>(offsets_.front()),
                              static_cast<std::size_t>(offsets_.back() - offsets_.front()))) {}

  [[nodiscard]] std::span<const std::int32_t> indices() const { return indices_; }
  /// Whether indices fall only from one line to the next.
  [[nodiscard]] bool ascend() const {
    Index between = 0;
    for (std::size_t i = 1; i + 1 < offsets_.size(); ++i) {
      const Index start = offsets_[i] - offsets_.front();
      if (start > 0 && offsets_[i] < offsets_[i + 1])
        between += falls_of(indices_.subspan(static_cast<std::size_t>(start) - 1, 2));
    }
    return falls_of(indices_) == between;
  }
  /// Which of the lines holds the entry.
  [[nodiscard]] Index line_of(std::ptrdiff_t entry) const {
    return std::ranges::upper_bound(offsets_, offsets_.front() + entry) - offsets_.begin() - 1;
  }

 private:
  std::span<const Index> offsets_;
  std::span<const std::int32_t> indices_;
};

/// Whether each line ascends strictly, so that nothing is left to do. Every index is checked.
template <class T>
bool checked_and_ascending(const H5adSparse& stored, const SparseMatrix<T>& matrix) {
  const auto last = static_cast<std::int32_t>(matrix.cols - 1);
  std::atomic<bool> ascending = true;
  constexpr Index grain = 1024;
  parallel_for({}, matrix.rows(), grain, [&](Index begin, Index end) {
    const Lines lines(matrix, begin, end);
    if (!within(lines.indices(), last)) {
      const auto outside = std::ranges::find_if(lines.indices(), [&](std::int32_t index) {
        return !within({&index, 1}, last);
      });
      fail(ErrorKind::bad_file, "{}: {} {} of {} {} does not exist; there are {}", stored.indices.place(),
           words_of(stored).entry, *outside, words_of(stored).line,
           begin + lines.line_of(outside - lines.indices().begin()) + 1, matrix.cols);
    }
    if (!lines.ascend()) ascending = false;
  });
  return ascending;
}

template <class T>
void fill(std::vector<T>& list, const Hdf5Dataset& stored, bool without_hdf5) {
  const auto count = static_cast<std::size_t>(stored.rows());
  reserve_large(list, count);
  if (!without_hdf5) {
    list.resize(count);
    stored.read<T>(list);
    return;
  }
  // What a vector grows by begins as 0, and is still in the cache when the values come.
  constexpr std::size_t at_once = std::size_t{1} << 16;
  for (std::size_t begin = 0; begin < count; begin += at_once) {
    list.resize(std::min(begin + at_once, count));
    stored.read_part(static_cast<Index>(begin), std::span(list).subspan(begin));
  }
}

}  // namespace

template <class T>
SparseMatrix<T> read_sparse(const H5adSparse& stored) {
  const Index lines = stored.by_columns ? stored.cols : stored.rows;
  SparseMatrix<T> matrix;
  matrix.cols = stored.by_columns ? stored.rows : stored.cols;
  matrix.offsets = read_offsets(stored, lines);
  // HDF5 clips an index that 32 bits do not hold, to a number that is none; and it serves one thread at a time.
  const bool without_hdf5 =
      stored.indices.template is_array_of<std::int32_t>() && stored.data.template is_array_of<T>();
  parallel_for({.threads = without_hdf5 ? 2 : 1}, 2, 1, [&](Index which, Index) {
    if (which == 0)
      fill(matrix.columns, stored.indices, without_hdf5);
    else
      fill(matrix.values, stored.data, without_hdf5);
  });
  if (!checked_and_ascending(stored, matrix)) settle_rows(matrix);
  if (stored.by_columns) return transposed(matrix);
  return matrix;
}

template SparseMatrix<float> read_sparse(const H5adSparse& stored);
template SparseMatrix<double> read_sparse(const H5adSparse& stored);

}  // namespace codimap
