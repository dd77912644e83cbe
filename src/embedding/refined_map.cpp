#include "embedding/refined_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/fail.hpp"
#include "embedding/certificate.hpp"
#include "refinement/estimate.hpp"
#include "refinement/solve.hpp"

namespace codimap {
namespace {

// Residuals shrink faster than estimates tell, and bounds with them: so many steps more are worth it where they bring
// some.
constexpr Index most_steps_for_bounds = 3;
// What a step leaves of residuals. Those of vectors that were constant on regions are mostly roughness, which goes
// sooner.
constexpr double least_left = 0.25;
constexpr double most_left = 0.75;

std::span<const double> first(const std::vector<double>& values, Index count) {
  return std::span(values).first(static_cast<std::size_t>(std::min(count, std::ssize(values))));
}

Certificate certificate_of(const Convergence& now, std::span<const double> walked_residuals, Index nodes) {
  constexpr Index constant = 1;
  return certify(now.values, now.residuals, walked_residuals, nodes - constant, now.searched_above);
}

/// Of components walked one more step, at most, since a step never lengthens.
std::vector<double> walked_residuals(const Convergence& now, Index components) {
  std::vector<double> walked;
  for (Index c = 0; c < components; ++c) walked.push_back(now.residuals[c] / std::abs(now.values[c]));
  return walked;
}

/// Components whose angle to the exact ones has a small bound once residuals have fallen to this share.
Index bounded_components(const Convergence& now, double share, Index components, Index nodes) {
  Convergence later = now;
  later.values.resize(std::min(now.values.size(), now.residuals.size()));
  later.residuals.resize(later.values.size());
  for (double& residual : later.residuals) residual *= share;
  const Certificate certificate = certificate_of(later, walked_residuals(later, components), nodes);
  return std::ranges::count_if(certificate.angles, [](double angle) { return angle <= useful_angle; });
}

/// Error measure over its goal; at most 1 when done.
class Excess {
 public:
  Excess(const RefineGoal& goal, Index components, Index nodes) : goal_(goal), components_(components), nodes_(nodes) {}

  Verdict operator()(const Convergence& now) {
    if (goal_.residual) return std::ranges::max(first(now.residuals, components_)) / *goal_.residual;
    const bool can_bound = now.searched_above < std::min(1.0, now.values.front());  // rounding may pass 1
    if (!goal_.bound) return of_estimate(now, can_bound);
    if (can_bound) return of_bounds(now) / *goal_.bound;
    // Where there can be no bound, an angle is estimated instead.
    constexpr Index steps_with_search = 2;
    if (now.steps <= steps_with_search) return not_yet;
    return estimate_excess(now.estimated_angles, std::min(*goal_.bound, goal_.estimated_angle));
  }

 private:
  [[nodiscard]] Verdict of_estimate(const Convergence& now, bool can_bound) {
    const double left = note_residuals(now);
    const double excess = estimate_excess(now.estimated_angles, goal_.estimated_angle);
    if (excess > 1 || !can_bound || steps_for_bounds_ == most_steps_for_bounds) return excess;
    const Index room = most_steps_for_bounds - steps_for_bounds_;
    const Index soon = bounded_components(now, left, components_, nodes_);
    if (soon == components_) return excess;
    const double at_best = std::pow(least_left, static_cast<double>(1 + room));
    if (bounded_components(now, at_best, components_, nodes_) <= soon) return excess;
    ++steps_for_bounds_;
    return {not_yet, true};
  }

  /// The share of residuals that a step leaves.
  double note_residuals(const Convergence& now) {
    double square = 0;
    for (const double residual : first(now.residuals, components_)) square += residual * residual;
    const double before = std::exchange(last_residual_, std::sqrt(square));
    return before > 0 ? std::clamp(last_residual_ / before, least_left, most_left) : least_left;
  }

  [[nodiscard]] double of_bounds(const Convergence& now) const {
    return std::ranges::max(certificate_of(now, walked_residuals(now, components_), nodes_).angles);
  }

  static constexpr double not_yet = 2;

