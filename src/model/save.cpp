// Models as bytes. The order of what is written here is the format; a change of it is a new version.

#include <algorithm>

#include "base/archive_indices.hpp"
#include "base/archive_matrix.hpp"
#include "diffusion/stored_kernel.hpp"
#include "model/magic.hpp"
#include "model/saved_state.hpp"

namespace codimap {
namespace {

constexpr std::uint32_t version = 10;

template <class Fields, class AnySpectrum>
void visit_spectrum(Fields&& fields, AnySpectrum& spectrum) {
  fields.field(spectrum.eigenvalues);
  fields.field(spectrum.residuals);
  fields.field(spectrum.certificate.eigenvalue_errors);
  fields.field(spectrum.certificate.angles);
  fields.field(spectrum.certificate.group_of);
  fields.field(spectrum.certificate.estimated_angles);
  fields.field(spectrum.certificate.searched_above);
  fields.field(spectrum.participation);
  fields.field(spectrum.further_eigenvalues);
}

template <class To, class From>
Matrix<To> converted(const Matrix<From>& matrix) {
  auto result = Matrix<To>::for_overwrite(matrix.rows(), matrix.cols());
  std::transform(matrix.data(), matrix.data() + matrix.size(), result.data(),
                 [](From value) { return static_cast<To>(value); });
  return result;
}

// Writes or reads one field after another with the same code, so that the two cannot drift apart.
class Writer {
 public:
  explicit Writer(ArchiveWriter& archive) : archive_(archive) {}
  void field(const std::uint64_t& value) { archive_.add(value); }
  void field(const Index& value) { archive_.add(static_cast<std::uint64_t>(value)); }
  void field(const bool& value) { archive_.add(static_cast<std::uint64_t>(value)); }
  void field(const double& value) { archive_.add(value); }
  void field(const std::vector<double>& values) { archive_.add(std::span<const double>(values)); }
  void field(const std::vector<Index>& values) { add_indices(archive_, values); }
  void field(const Matrix<double>& matrix) { add_matrix(archive_, matrix.view()); }
  void field(const Matrix<double>& matrix, bool in_float32) {
    if (in_float32)
      add_matrix(archive_, converted<float>(matrix).view());
    else
      field(matrix);
  }
  void field(const std::vector<Spectrum>& spectra) {
    archive_.add(static_cast<std::uint64_t>(spectra.size()));
    for (const Spectrum& spectrum : spectra) visit_spectrum(*this, spectrum);
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void field(const Enum& value) { archive_.add(static_cast<std::uint64_t>(value)); }
  template <class T>
  void field(const std::optional<T>& value) {
    field(value.has_value());
    if (value) field(*value);
  }

 private:
  ArchiveWriter& archive_;
};

class Reader {
 public:
  explicit Reader(ArchiveReader& archive) : archive_(archive) {}
  void field(std::uint64_t& value) { value = archive_.u64(); }
  void field(Index& value) { value = static_cast<Index>(archive_.u64()); }
  void field(bool& value) { value = archive_.u64() != 0; }
  void field(double& value) { value = archive_.number(); }
  void field(std::vector<double>& values) { values = archive_.values<double>(); }
  void field(std::vector<Index>& values) { values = read_indices<Index>(archive_); }
  void field(Matrix<double>& matrix) { matrix = read_matrix<double>(archive_); }
  void field(Matrix<double>& matrix, bool in_float32) {
    if (in_float32)
      matrix = converted<double>(read_matrix<float>(archive_));
    else
      field(matrix);
  }
  void field(std::vector<Spectrum>& spectra) {
    constexpr std::size_t least_bytes = 9 * sizeof(std::uint64_t);  // nine fields that are empty or one number
    spectra.resize(archive_.count(least_bytes));
    for (Spectrum& spectrum : spectra) visit_spectrum(*this, spectrum);
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void field(Enum& value) {
    const std::uint64_t number = archive_.u64();
    if (number > 255) archive_.damaged();
    value = static_cast<Enum>(number);
  }
  template <class T>
  void field(std::optional<T>& value) {
    bool has_value = false;
    field(has_value);
    value.reset();
    if (has_value) field(value.emplace());
  }

 private:
  ArchiveReader& archive_;
};

/// Every field of a state but its kernel, in order.
template <class Fields, class State>
void visit_fields(Fields&& fields, State& state) {
  auto& [method, prepare, kernel, regions, map] = state.options;
  fields.field(method);
  fields.field(prepare.arcsinh);
  fields.field(prepare.log1p);
  fields.field(prepare.standardize);
  fields.field(prepare.pca);
  fields.field(kernel.kind);
  fields.field(kernel.metric);
  fields.field(kernel.bandwidth_neighbor);
  fields.field(kernel.decay);
  fields.field(kernel.self_affinity);
  fields.field(kernel.epsilon);
  fields.field(kernel.epsilon_rule);
  fields.field(kernel.neighbors);
  fields.field(kernel.neighbor_recall);
  fields.field(kernel.density_normalization);
  fields.field(kernel.precision);
  fields.field(regions.regions);
  fields.field(regions.partition);
  fields.field(regions.coherence_time);
  fields.field(regions.seed);
  fields.field(map.components);
  fields.field(map.time);
  fields.field(map.multiscale);
  fields.field(map.eigenvectors);
  fields.field(map.interpolation);
  fields.field(map.refine);
  fields.field(map.tolerance);
  fields.field(map.layout_dimensions);

  fields.field(state.points);
  fields.field(state.preparation.columns);
  fields.field(state.preparation.moments.mean);
  fields.field(state.preparation.moments.scale);
  fields.field(state.preparation.loadings);
  fields.field(state.order);
  fields.field(state.in_float32);
  fields.field(state.node_weight);
  fields.field(state.region_of);
  fields.field(state.regions);
  fields.field(state.extension.interpolation);
  fields.field(state.extension.region_weight);
  fields.field(state.extension.coordinates, state.in_float32);
  fields.field(state.extension.component_of);
  fields.field(state.extension.factors);
  fields.field(state.extension.total_degree);
  fields.field(state.layout_anchors, state.in_float32);

  auto& result = state.result;
  fields.field(result.embedding);
  fields.field(result.layout);
  fields.field(result.stationary);
  visit_spectrum(fields, result);
  fields.field(result.partition.centroids);
  fields.field(result.partition.region_of);
  fields.field(result.partition.regions);
  fields.field(result.partition.reached_later);
  fields.field(result.partition.added_centroids);
  fields.field(result.component_of);
  fields.field(result.component_sizes);
  fields.field(result.outlying);
  fields.field(result.other_spectra);
  fields.field(result.epsilon);
  fields.field(result.intrinsic_dimension);
  fields.field(result.neighbors);
  fields.field(result.neighbor_recall);
  fields.field(result.coherence_error);
}

}  // namespace

std::vector<std::byte> Model::to_bytes(const std::string& note) const {
  ArchiveWriter archive;
  archive.add(std::string_view(note));
  const State kept = without_what_follows(*state_);
  visit_fields(Writer(archive), kept);
  archive.add(static_cast<std::uint64_t>(state_->kernel != nullptr));
  if (state_->kernel) static_cast<const StoredKernel&>(*state_->kernel).save(archive);
  return std::move(archive).sealed(magic, version);
}

LoadedModel model_from_bytes(std::span<const std::byte> bytes, const std::string& name, const Execution& run) {
  ArchiveReader archive(bytes, name, magic, version);
  std::string note = archive.text();
  const auto state = std::make_shared<Model::State>();
  visit_fields(Reader(archive), *state);
  state->preparation.options = state->options.prepare;
  if (archive.u64() != 0) state->kernel = load_kernel(archive, run);
  archive.finish();
  if (!restore(*state, run)) archive.damaged();
  return {.model = Model(state), .note = std::move(note)};
}

}  // namespace codimap
