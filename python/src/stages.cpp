// The stages of the method, one function each, as in the C++ library.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "codimap/names.hpp"

namespace codimap::python {
namespace {

/// A kernel, with what stages ask of it more than once.
struct SharedKernel {
  std::shared_ptr<const Kernel> kernel;
  Components components;
};

struct RegionMap {
  CompressedKernel compressed;
  SpectralMap map;
};

SharedKernel shared(std::shared_ptr<const Kernel> kernel, const Execution& execution) {
  Components components = connected_components(*kernel, execution);
  return {std::move(kernel), std::move(components)};
}

SharedKernel kernel_of_points(const Dense& points, const nb::dict& options, const nb::dict& run) {
  const KernelOptions chosen = options_of(options).kernel;
  return watched(run_of(run), [&](const Execution& execution) {
    return shared(point_kernel(points_of(points), chosen, execution), execution);
  });
}

SharedKernel kernel_of_graph(const Input1<std::int64_t>& offsets, const Input1<std::int32_t>& columns,
                             const Input1<double>& values, Index cols, double density_normalization,
                             const nb::dict& run) {
  Graph graph = copied_graph(offsets, columns, values, cols);
  return watched(run_of(run), [&](const Execution& execution) {
    return shared(graph_kernel(std::move(graph), density_normalization, execution), execution);
  });
}

Output1<double> degree_of(const SharedKernel& self) {
  const auto degree = self.kernel->degree();
  return array_of(std::vector<double>(degree.begin(), degree.end()));
}

Output2<double> product(const SharedKernel& self, const Input2<double>& block) {
  if (static_cast<Index>(block.shape(0)) != self.kernel->size())
    throw Error(ErrorKind::bad_data, "block must have a row for each of the kernel's points (" +
                                         std::to_string(self.kernel->size()) + "); got " +
                                         std::to_string(block.shape(0)));
  return array_of(
      watched(Run{}, [&](const Execution& execution) { return self.kernel->multiply(view_of(block), execution); }));
}

/// G itself, in rows: offsets, columns, values.
nb::tuple graph_of(const SharedKernel& self) {
  const Index size = self.kernel->size();
  DenseOrSparse graph = watched(Run{}, [&](const Execution& execution) {
    SparseRows identity{.cols = size, .offsets = {0}, .columns = {}, .values = {}};
    for (Index i = 0; i < size; ++i) {
      identity.columns.push_back(static_cast<std::int32_t>(i));
      identity.values.push_back(1);
      identity.offsets.push_back(i + 1);
    }
    return self.kernel->multiply_sparse(identity, execution);
  });
  auto* rows = std::get_if<SparseRows>(&graph);
  if (rows == nullptr) throw Error(ErrorKind::bad_data, "a kernel of every pair has no graph; keep n_neighbors");
  return nb::make_tuple(array_of(std::move(rows->offsets)), array_of(std::move(rows->columns)),
                        array_of(std::move(rows->values)));
}

Output1<double> coherence_of(const SharedKernel& self, Index t, std::uint64_t seed, const nb::dict& run) {
  return array_of(watched(run_of(run), [&](const Execution& execution) {
                    return coherence(DiffusionAffinity(*self.kernel), t, seed, execution);
                  }).values);
}

Output1<Index> centroids_by(const Input1<double>& values, Index regions, std::uint64_t seed) {
  return array_of(sample_centroids({values.data(), values.shape(0)}, regions, seed));
}

nb::tuple partition_by(const SharedKernel& self, const Input1<double>& values, const Input1<Index>& centroids, Index t,
                       const nb::dict& run) {
  Partition found = watched(run_of(run), [&](const Execution& execution) {
    return nearest_centroid(DiffusionAffinity(*self.kernel), {.values = list_of(values), .relative_error = 0},
                            list_of(centroids), self.components, t, execution);
  });
  return nb::make_tuple(array_of(std::move(found.region_of)), array_of(std::move(found.centroids)));
}

RegionMap region_map_of(const SharedKernel& self, const Input1<Index>& region_of, Index regions,
                        std::optional<Index> components, const nb::dict& run) {
  const std::vector<Index> labels = list_of(region_of);
  return watched(run_of(run), [&](const Execution& execution) {
    CompressedKernel compressed = compress(*self.kernel, labels, regions, execution);
    SpectralMap map = spectral_map(compressed, components, {}, execution);
    return RegionMap{std::move(compressed), std::move(map)};
  });
}

Output2<double> transition_of(const RegionMap& self) {
  DenseOrSparse transition = compressed_transition(self.compressed);
  if (auto* full = std::get_if<Matrix<double>>(&transition)) return array_of(std::move(*full));
  const auto& sparse = std::get<SparseRows>(transition);
  Matrix<double> full(sparse.rows(), sparse.cols);
  for (Index i = 0; i < sparse.rows(); ++i)
    for (Index e = sparse.offsets[static_cast<std::size_t>(i)]; e < sparse.offsets[static_cast<std::size_t>(i) + 1];
         ++e)
      full(i, sparse.columns[static_cast<std::size_t>(e)]) = sparse.values[static_cast<std::size_t>(e)];
  return array_of(std::move(full));
}

Output2<double> interpolated(const RegionMap& self, const std::string& rule, const nb::dict& run) {
  nb::dict options;
  options["interpolation"] = rule;
  const Extension extension = interpolation_of(self.compressed, self.map, options_of(options).map.interpolation);
  return array_of(watched(run_of(run), [&](const Execution& execution) {
    return extend(self.compressed.point_region_affinity, extension, execution);
  }));
}

}  // namespace

void bind_stages(nb::module_& module) {
  nb::class_<SharedKernel>(module, "Kernel", "G: affinities between points, and their sums, the degrees.")
      .def_prop_ro("size", [](const SharedKernel& self) { return self.kernel->size(); })
      .def_prop_ro("degree", &degree_of, nb::rv_policy::move)
      .def_prop_ro(
          "component_of", [](const SharedKernel& self) { return array_of(self.components.component_of); },
          nb::rv_policy::move)
      .def("multiply", &product, nb::arg("block"), "G times a block of columns.")
      .def("graph", &graph_of, "G as CSR: offsets, columns, values.");
  nb::class_<RegionMap>(module, "RegionMap", "The kernel of regions, and its diffusion map.")
      .def_prop_ro(
          "eigenvalues", [](const RegionMap& self) { return array_of(self.map.eigenvalues); }, nb::rv_policy::move)
      .def_prop_ro(
          "vectors", [](const RegionMap& self) { return array_of(Matrix<double>(self.map.vectors)); },
          nb::rv_policy::move)
      .def_prop_ro(
          "degree", [](const RegionMap& self) { return array_of(self.compressed.degree); }, nb::rv_policy::move)
      .def_prop_ro("transition", &transition_of, nb::rv_policy::move,
                   "P_S; one of its steps is two steps between points.");
  module.def("point_kernel", &kernel_of_points);
  module.def("graph_kernel", &kernel_of_graph);
  module.def("coherence", &coherence_of);
  module.def("sample_centroids", &centroids_by);
  module.def("nearest_centroid", &partition_by);
  module.def("region_map", &region_map_of, nb::arg("kernel"), nb::arg("region_of"), nb::arg("regions"),
             nb::arg("components").none(), nb::arg("run"));
  module.def("interpolate", &interpolated);
}

}  // namespace codimap::python