  RefineGoal goal_;
  Index components_;
  Index nodes_;
  Index steps_for_bounds_ = 0;
  double last_residual_ = 0;
};

/// Residuals of unit vectors as those of the walked vectors A·v/θ themselves, of squared length 1 + (r/θ)².
std::vector<double> unscaled(std::vector<double> residuals, const Solution& found) {
  for (std::size_t c = 0; c < residuals.size(); ++c)
    residuals[c] *= std::hypot(1, found.residuals[c] / found.values[c]);
  return residuals;
}

/// A walked vector is divided by its eigenvalue. Behind a 0 there may be negative ones, which the paper's map, that
/// knows squares only, takes for positive.
void refuse_zero(std::span<const double> values) {
  for (std::size_t c = 0; c < values.size(); ++c)
    if (std::abs(values[c]) < 1e-10)
      fail(ErrorKind::bad_data,
           "eigenvalue {} beside the trivial one is 0 and has no coordinates; ask for at most {} components, or "
           "take the exact method, whose coordinates of it are 0",
           c + 1, c);
}

[[noreturn]] void give_up(const Solution& found, Index components, double wanted) {
  std::string residuals;
  for (const double residual : first(found.residuals, components))
    residuals += text("{}{:.1e}", residuals.empty() ? "" : ", ", residual);
  fail(ErrorKind::not_converged,
       "refinement did not reach a residual of {:g} in {} steps; the residuals are {}; ask for fewer components or a "
       "larger residual",
       wanted, found.steps, residuals);
}

PointMap map_of(Solution found, const Kernel& kernel, Index components, Index nodes, const Execution& run) {
  PointMap map;
  map.eigenvalues.assign(found.values.begin(), found.values.begin() + components);
  map.residuals = residuals_of(DiffusionAffinity(kernel), map.eigenvalues, found.walked, run);
  map.certificate = certificate_of(found, unscaled(map.residuals, found), nodes);
  map.certificate.estimated_angles = std::move(found.estimated_angles);
  extend_by_walking(map, std::move(found.vectors), std::move(found.walked), run);
  return map;
}

}  // namespace

Index distinct_points(const Kernel& kernel) {
  const StoredRows stored = kernel.stored_rows();
  return std::visit(
      [&](const auto& rows) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(rows)>, std::monostate>) return rows.rows();
        return kernel.size();
      },
      stored.rows);
}

double refinement_bytes(double points, double components, double entries, bool in_double) {
  const auto columns = static_cast<double>(block_columns(static_cast<Index>(components)));
  const double wider = columns + 8;  // with random ones
  // Pairs and corrections with their images, and directions with theirs, which float32 needs for about half of all
  // data; in float64 residuals and corrections in float32 as well.
  const double space =
      in_double || entries == 0 ? 8 * (4 * columns + 2 * wider) + 4 * 2 * wider : 4 * (3 * columns + 2 * wider);
  constexpr double coarser = 0.3;  // nodes of all coarser levels together, over those of the finest
  constexpr double coarser_entries = 0.15;
  const double cycle = entries > 0 ? 4 * wider * (1 + 4 * coarser) + 100 : 0;
  return points * (space + cycle) + coarser_entries * 12 * entries;
}

PointMap refined_map(const Kernel& kernel, KnownRegions regions, Index components, const RefineGoal& goal,
                     std::uint64_t seed, const Execution& run) {
  const Index nodes = distinct_points(kernel);
  Solution found;
  {
    const Levels levels = levels_of(kernel, regions, block_columns(components), run);
    regions.affinity = {};
    const bool to_residual = goal.bound || goal.residual;
    found = solve(levels,
                  {.components = components,
                   .excess = Excess(goal, components, nodes),
                   .to_residual = to_residual,
                   .max_steps = to_residual ? 200 : 40,
                   .search_degree = goal.bound ? 400 : 40,
                   .seed = seed},
                  run);
  }
  refuse_zero(first(found.values, components));
  if (goal.residual && std::ranges::max(first(found.residuals, components)) > *goal.residual)
    give_up(found, components, *goal.residual);
  return map_of(std::move(found), kernel, components, nodes, run);
}

}  // namespace codimap
