// Products with sparse rows. A thread owns rows of the result and sums them in a fixed order.
#include "linalg/sparse.hpp"

#include <algorithm>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <class T>
void check_row(const SparseView<T>& a, Index i) {
  const SparseRow<T> row = a.row(i);
  for (Index e = 0; e < row.count; ++e) {
    if (row.columns[e] < 0 || row.columns[e] >= a.cols())
      fail(ErrorKind::bad_data, "columns of sparse rows must be from 0 to {}; row {} has {}", a.cols() - 1, i,
           row.columns[e]);
    if (e > 0 && row.columns[e - 1] >= row.columns[e])
      fail(ErrorKind::bad_data, "columns must ascend within a sparse row; in row {}, {} comes before {}", i,
           row.columns[e - 1], row.columns[e]);
  }
}

/// Rows that one thread works on: few ranges, since each has sums of its own for every column.
Index range_of_rows(Index rows, Index ranges = 64) { return std::clamp<Index>(rows / ranges, 64, 16384); }

/// Entries of a that each range of rows has in each column, then the places where they go in aᵀ.
class ColumnPlaces {
 public:
  template <class T>
  ColumnPlaces(const SparseView<T>& a, Index range, const Execution& run)
      : cols_(a.cols()), ranges_((a.rows() + range - 1) / range), places_(at(ranges_ * a.cols())) {
    parallel_for(run, a.rows(), range, [&](Index begin, Index end) {
      Index* count = of_range(begin / range);
      for (Index e = a.begin(begin), last = a.begin(end); e < last; ++e) ++count[a.column(e)];
    });
  }
  /// Turns counts into places; returns where each column begins.
  std::vector<Index> start() {
    std::vector<Index> offsets(at(cols_) + 1);
    Index next = 0;
    for (Index column = 0; column < cols_; ++column) {
      offsets[at(column)] = next;
      for (Index range = 0; range < ranges_; ++range) next += std::exchange(of_range(range)[column], next);
    }
    offsets[at(cols_)] = next;
    return offsets;
  }
  [[nodiscard]] Index* of_range(Index range) { return places_.data() + range * cols_; }

 private:
  Index cols_;
  Index ranges_;
  std::vector<Index> places_;
};

template <class T>
SparseMatrix<T> turned(const SparseView<T>& a, const Execution& run) {
  const Index range = std::max(range_of_rows(a.rows()), a.cols());  // the counts take no more room than the rows
  ColumnPlaces places(a, range, run);
  SparseMatrix<T> result{.cols = a.rows(), .offsets = places.start(), .columns = {}, .values = {}};
  result.columns.resize(at(a.entries()));
  result.values.resize(at(a.entries()));
  parallel_for(run, a.rows(), range, [&](Index begin, Index end) {
    Index* next = places.of_range(begin / range);
    for (Index i = begin; i < end; ++i)
      for (Index e = a.begin(i); e < a.end(i); ++e) {
        const Index place = next[a.column(e)]++;
        result.columns[at(place)] = static_cast<std::int32_t>(i);
        result.values[at(place)] = a.value(e);
      }
  });
  return result;
}
}  // namespace

void check_rows(const AnySparse& a, const Execution& run) {
  a.visit([&](const auto& view) {
    if (!view.is_whole())
      fail(ErrorKind::bad_data, "offsets of sparse rows must ascend from 0 and span as many columns as values");
    parallel_for(run, view.rows(), 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) check_row(view, i);
    });
  });
}

Matrix<double> product(const SparseRows& a, MatrixView<double> b, const Execution& run) {
  const Loops<double>& loop = loops<double>(run);
  auto result = Matrix<double>::for_overwrite(a.rows(), b.cols());
  parallel_for(run, a.rows(), 512, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const auto row = row_of(a, i);
      loop.multiply_row(row.columns, row.values, row.count, nullptr, b.data(), b.cols(), result.row(i).data());
    }
  });
  return result;
}

