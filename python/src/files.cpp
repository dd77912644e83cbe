// Tables that the library reads.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "codimap/io.hpp"

namespace codimap::python {
namespace {

template <class T>
nb::object values_of(Matrix<T> values) {
  return nb::cast(array_of(std::move(values)));
}

template <class T>
nb::object values_of(SparseMatrix<T> values) {
  return nb::make_tuple(array_of(std::move(values.offsets)), array_of(std::move(values.columns)),
                        array_of(std::move(values.values)), values.cols);
}

/// Values, names of columns, names of rows, notes; sparse values as offsets, columns, values and the number of columns.
nb::tuple table_of(const std::string& path, const std::vector<std::string>& columns, bool compensate, bool linearize,
                   bool drop_nonfinite, bool transpose) {
  ReadOptions options;
  options.columns = columns;
  options.compensate = compensate;
  options.linearize = linearize;
  options.drop_nonfinite = drop_nonfinite;
  options.transpose = transpose;
  Table table = [&] {
    const nb::gil_scoped_release released;
    return read_table(path, options);
  }();
  nb::object values = std::visit([](auto& held) { return values_of(std::move(held)); }, table.values);
  return nb::make_tuple(values, table.column_names, table.row_names, table.notes);
}

}  // namespace

void bind_files(nb::module_& module) { module.def("read_table", &table_of); }

}  // namespace codimap::python
