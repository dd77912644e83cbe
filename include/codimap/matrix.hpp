// Row-major matrices: borrowed views going in, owned values coming out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace codimap {

using Index = std::int64_t;

/// Borrowed, read-only, row-major and contiguous. The caller keeps the values alive.
template <class T>
class MatrixView {
 public:
  MatrixView() = default;
  MatrixView(const T* data, Index rows, Index cols) : data_(data), rows_(rows), cols_(cols) {}

  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index cols() const { return cols_; }
  [[nodiscard]] Index size() const { return rows_ * cols_; }
  const T& operator()(Index row, Index col) const { return data_[row * cols_ + col]; }
  [[nodiscard]] std::span<const T> row(Index i) const { return {data_ + i * cols_, static_cast<std::size_t>(cols_)}; }

 private:
  const T* data_ = nullptr;
  Index rows_ = 0;
  Index cols_ = 0;
};

/// Memory from the beginning of a cache line on, so that a row meets no more of them than it must; where there is much
/// of it, in large pages, which take less time to come and to be found.
[[nodiscard]] void* allocate_lines(std::size_t bytes);
void free_lines(void* memory) noexcept;

/// Leaves new values as they are: a large matrix is then first touched by the threads that fill it.
template <class T>
struct UnsetAllocator {
  using value_type = T;
  UnsetAllocator() = default;
  template <class U>
  UnsetAllocator(const UnsetAllocator<U>&) {}  // NOLINT: one is as good as another
  [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(allocate_lines(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) noexcept { free_lines(memory); }
  friend bool operator==(const UnsetAllocator&, const UnsetAllocator&) { return true; }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    if constexpr (sizeof...(Args) == 0)
      ::new (static_cast<void*>(place)) U;
    else
      ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
  }
};

/// Owned, row-major and contiguous; starts as zeros.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index cols) : values_(static_cast<std::size_t>(rows * cols), T{}), rows_(rows), cols_(cols) {}
  /// Starts as anything, for a caller that will set every value.
  [[nodiscard]] static Matrix for_overwrite(Index rows, Index cols) {
    Matrix result;
    result.values_.resize(static_cast<std::size_t>(rows * cols));
    result.rows_ = rows;
    result.cols_ = cols;
    return result;
  }

  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] const T* data() const { return values_.data(); }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index cols() const { return cols_; }
  [[nodiscard]] Index size() const { return rows_ * cols_; }
  T& operator()(Index row, Index col) { return values_[static_cast<std::size_t>(row * cols_ + col)]; }
  const T& operator()(Index row, Index col) const { return values_[static_cast<std::size_t>(row * cols_ + col)]; }
  [[nodiscard]] std::span<T> row(Index i) { return {data() + i * cols_, static_cast<std::size_t>(cols_)}; }
  [[nodiscard]] std::span<const T> row(Index i) const { return {data() + i * cols_, static_cast<std::size_t>(cols_)}; }

  [[nodiscard]] MatrixView<T> view() const { return {data(), rows_, cols_}; }
  operator MatrixView<T>() const { return view(); }  // NOLINT: an owned matrix may stand wherever one is read

 private:
  std::vector<T, UnsetAllocator<T>> values_;
  Index rows_ = 0;
  Index cols_ = 0;
};

/// Points to embed, one a row, in the precision that the caller holds them in.
class Points {
 public:
  Points(MatrixView<float> values) : values_(values) {}             // NOLINT: implicit on purpose
  Points(MatrixView<double> values) : values_(values) {}            // NOLINT
  Points(const Matrix<float>& values) : values_(values.view()) {}   // NOLINT
  Points(const Matrix<double>& values) : values_(values.view()) {}  // NOLINT

  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), values_);
  }
  [[nodiscard]] Index rows() const {
    return visit([](const auto& view) { return view.rows(); });
  }
  [[nodiscard]] Index cols() const {
    return visit([](const auto& view) { return view.cols(); });
  }

 private:
  std::variant<MatrixView<float>, MatrixView<double>> values_;
};

/// A sparse matrix by rows: row i holds the columns columns[offsets[i]] … columns[offsets[i + 1] − 1], ascending, and
/// their values.
template <class T>
struct SparseMatrix {
  Index cols = 0;
  std::vector<Index> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<T> values;
  [[nodiscard]] Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
};

using SparseRows = SparseMatrix<double>;

/// A row of a sparse matrix.
template <class T>
struct SparseRow {
  const std::int32_t* columns;
  const T* values;
  Index count;
};

/// Where the rows of a sparse matrix begin, and the last ends: borrowed, in 32 or 64 bits as their owner counts.
class RowOffsets {
 public:
  RowOffsets() = default;
  RowOffsets(std::span<const std::int32_t> offsets) : narrow_(offsets.data()), count_(std::ssize(offsets)) {}  // NOLINT
  RowOffsets(std::span<const std::int64_t> offsets) : wide_(offsets.data()), count_(std::ssize(offsets)) {}    // NOLINT

