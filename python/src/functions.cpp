// What needs no model: neighbours, comparison, generated data.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "codimap/names.hpp"

namespace codimap::python {
namespace {

/// Squared distances, rows, and the share of true neighbours that was found. Without queries, of the points themselves.
nb::tuple neighbors_of(const std::optional<Dense>& queries, const Dense& points, Index k, const nb::dict& options,
                       const nb::dict& run) {
  const KernelOptions kernel = options_of(options).kernel;
  const Points asked = points_of(queries ? *queries : points);
  const Neighbors found = watched(run_of(run), [&](const Execution& execution) {
    return nearest_neighbors(asked, points_of(points), k, kernel.metric, execution, kernel.neighbor_recall);
  });
  Matrix<std::int32_t> index(asked.rows(), found.k);
  Matrix<double> squared(asked.rows(), found.k);
  std::ranges::copy(found.index, index.data());
  std::ranges::copy(found.squared_distance, squared.data());
  return nb::make_tuple(array_of(std::move(squared)), array_of(std::move(index)), found.recall);
}

nb::dict comparison_of(const Input2<double>& exact, const Input2<double>& approximation) {
  const Comparison found = compare(view_of(exact), view_of(approximation));
  nb::dict named;
  named["sse"] = found.sse;
  named["sse_per_component"] = array_of(found.sse_per_component);
  named["subspace_error"] = found.subspace_error;
  named["matching"] = array_of(found.matching);
  return named;
}

Output2<double> generated(const std::string& shape, Index points, std::optional<Index> dimensions, double noise,
                          std::uint64_t seed) {
  const auto found = std::ranges::find(names::shapes, shape, [](const auto& named) { return named.first; });
  if (found == names::shapes.end()) throw Error(ErrorKind::bad_option, "there is no shape " + shape);
  return array_of(generate(found->second, {points, dimensions, noise, seed}));
}

}  // namespace

void bind_functions(nb::module_& module) {
  module.def("nearest_neighbors", &neighbors_of, nb::arg("queries").none(), nb::arg("points"), nb::arg("k"),
             nb::arg("options"), nb::arg("run"));
  module.def("compare", &comparison_of);
  module.def("generate", &generated, nb::arg("shape"), nb::arg("points"), nb::arg("dimensions").none(),
             nb::arg("noise"), nb::arg("seed"));
}

}  // namespace codimap::python
