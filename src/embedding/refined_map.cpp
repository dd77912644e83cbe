#include "embedding/refined_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <variant>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "embedding/certificate.hpp"
#include "embedding/piecewise_start.hpp"
#include "embedding/random_start.hpp"
#include "embedding/refine.hpp"
#include "embedding/smooth_start.hpp"
#include "embedding/trivial.hpp"
#include "linalg/dense.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 1024;
constexpr Index guards_of_smooth_start = 6;  // where no gap is to be proven: one short filter then mostly does

/// From φ to ψ = Q^½φ, in place.
void symmetrise(Matrix<double>& phi, std::span<const double> degree, const Execution& run) {
  parallel_for(run, phi.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double root = std::sqrt(degree[i]);
      for (double& value : phi.row(i)) value *= root;
    }
  });
}

/// The first columns of ψ as φ = Q^-½ψ, each times its factor.
Matrix<double> unsymmetrised(const Matrix<double>& psi, std::span<const double> factors, std::span<const double> degree,
                             const Execution& run) {
  auto phi = Matrix<double>::for_overwrite(psi.rows(), static_cast<Index>(factors.size()));
  parallel_for(run, psi.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double inverse_root = 1 / std::sqrt(degree[i]);
      for (Index c = 0; c < phi.cols(); ++c) phi(i, c) = factors[c] * inverse_root * psi(i, c);
    }
  });
  return phi;
}

Certificate certificate_of(const RefinedPairs& now, std::span<const double> walked_residuals) {
  // Without the trivial vector.
  return certify(now.pairs.values, now.pairs.residuals, walked_residuals, now.pairs.vectors.rows() - 1,
                 now.searched_above);
}

/// Residuals of unit vectors as those of the walked vectors A·v/θ themselves, of squared length 1 + (r/θ)².
std::vector<double> unscaled(std::vector<double> residuals, const RitzBlock& pairs) {
  for (std::size_t i = 0; i < residuals.size(); ++i)
    residuals[i] *= std::hypot(1, pairs.residuals[i] / pairs.values[i]);
  return residuals;
}

/// A walked vector is divided by its eigenvalue. Behind a 0 there may be negative ones, which the paper's map, that
/// knows squares only, takes for positive.
void refuse_zero(std::span<const double> values, Index components) {
  for (Index c = 0; c < components; ++c)
    if (std::abs(values[static_cast<std::size_t>(c)]) < 1e-10)
      fail(ErrorKind::bad_data,
           "eigenvalue {} beside the trivial one is 0 and has no coordinates; ask for at most {} components, or "
           "take the exact method, which goes on to negative ones",
           c + 1, c);
}

/// How many times larger than the goal what is to be small still is.
double excess_over(const RefineGoal& goal, const RefinedPairs& now, Index components) {
  const auto residuals = std::span(now.pairs.residuals).first(static_cast<std::size_t>(components));
  if (goal.proven_angle) {
    std::vector<double> walked(residuals.begin(), residuals.end());  // at most, since a step never lengthens
    for (std::size_t i = 0; i < walked.size(); ++i) walked[i] /= std::abs(now.pairs.values[i]);
    return std::ranges::max(certificate_of(now, walked).angles) / *goal.proven_angle;
  }
  if (goal.residual) return std::ranges::max(residuals) / *goal.residual;
  const auto& angles = now.estimated_angles;
  const double square = std::inner_product(angles.begin(), angles.end(), angles.begin(), 0.0);
  constexpr double single = 2.5;  // times as far from exact as in the mean one may be
  return std::max(std::sqrt(square / static_cast<double>(components)), std::ranges::max(angles) / single) /
         goal.estimated_angle;
}

[[noreturn]] void give_up(const RefinedPairs& found, Index components, double wanted) {
  std::string residuals;
  for (Index c = 0; c < components; ++c)
    residuals += text("{}{:.1e}", c == 0 ? "" : ", ", found.pairs.residuals[static_cast<std::size_t>(c)]);
  fail(
      ErrorKind::not_converged,
      "refinement did not reach a residual of {:g} in {} products; the residuals are {}; ask for fewer components or a "
      "larger residual",
      wanted, found.products, residuals);
}

/// A = Q^-½GQ^-½ as refinement asks for it.
struct Walk {
  Walk(const DiffusionAffinity& of, const Execution& run)
      : affinity(of),
        trivial(trivial_vectors(std::vector<Index>(of.kernel().degree().size()), of.kernel().degree())),
        products(products_of(of, run)) {}

  const DiffusionAffinity& affinity;
  Matrix<double> trivial;
  RefineOperator products;
};

RefineOptions options_for(const RefineGoal& goal, Index components, std::uint64_t seed) {
  const bool proof = goal.proven_angle || goal.residual;
  return {.components = components,
          .excess = [goal, components](const RefinedPairs& now) { return excess_over(goal, now, components); },
          .locked_angle = proof ? 0 : 0.2 * goal.estimated_angle,
          .locked_residual = goal.residual.value_or(0) / 2,
          // Angles estimated after a first step are far too large to go by.
          .most_gain = proof ? 256.0 : 2.5,
          .max_products = proof ? 6000 : 1000,
          .probe_degree = goal.proven_angle ? 400 : 40,
          .seed = seed};
}

