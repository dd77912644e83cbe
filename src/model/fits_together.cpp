#include "model/fits_together.hpp"

#include <algorithm>
#include <vector>

namespace codimap {
namespace {

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
         kernel.neighbor_recall.value_or(1) > 0 && kernel.neighbor_recall.value_or(1) <= 1 &&
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
  if (static_cast<Index>(state.order.size()) != state.points) return false;
  std::vector<bool> seen(state.order.size());
  for (const Index row : state.order) {
    if (row < 0 || row >= state.points || seen[static_cast<std::size_t>(row)]) return false;
    seen[static_cast<std::size_t>(row)] = true;
  }
  return true;
}

}  // namespace

bool fits_together(const Model::State& state) {
  const Result& result = state.result;
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
  const bool has_layout = anchors.rows() != 0 || anchors.cols() != 0;
  if (has_layout && (anchors.rows() != state.regions || anchors.cols() != state.options.map.layout_dimensions))
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

}  // namespace codimap
