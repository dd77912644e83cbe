#include "model/any_points.hpp"

#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

template <class T>
Index cols_in(const MatrixView<T>& view) {
  return view.cols();
}
template <class T>
Index cols_in(const SparseView<T>& view) {
  return view.cols();
}

template <class T>
Index entries_in(const MatrixView<T>& view) {
  return view.size();
}
template <class T>
Index entries_in(const SparseView<T>& view) {
  return view.entries();
}

template <class T>
AnyPoints range_in(const MatrixView<T>& view, Index begin, Index end) {
  return MatrixView<T>(view.data() + begin * view.cols(), end - begin, view.cols());
}
template <class T>
AnyPoints range_in(const SparseView<T>& view, Index begin, Index end) {
  return view.row_range(begin, end);
}

void check(double value, Index row, Index column) {
  if (!std::isfinite(value))
    fail(ErrorKind::bad_data, "points must be finite; row {}, column {} is {}", row + 1, column + 1, value);
}

template <class T>
void check_row(const MatrixView<T>& view, Index row) {
  for (Index k = 0; k < view.cols(); ++k) check(static_cast<double>(view(row, k)), row, k);
}
template <class T>
void check_row(const SparseView<T>& view, Index row) {
  for (Index e = view.begin(row); e < view.end(row); ++e)
    check(static_cast<double>(view.value(e)), row, view.column(e));
}

}  // namespace

AnyPoints any_points(Points points) {
  return points.visit([](const auto& view) { return AnyPoints(view); });
}

AnyPoints any_points(const SparsePoints& points) {
  check_rows(points);
  return points.visit([](const auto& view) { return AnyPoints(view); });
}

Index rows_of(const AnyPoints& points) {
  return std::visit([](const auto& view) { return view.rows(); }, points);
}

Index cols_of(const AnyPoints& points) {
  return std::visit([](const auto& view) { return cols_in(view); }, points);
}

Index value_bytes(const AnyPoints& points) {
  return static_cast<Index>(points.index() % 2 == 0 ? sizeof(float) : sizeof(double));
}

Index entries_of(const AnyPoints& points) {
  return std::visit([](const auto& view) { return entries_in(view); }, points);
}

AnyPoints row_range(const AnyPoints& points, Index begin, Index end) {
  return std::visit([&](const auto& view) { return range_in(view, begin, end); }, points);
}

void check_finite(const AnyPoints& points, const Execution& run) {
  constexpr Index rows_a_range = 1024;
  std::visit(
      [&](const auto& view) {
        parallel_for(run, view.rows(), rows_a_range, [&](Index begin, Index end) {
          for (Index i = begin; i < end; ++i) check_row(view, i);
        });
      },
      points);
}

}  // namespace codimap