void RowSums::flush(SparseRows& rows, double scale) {
  std::sort(met_.data(), met_.data() + met_count_);
  take([&](Index column, double sum) {
    rows.columns.push_back(static_cast<std::int32_t>(column));
    rows.values.push_back(scale * sum);
  });
  rows.offsets.push_back(static_cast<Index>(rows.columns.size()));
}

Index RowSums::take_largest() {
  Index best = -1;
  double largest = 0;
  take([&](Index column, double sum) {
    if (sum < largest || (sum == largest && column > best)) return;
    largest = sum;
    best = column;
  });
  return best;
}

SparseRows sparse_rows(Index rows, Index cols, const Execution& run,
                       const std::function<void(Index, Index, SparseRows&)>& fill, Index ranges) {
  const Index range = range_of_rows(rows, ranges);
  std::vector<SparseRows> parts(at((rows + range - 1) / range));
  parallel_for(run, rows, range, [&](Index begin, Index end) { fill(begin, end, parts[at(begin / range)]); });
  std::vector<Index> before{0};
  for (const SparseRows& part : parts) before.push_back(before.back() + part.offsets.back());

  SparseRows joined{.cols = cols, .offsets = std::vector<Index>(at(rows) + 1), .columns = {}, .values = {}};
  joined.columns.resize(at(before.back()));
  joined.values.resize(at(before.back()));
  parallel_for(run, rows, range, [&](Index begin, Index end) {
    SparseRows part = std::move(parts[at(begin / range)]);
    const Index first = before[at(begin / range)];
    for (Index i = begin; i < end; ++i) joined.offsets[at(i) + 1] = first + part.offsets[at(i - begin) + 1];
    std::copy(part.columns.begin(), part.columns.end(), joined.columns.begin() + first);
    std::copy(part.values.begin(), part.values.end(), joined.values.begin() + first);
  });
  return joined;
}

SparseMatrix<float> transposed(const SparseView<float>& a, const Execution& run) { return turned(a, run); }
SparseMatrix<double> transposed(const SparseView<double>& a, const Execution& run) { return turned(a, run); }

SparseRows weighted_gram(const SparseRows& a, std::span<const double> weight, const Execution& run) {
  const SparseRows columns = transposed(a, run);
  return sparse_rows(a.cols, a.cols, run, [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(a.cols);
    for (Index i = begin; i < end; ++i) {
      for (Index e = columns.offsets[at(i)]; e < columns.offsets[at(i) + 1]; ++e) {
        const Index x = columns.columns[at(e)];
        const auto row = row_of(a, x);
        // The product of the two comes first: it is the same for (j, i).
        for (Index p = 0; p < row.count; ++p)
          sums.add(row.columns[p], columns.values[at(e)] * row.values[p] * weight[at(x)]);
      }
      sums.flush(part);
    }
  });
}

Matrix<double> to_dense(const SparseRows& a) {
  Matrix<double> result(a.rows(), a.cols);
  for (Index i = 0; i < a.rows(); ++i)
    for (Index e = a.offsets[at(i)]; e < a.offsets[at(i) + 1]; ++e) result(i, a.columns[at(e)]) = a.values[at(e)];
  return result;
}

Matrix<double> to_dense(DenseOrSparse a) {
  if (auto* dense = std::get_if<Matrix<double>>(&a)) return std::move(*dense);
  return to_dense(std::get<SparseRows>(a));
}

SparseRows to_sparse(DenseOrSparse a) {
  if (auto* sparse = std::get_if<SparseRows>(&a)) return std::move(*sparse);
  const auto& full = std::get<Matrix<double>>(a);
  SparseRows rows{.cols = full.cols(), .offsets = {0}, .columns = {}, .values = {}};
  for (Index i = 0; i < full.rows(); ++i) {
    for (Index j = 0; j < full.cols(); ++j) {
      if (full(i, j) == 0) continue;
      rows.columns.push_back(static_cast<std::int32_t>(j));
      rows.values.push_back(full(i, j));
    }
    rows.offsets.push_back(static_cast<Index>(rows.columns.size()));
  }
  return rows;
}

}  // namespace codimap
