// Values that are NaN, infinite or missing.
#include "io/nonfinite.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"

namespace codimap {

namespace {

constexpr std::size_t places_shown = 5;

template <class T>
bool finite_throughout(const T* values, Index count) {
  constexpr Index values_a_range = 1 << 16;
  std::atomic<bool> finite = true;
  parallel_for({}, count, values_a_range, [&](Index begin, Index end) {
    if (!all_finite(std::span(values + begin, static_cast<std::size_t>(end - begin)))) finite = false;
  });
  return finite;
}

template <class T>
NonFinite find_in(const Matrix<T>& values) {
  NonFinite found;
  if (finite_throughout(values.data(), values.size())) return found;
  for (Index i = 0; i < values.rows(); ++i) {
    const Index before = found.count;
    for (Index j = 0; j < values.cols(); ++j) {
      if (std::isfinite(values(i, j))) continue;
      if (found.first_places.size() < places_shown) found.first_places.emplace_back(i, j);
      ++found.count;
    }
    if (found.count == before) found.finite_rows.push_back(i);
  }
  return found;
}

// Only what is stored: the rest is 0.
template <class T>
NonFinite find_in(const SparseMatrix<T>& values) {
  NonFinite found;
  if (finite_throughout(values.values.data(), std::ssize(values.values))) return found;
  for (Index i = 0; i < values.rows(); ++i) {
    const Index before = found.count;
    for (auto k = static_cast<std::size_t>(values.offsets[static_cast<std::size_t>(i)]);
         k < static_cast<std::size_t>(values.offsets[static_cast<std::size_t>(i) + 1]); ++k) {
      if (std::isfinite(values.values[k])) continue;
      if (found.first_places.size() < places_shown) found.first_places.emplace_back(i, values.columns[k]);
      ++found.count;
    }
    if (found.count == before) found.finite_rows.push_back(i);
  }
  return found;
}

template <class T>
SparseMatrix<T> rows_of(const SparseMatrix<T>& values, const std::vector<Index>& rows) {
  SparseMatrix<T> kept{.cols = values.cols, .offsets = {0}, .columns = {}, .values = {}};
  for (const Index row : rows) {
    const Index begin = values.offsets[static_cast<std::size_t>(row)];
    const Index end = values.offsets[static_cast<std::size_t>(row) + 1];
    kept.columns.insert(kept.columns.end(), values.columns.begin() + begin, values.columns.begin() + end);
    kept.values.insert(kept.values.end(), values.values.begin() + begin, values.values.begin() + end);
    kept.offsets.push_back(static_cast<Index>(kept.columns.size()));
  }
  return kept;
}

template <class T>
Matrix<T> rows_of(const Matrix<T>& values, const std::vector<Index>& rows) {
  Matrix<T> kept(static_cast<Index>(rows.size()), values.cols());
  for (Index i = 0; i < kept.rows(); ++i) {
    std::ranges::copy(values.row(rows[static_cast<std::size_t>(i)]), kept.row(i).begin());
  }
  return kept;
}

[[noreturn]] void refuse(const NonFinite& found, const std::string& name, const PlaceWords& place) {
  std::string places;
  for (const auto& [row, column] : found.first_places) {
    places += (places.empty() ? "" : ", ") + place.words(row, column);
  }
  const auto& [row, column] = found.first_places.front();
  const bool all = found.count == static_cast<Index>(found.first_places.size());
  fail(ErrorKind::bad_data,
       "{}{}{}: {} value{} empty, NaN or infinite, {} {}; leave such rows out with --drop-nonfinite", name, place.joint,
       place.words(row, column), found.count, found.count == 1 ? " is" : "s are", all ? "at" : "the first five at",
       places);
}

}  // namespace

NonFinite find_nonfinite(const Table& table) {
  return std::visit([](const auto& values) { return find_in(values); }, table.values);
}

void settle_nonfinite(Table& table, bool drop, const std::string& name, const PlaceWords& place) {
  NonFinite found = find_nonfinite(table);
  if (found.count == 0) return;
  if (!drop) refuse(found, name, place);
  if (found.finite_rows.empty()) {
    fail(ErrorKind::bad_data, "{}: every row holds a value that is empty, NaN or infinite, so none is left", name);
  }
  std::visit([&](auto& values) { values = rows_of(values, found.finite_rows); }, table.values);
  if (!table.row_names.empty()) {
    std::vector<std::string> names;
    for (const Index row : found.finite_rows)
      names.push_back(std::move(table.row_names[static_cast<std::size_t>(row)]));
    table.row_names = std::move(names);
  }
  table.kept_rows = std::move(found.finite_rows);
}

}  // namespace codimap
