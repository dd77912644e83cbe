#include "model/carry.hpp"

#include <algorithm>
#include <cmath>

namespace codimap {
namespace {

std::vector<double> values_of(const Matrix<double>& matrix) { return {matrix.data(), matrix.data() + matrix.size()}; }

/// Means over the same regions, of other values.
Extension beside(const Extension& map, Matrix<double> values) {
  return {.region_weight = map.region_weight, .coordinates = std::move(values), .component_of = map.component_of};
}

}  // namespace

Companions::Companions(const Model::State& state)
    : layout(beside(state.extension, state.layout_anchors)),
      component(beside(state.extension, Matrix<double>(static_cast<Index>(state.extension.component_of.size()), 1))),
      trivial(beside(state.extension, Matrix<double>(state.regions, state.extension.total_degree.empty() ? 0 : 1))) {
  std::ranges::copy(state.extension.component_of, component.coordinates.data());
  std::fill_n(trivial.coordinates.data(), trivial.coordinates.size(), 1.0);
  trivial.total_degree = state.extension.total_degree;
}

NewPoints places_for(Index size, const Model::State& state) {
  NewPoints result;
  result.embedding = Matrix<double>(size, state.extension.coordinates.cols());
  result.layout = Matrix<double>(state.layout_anchors.size() > 0 ? size : 0, state.layout_anchors.cols());
  return result;
}

void carry(const PointRegionAffinity& region_sums, const Model::State& state, const Companions& beside, Index begin,
           NewPoints& result, const Execution& run) {
  const auto carried = [&](const Extension& extension) { return extend(region_sums, extension, run); };
  const Matrix<double> part = carried(state.extension);
  std::copy_n(part.data(), part.size(), result.embedding.row(begin).data());
  if (result.layout.size() > 0) {
    const Matrix<double> places = carried(beside.layout);
    std::copy_n(places.data(), places.size(), result.layout.row(begin).data());
  }
  if (beside.component.coordinates.size() > 0)
    for (const double number : values_of(carried(beside.component)))
      result.component_of.push_back(static_cast<Index>(std::lround(number)));
  if (beside.trivial.coordinates.size() > 0)
    for (const double root : values_of(carried(beside.trivial))) result.trivial.push_back(root);
}

}  // namespace codimap
