// codimap._core.Model, and what makes one.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"

namespace codimap::python {
namespace {

/// In rows of unit numbers for Python: a copy that the caller may change.
Output2<double> copy_of(const Matrix<double>& matrix) { return array_of(Matrix<double>(matrix)); }

nb::dict spectrum_of(const Spectrum& spectrum) {
  const Certificate& certificate = spectrum.certificate;
  nb::dict named;
  named["eigenvalues"] = array_of(spectrum.eigenvalues);
  named["residuals"] = array_of(spectrum.residuals);
  named["participation"] = array_of(spectrum.participation);
  named["angles"] = array_of(certificate.angles);
  named["estimated_angles"] = array_of(certificate.estimated_angles);
  named["eigenvalue_errors"] = array_of(certificate.eigenvalue_errors);
  named["group_of"] = array_of(certificate.group_of);
  named["searched_above"] = certificate.searched_above;
  named["words"] = certificate_in_words(spectrum);
  named["new_points"] = new_points_in_words(spectrum);
  return named;
}

nb::list spectra_of(const Model& model) {
  nb::list spectra;
  spectra.append(spectrum_of(model.result()));
  for (const Spectrum& other : model.result().other_spectra) spectra.append(spectrum_of(other));
  return spectra;
}

nb::list stages_of(const Model& model) {
  nb::list stages;
  for (const StageReport& stage : model.result().stages) {
    nb::dict named;
    named["name"] = stage.name;
    named["seconds"] = stage.seconds;
    named["peak_bytes"] = stage.peak_bytes;
    stages.append(named);
  }
  return stages;
}

/// Sentences; points are numbered from 0, as rows are in Python.
nb::list notes_of(const Model& model) {
  constexpr std::size_t most = 6;
  nb::list sentences;
  for (const Note& note : notes(model)) {
    std::string rows;
    for (std::size_t i = 0; i < std::min(note.points.size(), most); ++i)
      rows += (i == 0 ? "" : ", ") + std::to_string(note.points[i]);
    if (note.points.size() > most) rows += " and " + std::to_string(note.points.size() - most) + " more";
    if (!rows.empty()) rows = (note.points.size() == 1 ? " (row " : " (rows ") + rows + ")";
    sentences.append(note.sentence + rows);
  }
  return sentences;
}

nb::bytes bytes_of(const Model& model) {
  const std::vector<std::byte> bytes = model.to_bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

Model model_of(const nb::bytes& bytes) {
  return model_from_bytes({static_cast<const std::byte*>(bytes.data()), bytes.size()}).model;
}

nb::tuple placed(NewPoints points) {
  return nb::make_tuple(array_of(std::move(points.embedding)), array_of(std::move(points.distances)));
}

Model fit_sparse(const Offsets& offsets, const Input1<std::int32_t>& columns, const Values& values, Index cols,
                 const nb::dict& options, const nb::dict& run) {
  const auto points = borrowed<SparsePoints>(offsets, columns, values, cols);
  const Options chosen = options_of(options);
  return watched(run_of(run), [&](const Execution& execution) { return fit(points, chosen, execution); });
}

nb::tuple place_sparse(const Model& model, const Offsets& offsets, const Input1<std::int32_t>& columns,
                       const Values& values, Index cols, const nb::dict& run) {
  const auto points = borrowed<SparsePoints>(offsets, columns, values, cols);
  return placed(watched(run_of(run), [&](const Execution& execution) { return model.place(points, execution); }));
}

Model fit_dense(const Dense& points, const nb::dict& options, const nb::dict& run) {
  const Options chosen = options_of(options);
  return watched(run_of(run), [&](const Execution& execution) { return fit(points_of(points), chosen, execution); });
}

nb::tuple place_dense(const Model& model, const Dense& points, const nb::dict& run) {
  return placed(
      watched(run_of(run), [&](const Execution& execution) { return model.place(points_of(points), execution); }));
}

/// Of affinities, or of distances to neighbours.
Model fit_graph(const Offsets& offsets, const Input1<std::int32_t>& columns, const Values& values, Index cols,
                bool distances, const nb::dict& options, const nb::dict& run) {
  const auto graph = borrowed<GraphView>(offsets, columns, values, cols);
  Options chosen = options_of(options);
  chosen.kernel.distances = distances;
  return watched(run_of(run), [&](const Execution& execution) { return fit(graph, chosen, execution); });
}

Output1<double> pseudotime_of(const Model& model, const Input1<Index>& roots) {
  return array_of(pseudotime(model, list_of(roots)));
}

Output2<double> smoothed(const Model& model, const Dense& values, Index time, const nb::dict& run) {
  return array_of(watched(
      run_of(run), [&](const Execution& execution) { return smooth(model, points_of(values), time, execution); }));
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<Model>(module, "Model", "A fitted diffusion map.")
      .def_prop_ro("points", &Model::points)
      .def_prop_ro("features", &Model::features)
      .def_prop_ro("options", [](const Model& model) { return named_options(model.options()); })
      .def_prop_ro(
          "embedding", [](const Model& model) { return copy_of(model.result().embedding); }, nb::rv_policy::move)
      .def_prop_ro(
          "stationary", [](const Model& model) { return array_of(model.result().stationary); }, nb::rv_policy::move)
      .def_prop_ro(
          "labels", [](const Model& model) { return array_of(model.result().partition.region_of); },
          nb::rv_policy::move)
      .def_prop_ro(
          "centroids", [](const Model& model) { return array_of(model.result().partition.centroids); },
          nb::rv_policy::move)
      .def_prop_ro("n_regions", [](const Model& model) { return model.result().partition.regions; })
      .def_prop_ro(
          "component_of", [](const Model& model) { return array_of(model.result().component_of); }, nb::rv_policy::move)
      .def_prop_ro(
          "component_sizes", [](const Model& model) { return array_of(model.result().component_sizes); },
          nb::rv_policy::move)
      .def_prop_ro(
          "outlying", [](const Model& model) { return array_of(model.result().outlying); }, nb::rv_policy::move)
      .def_prop_ro("epsilon", [](const Model& model) { return model.result().epsilon; })
      .def_prop_ro("intrinsic_dimension", [](const Model& model) { return model.result().intrinsic_dimension; })
      .def_prop_ro("n_neighbors", [](const Model& model) { return model.result().neighbors; })
      .def_prop_ro("neighbor_recall", [](const Model& model) { return model.result().neighbor_recall; })
      .def_prop_ro("spectra", &spectra_of, "Of each connected component, the largest first.")
      .def_prop_ro("stages", &stages_of)
      .def_prop_ro("notes", &notes_of, "What there is to say of the map, a sentence each.")
      .def("merged_map",
           [](const Model& model, Index count) {
             MergedMap merged = merged_map(model, count);
             return nb::make_tuple(array_of(std::move(merged.eigenvalues)), array_of(std::move(merged.vectors)));
           })
      .def_prop_ro(
          "layout", [](const Model& model) { return copy_of(model.result().layout); }, nb::rv_policy::move)
      .def("pseudotime", &pseudotime_of, nb::arg("roots"))
      .def("smooth", &smoothed, nb::arg("values"), nb::arg("time"), nb::arg("run"))
      .def("place", &place_dense, nb::arg("points"), nb::arg("run"))
      .def("place_sparse", &place_sparse)
      .def("__getstate__", &bytes_of)
      .def("__setstate__", [](Model& model, const nb::bytes& bytes) { new (&model) Model(model_of(bytes)); })
      .def("to_bytes", &bytes_of)
      .def_static("from_bytes", &model_of);

  module.def("fit", &fit_dense, nb::arg("points"), nb::arg("options"), nb::arg("run"));
  module.def("fit_sparse", &fit_sparse);
  module.def("fit_graph", &fit_graph);
}

}  // namespace codimap::python
