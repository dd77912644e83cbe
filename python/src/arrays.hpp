// numpy's arrays and scipy's sparse matrices as the library takes and gives them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "codimap/codimap.hpp"

namespace codimap::python {

namespace nb = nanobind;

template <class T>
using Input1 = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Input2 = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output1 = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Output2 = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

/// Borrowed, in C order; Python code sees to that.
using Dense = std::variant<Input2<float>, Input2<double>>;

template <class T>
MatrixView<T> view_of(const Input2<T>& array) {
  return {array.data(), static_cast<Index>(array.shape(0)), static_cast<Index>(array.shape(1))};
}

inline Points points_of(const Dense& array) {
  return std::visit([](const auto& values) { return Points(view_of(values)); }, array);
}

/// Of a CSR matrix, as scipy has them: 32 bits, or 64 where there are many values.
using Offsets = std::variant<Input1<std::int32_t>, Input1<std::int64_t>>;
using Values = std::variant<Input1<float>, Input1<double>>;

/// The three arrays of a CSR matrix as SparsePoints or a GraphView of them, which stay numpy's.
template <class Sparse>
Sparse borrowed(const Offsets& offsets, const Input1<std::int32_t>& columns, const Values& values, Index cols) {
  const auto rows =
      std::visit([](const auto& all) { return RowOffsets(std::span(all.data(), all.shape(0))); }, offsets);
  return std::visit(
      [&]<class T>(const T& all) {
        return Sparse(
            SparseView(cols, rows, std::span(columns.data(), columns.shape(0)), std::span(all.data(), all.shape(0))));
      },
      values);
}

/// Copied, for what outlives the arrays.
inline Graph copied_graph(const Input1<std::int64_t>& offsets, const Input1<std::int32_t>& columns,
                          const Input1<double>& values, Index cols) {
  return {.cols = cols,
          .offsets = {offsets.data(), offsets.data() + offsets.shape(0)},
          .columns = {columns.data(), columns.data() + columns.shape(0)},
          .values = {values.data(), values.data() + values.shape(0)}};
}

/// An array that owns what it was given.
template <class T>
Output2<T> array_of(Matrix<T> matrix) {
  auto kept = std::make_unique<Matrix<T>>(std::move(matrix));
  Matrix<T>* const held = kept.get();
  nb::capsule owner(kept.release(), [](void* pointer) noexcept { delete static_cast<Matrix<T>*>(pointer); });
  return Output2<T>(held->data(), {static_cast<std::size_t>(held->rows()), static_cast<std::size_t>(held->cols())},
                    owner);
}

template <class T>
Output1<T> array_of(std::vector<T> values) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  std::vector<T>* const held = kept.get();
  nb::capsule owner(kept.release(), [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return Output1<T>(held->data(), {held->size()}, owner);
}

template <class T>
std::vector<T> list_of(const Input1<T>& values) {
  return {values.data(), values.data() + values.shape(0)};
}

}  // namespace codimap::python