PointMap map_of(const RefinedPairs& found, const Walk& walk, Index components, const RefineGoal& goal,
                const Execution& run) {
  if (goal.residual && excess_over(goal, found, components) > 1) give_up(found, components, *goal.residual);
  const auto& values = found.pairs.values;
  refuse_zero(values, components);
  PointMap map;
  map.eigenvalues.assign(values.begin(), values.begin() + components);
  std::vector<double> factors(static_cast<std::size_t>(components), 1);
  const std::span<const double> degree = walk.affinity.kernel().degree();
  Matrix<double> vectors = unsymmetrised(found.pairs.vectors, factors, degree, run);
  for (std::size_t c = 0; c < factors.size(); ++c) factors[c] = 1 / map.eigenvalues[c];
  Matrix<double> walked = unsymmetrised(found.pairs.images, factors, degree, run);
  map.residuals = residuals_of(walk.affinity, map.eigenvalues, walked, run);
  map.certificate = certificate_of(found, unscaled(map.residuals, found.pairs));
  for (const double angle : found.estimated_angles)
    map.certificate.estimated_angles.push_back(std::min(angle, std::numbers::pi / 2));
  extend_by_walking(map, std::move(vectors), std::move(walked), run);
  return map;
}

PointMap refined_from(RefineStart start, const Walk& walk, Index components, const RefineGoal& goal, std::uint64_t seed,
                      const Execution& run) {
  return map_of(refine(walk.products, walk.trivial, std::move(start), options_for(goal, components, seed), run), walk,
                components, goal, run);
}

/// What regions that were split know beside what the others do: of the span of both the best, as many as there were.
void add_pieces(const PiecewiseStart& pieces, const Walk& walk, RefineStart& start, const Execution& run) {
  const Index columns = start.vectors.cols();
  Matrix<double> block = side_by_side(pieces.start.vectors, start.vectors, run);
  const TallView trivial = first_columns(walk.trivial, walk.trivial.cols());
  subtract_product(block, trivial, dot(trivial, block, run), run);
  Matrix<double> images = images_of(walk.products.multiply, block);
  RitzBlock best = rayleigh_ritz(std::move(block), std::move(images), run);
  const Index kept = std::min(columns, best.vectors.cols());
  start.values.assign(best.values.begin(), best.values.begin() + kept);
  start.vectors = columns_between(best.vectors, 0, kept, run);
}

/// Nothing can be proven here: an angle is estimated instead.
PointMap corrected_from(PiecewiseStart start, const Walk& walk, Index components, RefineGoal goal, std::uint64_t seed,
                        const Execution& run) {
  if (goal.proven_angle) goal = {.estimated_angle = std::min(*goal.proven_angle, goal.estimated_angle)};
  RefineOptions options = options_for(goal, components, seed);
  options.max_products = 300;
  return map_of(correct(walk.products, walk.trivial, std::move(start.start), start.correction, options, run), walk,
                components, goal, run);
}

}  // namespace

// More guards make filters shorter; on graphs of 10^5 and 10^6 points 14 were faster than 6 for 10 components.
Index spare_components(Index components) { return std::max<Index>(14, components / 2); }

// The vectors and their images, or in place of these two blocks in float32; without a smooth start also what vectors
// were, or what was locked.
double refinement_bytes(double points, double components, bool smooth) {
  const double columns = components + static_cast<double>(smooth ? guards_of_smooth_start
                                                                 : spare_components(static_cast<Index>(components)));
  return sizeof(double) * points * columns * (smooth ? 2 : 3.5);
}

PointMap refined_map(const DiffusionAffinity& affinity, PointMap start, Index components, const RefineGoal& goal,
                     std::uint64_t seed, const Execution& run) {
  auto columns = static_cast<Index>(start.eigenvalues.size());
  if (!goal.proven_angle) columns = std::min(columns, components + guards_of_smooth_start);
  const bool until_seen = goal.proven_angle || goal.residual;
  const Walk walk(affinity, run);
  std::optional<PiecewiseStart> pieces =
      piecewise_start(affinity, walk.products, start, components, columns, seed, run);
  if (pieces && pieces->cut_off >= components) {
    start = {};
    return corrected_from(std::move(*pieces), walk, components, goal, seed, run);
  }
  std::optional<PointMap> smooth =
      smooth_start(affinity, start.eigenvalues, components, columns, seed, run, until_seen ? 1e-2 : 1e-3);
  if (smooth) start = std::move(*smooth);
  symmetrise(start.vectors, affinity.kernel().degree(), run);
  (void)make_unit_columns(start.vectors, run);
  RefineStart from{
      .values = std::move(start.eigenvalues), .vectors = std::move(start.vectors), .smooth = smooth.has_value()};
  if (pieces) add_pieces(*pieces, walk, from, run);
  return refined_from(std::move(from), walk, components, goal, seed, run);
}

bool is_small_graph(const DiffusionAffinity& affinity, const Execution& run) {
  constexpr Index few_points = 10000;
  const std::vector<Index> any{0};
  return affinity.kernel().size() <= few_points && affinity.fits_float() &&
         std::holds_alternative<SparseRows>(affinity.power_columns(any, 1, run));
}

std::optional<PointMap> refined_small_graph(const DiffusionAffinity& affinity, Index components, double residual,
                                            std::uint64_t seed, const Execution& run) {
  const Walk walk(affinity, run);
  std::optional<RefineStart> start =
      random_start(walk.products, walk.trivial, components, components + spare_components(components), seed, run);
  if (!start) return std::nullopt;
  return refined_from(std::move(*start), walk, components, {.residual = residual}, seed, run);
}

}  // namespace codimap
