// Models as bytes. The order of what is written here is the format; a change of it is a new version.

#include <algorithm>

#include "base/archive_matrix.hpp"
#include "base/fail.hpp"
#include "diffusion/stored_kernel.hpp"
#include "model/magic.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

constexpr std::uint32_t version = 9;

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
  void field(std::vector<Index>& values) { values = read_indices(archive_); }
  void field(Matrix<double>& matrix) { matrix = read_matrix<double>(archive_); }
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
  fields.field(state.node_weight);
  fields.field(state.region_of);
  fields.field(state.regions);
  fields.field(state.extension.interpolation);
  fields.field(state.extension.region_weight);
  fields.field(state.extension.coordinates);
  fields.field(state.extension.component_of);
  fields.field(state.extension.factors);
  fields.field(state.extension.total_degree);
  fields.field(state.layout_anchors);

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

/// A row of factors for each component, and a component for each region where there are several.
bool components_fit(const Extension& extension) {
  const auto& component_of = extension.component_of;
  const auto totals = static_cast<Index>(extension.total_degree.size());
  if (totals > 0 && totals != extension.factors.rows()) return false;
  if (component_of.empty()) return extension.factors.rows() == 1;
  return component_of.size() == extension.region_weight.size() &&
         std::ranges::all_of(component_of, [&](Index c) { return c >= 0 && c < extension.factors.rows(); });
}

/// Means, scales and loadings for the columns that new points come with, and as many columns left as the kernel takes.
bool preparation_fits(const Preparation& preparation, Index features) {
  const PrepareOptions& options = preparation.options;
  const Index columns = preparation.columns;
  const ColumnMoments& moments = preparation.moments;
  const Matrix<double>& loadings = preparation.loadings;
  const auto size = [&](bool needed) { return needed ? static_cast<std::size_t>(columns) : 0; };
  const std::optional<Index> kept = components_kept(options);
  if (columns < 1 || moments.mean.size() != size(options.standardize || kept) ||
      moments.scale.size() != size(options.standardize))
    return false;
  if (!kept) return columns == features && loadings.size() == 0;
  return loadings.rows() == columns && loadings.cols() == *kept && *kept == features;
}

/// Values that the enumerations have, and a time where the map has one.
bool options_fit(const Options& options) {
  const auto& [method, prepare, kernel, regions, map] = options;
  return method <= Method::landmarks && kernel.kind <= KernelKind::function && kernel.metric <= Metric::correlation &&
         kernel.precision.value_or(Precision::float64) <= Precision::float64 &&
         regions.partition <= PartitionRule::kmeans && map.interpolation <= Interpolation::region_to_point &&
         map.eigenvectors <= Eigenvectors::symmetric && kernel.epsilon_rule <= EpsilonRule::bgh &&
         (map.time || map.multiscale);
}

/// A residual for each eigenvalue, and a certificate for each or for none.
bool spectrum_fits(const Spectrum& spectrum) {
  const std::size_t count = spectrum.eigenvalues.size();
  const Certificate& certificate = spectrum.certificate;
  const std::size_t certified = certificate.angles.empty() ? 0 : count;
  return spectrum.residuals.size() == count && spectrum.participation.size() == count &&
         certificate.angles.size() == certified && certificate.eigenvalue_errors.size() == certified &&
         certificate.group_of.size() == certified && certificate.estimated_angles.size() <= count &&
         std::ranges::all_of(certificate.group_of,
                             [&](Index first) { return first >= 0 && first < static_cast<Index>(count); });
}

/// Every point once, or nothing.
bool order_fits(const Model::State& state) {
  if (state.order.empty()) return true;
  std::vector<bool> seen(static_cast<std::size_t>(state.points));
  if (state.order.size() != seen.size()) return false;
  for (const Index row : state.order) {
    if (row < 0 || row >= state.points || seen[static_cast<std::size_t>(row)]) return false;
    seen[static_cast<std::size_t>(row)] = true;
  }
  return true;
}

/// What transform and whoever looks at a model rely on.
bool fits_together(const Model::State& state) {
  const Result& result = state.result;
  if (!result.stationary.empty() && static_cast<Index>(result.stationary.size()) != state.points) return false;
  if (!options_fit(state.options) || !spectrum_fits(result) ||
      !std::ranges::all_of(result.other_spectra, spectrum_fits))
    return false;
  const auto regions = static_cast<std::size_t>(state.regions);
  if (state.regions < 1 || state.extension.region_weight.size() != regions ||
      state.extension.coordinates.rows() != state.regions ||
      state.extension.coordinates.cols() != static_cast<Index>(state.result.eigenvalues.size()) ||
      state.extension.factors.cols() != state.extension.coordinates.cols() || !components_fit(state.extension))
    return false;
  const Matrix<double>& anchors = state.layout_anchors;
  if (anchors.size() > 0 && (anchors.rows() != state.regions || anchors.cols() != state.options.map.layout_dimensions))
    return false;
  if (!std::all_of(state.region_of.begin(), state.region_of.end(),
                   [&](Index region) { return region >= no_region && region < state.regions; }))
    return false;
  if (!state.kernel)
    return state.preparation.columns == 0 && static_cast<Index>(state.region_of.size()) == state.points &&
           (state.node_weight.empty() || state.node_weight.size() == state.region_of.size());
  if (state.kernel->size() != static_cast<Index>(state.region_of.size())) return false;
  return order_fits(state) && preparation_fits(state.preparation, state.kernel->features());
}

}  // namespace

std::vector<std::byte> Model::to_bytes(const std::string& note) const {
  ArchiveWriter archive;
  archive.add(std::string_view(note));
  visit_fields(Writer(archive), *state_);
  archive.add(static_cast<std::uint64_t>(state_->kernel != nullptr));
  if (state_->kernel) static_cast<const StoredKernel&>(*state_->kernel).save(archive);
  return std::move(archive).sealed(magic, version);
}

LoadedModel model_from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  ArchiveReader archive(bytes, name, magic, version);
  std::string note = archive.text();
  const auto state = std::make_shared<Model::State>();
  visit_fields(Reader(archive), *state);
  state->preparation.options = state->options.prepare;
  if (archive.u64() != 0) state->kernel = load_kernel(archive);
  archive.finish();
  if (!fits_together(*state)) archive.damaged();
  return {.model = Model(state), .note = std::move(note)};
}

}  // namespace codimap
