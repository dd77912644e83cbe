#include "model/saved_state.hpp"

#include <algorithm>
#include <numeric>

#include "diffusion/walk.hpp"
#include "model/carry.hpp"
#include "model/fits_together.hpp"

namespace codimap {
namespace {

/// The kernel is that of the points, and not of landmarks.
bool holds_walk(const Model::State& state) { return state.kernel && state.kernel->size() == state.points; }

/// A pass over a kernel that stores its rows takes less time than reading its result.
bool holds_rows(const Model::State& state) { return holds_walk(state) && !state.kernel->stored_rows().empty(); }

std::vector<Index> own_regions(Index points) {
  std::vector<Index> region_of(static_cast<std::size_t>(points));
  std::iota(region_of.begin(), region_of.end(), Index{0});
  return region_of;
}

std::vector<Index> given_regions(const Model::State& state) { return Order(state.order).to_given(state.region_of, {}); }

/// As the regions of the points have it; empty where there is one component or some points have no region.
std::vector<Index> given_components(const Model::State& state) {
  const std::vector<Index>& of_region = state.extension.component_of;
  if (of_region.empty() || std::ranges::find(state.region_of, no_region) != state.region_of.end()) return {};
  std::vector<Index> component_of;
  for (const Index region : state.region_of) component_of.push_back(of_region[region]);
  return Order(state.order).to_given(std::move(component_of), {});
}

void restore_regions(Model::State& state) {
  if (state.kernel && state.region_of.empty()) state.region_of = own_regions(state.kernel->size());
  std::vector<double>& weight = state.extension.region_weight;
  const bool possible = state.regions >= 1 && state.regions <= static_cast<Index>(state.region_of.size());
  if (weight.empty() && possible) weight.assign(static_cast<std::size_t>(state.regions), 1);
}

void restore_result(Model::State& state, const Execution& run) {
  Result& result = state.result;
  const Order order(state.order);
  if (result.stationary.empty()) result.stationary = order.to_given(stationary_of(*state.kernel), run);
  if (result.partition.region_of.empty() && result.partition.regions > 0)
    result.partition.region_of = given_regions(state);
  if (result.component_of.empty()) result.component_of = given_components(state);
  if (result.embedding.size() > 0 || !holds_rows(state)) return;
  NewPoints places = places_for(state.points, state);
  const PointRegionAffinity sums = state.kernel->region_sums(state.region_of, state.regions, run);
  carry(sums, state, Companions(state), 0, places, run);
  result.embedding = order.to_given(std::move(places.embedding), run);
  result.layout = order.to_given(std::move(places.layout), run);
}

/// A value, or a row of them, for each point.
bool is_complete(const Model::State& state) {
  const Result& result = state.result;
  const auto points = static_cast<std::size_t>(state.points);
  const auto none_or_all = [points](std::size_t size) { return size == 0 || size == points; };
  return result.stationary.size() == points && result.embedding.rows() == state.points &&
         result.embedding.cols() == static_cast<Index>(result.eigenvalues.size()) &&
         none_or_all(static_cast<std::size_t>(result.layout.rows())) && none_or_all(result.component_of.size()) &&
         none_or_all(result.partition.region_of.size());
}

}  // namespace

Model::State without_what_follows(const Model::State& state) {
  Model::State kept = state;
  const auto is_one = [](double weight) { return weight == 1; };
  if (std::ranges::all_of(state.extension.region_weight, is_one)) kept.extension.region_weight.clear();
  if (!holds_walk(state)) return kept;
  if (state.region_of == own_regions(state.points)) kept.region_of.clear();
  if (state.result.partition.region_of == given_regions(state)) kept.result.partition.region_of.clear();
  if (state.result.component_of == given_components(state)) kept.result.component_of.clear();
  kept.result.stationary.clear();
  if (holds_rows(state)) kept.result.embedding = kept.result.layout = {};
  return kept;
}

bool restore(Model::State& state, const Execution& run) {
  restore_regions(state);
  if (!fits_together(state)) return false;
  if (holds_walk(state)) restore_result(state, run);
  return is_complete(state);
}

}  // namespace codimap