  Index operator[](Index row) const { return wide_ != nullptr ? wide_[row] : narrow_[row]; }
  [[nodiscard]] Index size() const { return count_; }
  /// Those of rows [begin, end).
  [[nodiscard]] RowOffsets row_range(Index begin, Index end) const {
    RowOffsets some;
    if (wide_ != nullptr) some.wide_ = wide_ + begin;
    if (narrow_ != nullptr) some.narrow_ = narrow_ + begin;
    some.count_ = end - begin + 1;
    return some;
  }

 private:
  const std::int32_t* narrow_ = nullptr;
  const std::int64_t* wide_ = nullptr;
  Index count_ = 0;
};

/// A sparse matrix by rows as SparseMatrix has it, borrowed and read-only. The caller keeps the arrays alive.
template <class T>
class SparseView {
 public:
  SparseView() = default;
  SparseView(Index cols, RowOffsets offsets, std::span<const std::int32_t> columns, std::span<const T> values)
      : cols_(cols), offsets_(offsets), columns_(columns), values_(values) {}
  SparseView(const SparseMatrix<T>& owned)  // NOLINT: an owned matrix may stand wherever one is read
      : SparseView(owned.cols, std::span(owned.offsets), owned.columns, owned.values) {}

  [[nodiscard]] Index rows() const { return offsets_.size() - 1; }
  [[nodiscard]] Index cols() const { return cols_; }
  /// Entries [begin(i), end(i)) are those of row i.
  [[nodiscard]] Index begin(Index row) const { return offsets_[row]; }
  [[nodiscard]] Index end(Index row) const { return offsets_[row + 1]; }
  [[nodiscard]] std::int32_t column(Index entry) const { return columns_[static_cast<std::size_t>(entry)]; }
  [[nodiscard]] T value(Index entry) const { return values_[static_cast<std::size_t>(entry - first_)]; }
  [[nodiscard]] SparseRow<T> row(Index i) const {
    return {columns_.data() + begin(i), values_.data() + (begin(i) - first_), end(i) - begin(i)};
  }
  [[nodiscard]] Index entries() const { return rows() > 0 ? offsets_[rows()] - offsets_[0] : 0; }
  /// Whether the offsets ascend from 0 and span the columns and values, which all else relies on.
  [[nodiscard]] bool is_whole() const {
    if (offsets_.size() < 1 || offsets_[0] != 0 || columns_.size() != values_.size()) return false;
    for (Index i = 0; i < rows(); ++i)
      if (begin(i) > end(i)) return false;
    return offsets_[rows()] == std::ssize(columns_);
  }
  [[nodiscard]] SparseView row_range(Index begin, Index end) const {
    SparseView some = *this;
    some.offsets_ = offsets_.row_range(begin, end);
    return some;
  }
  /// With other values in the same places, those of its own rows alone.
  [[nodiscard]] SparseView with_values(std::span<const T> values) const {
    SparseView changed = *this;
    changed.values_ = values;
    changed.first_ = begin(0);
    return changed;
  }

 private:
  Index cols_ = 0;
  RowOffsets offsets_;
  std::span<const std::int32_t> columns_;
  std::span<const T> values_;
  Index first_ = 0;  // the entry that values_ begin with
};

/// Borrowed sparse rows in either precision.
class AnySparse {
 public:
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), rows_);
  }
  [[nodiscard]] Index rows() const {
    return visit([](const auto& view) { return view.rows(); });
  }
  [[nodiscard]] Index cols() const {
    return visit([](const auto& view) { return view.cols(); });
  }

 protected:
  explicit AnySparse(SparseView<float> rows) : rows_(rows) {}
  explicit AnySparse(SparseView<double> rows) : rows_(rows) {}

 private:
  std::variant<SparseView<float>, SparseView<double>> rows_;
};

/// Points of which most numbers are 0, as counts of genes are, in the precision that the caller holds them in.
class SparsePoints : public AnySparse {
 public:
  explicit SparsePoints(SparseView<float> points) : AnySparse(points) {}
  explicit SparsePoints(SparseView<double> points) : AnySparse(points) {}
};

/// Dense where nearly every entry may be positive, sparse otherwise.
using DenseOrSparse = std::variant<Matrix<double>, SparseRows>;

/// Affinities between nodes: square and symmetric, each pair in both of its rows; an entry on the diagonal is a
/// self-loop.
using Graph = SparseRows;

/// A graph that is read where it lies. Sparse rows are a graph unless SparsePoints says otherwise.
class GraphView : public AnySparse {
 public:
  GraphView(SparseView<float> graph) : AnySparse(graph) {}            // NOLINT: implicit on purpose
  GraphView(SparseView<double> graph) : AnySparse(graph) {}           // NOLINT
  GraphView(const SparseMatrix<float>& graph) : AnySparse(graph) {}   // NOLINT
  GraphView(const SparseMatrix<double>& graph) : AnySparse(graph) {}  // NOLINT
};

}  // namespace codimap
