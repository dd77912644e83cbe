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

nb::tuple lists_of(NearestPoints found) {
  Matrix<std::int32_t> index(found.k == 0 ? 0 : std::ssize(found.index) / found.k, found.k);
  Matrix<double> distance(index.rows(), index.cols());
  std::ranges::copy(found.index, index.data());
  std::ranges::copy(found.distance, distance.data());
  return nb::make_tuple(array_of(std::move(distance)), array_of(std::move(index)), found.recall);
}

nb::tuple neighbors_among(const Dense& points, Index k, const nb::dict& options, const nb::dict& run) {
  const Metric metric = options_of(options).kernel.metric;
  return lists_of(watched(run_of(run), [&](const Execution& execution) {
    return find_neighbors(points_of(points), k, metric, execution);
  }));
}

nb::tuple neighbors_of(const Dense& queries, const Dense& points, Index k, const nb::dict& options,
                       const nb::dict& run) {
  const Metric metric = options_of(options).kernel.metric;
  return lists_of(watched(run_of(run), [&](const Execution& execution) {
    return find_neighbors(points_of(queries), points_of(points), k, metric, execution);
  }));
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
  module.def("neighbors_among", &neighbors_among);
  module.def("neighbors_of", &neighbors_of);
  module.def("compare", &comparison_of);
  module.def("generate", &generated, nb::arg("shape"), nb::arg("points"), nb::arg("dimensions").none(),
             nb::arg("noise"), nb::arg("seed"));
}

}  // namespace codimap::python
