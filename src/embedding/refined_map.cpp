#include "embedding/refined_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "embedding/certificate.hpp"
#include "embedding/refine.hpp"
#include "embedding/smooth_start.hpp"
#include "embedding/trivial.hpp"
#include "linalg/dense.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;
constexpr Index guards_of_smooth_start = 6;  // without a proof: one short filter then mostly does

/// diag(degree^power)·matrix, in place: from φ to ψ and back.
void scale_by_degree(Matrix<double>& matrix, std::span<const double> degree, double power, const Execution& run) {
  parallel_for(run, matrix.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const double factor = std::pow(degree[i], power);
      for (double& value : matrix.row(i)) value *= factor;
    }
  });
}

/// The first columns, each times its factor.
Matrix<double> scaled_columns(const Matrix<double>& matrix, std::span<const double> factors, const Execution& run) {
  auto result = Matrix<double>::for_overwrite(matrix.rows(), static_cast<Index>(factors.size()));
  parallel_for(run, matrix.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < result.cols(); ++c) result(i, c) = factors[c] * matrix(i, c);
  });
  return result;
}

void make_unit_columns(Matrix<double>& matrix, const Execution& run) {
  const Matrix<double> gram = transposed_product(matrix, matrix, {}, run);
  std::vector<double> factors;
  for (Index c = 0; c < gram.cols(); ++c) factors.push_back(1 / std::sqrt(gram(c, c)));
  matrix = scaled_columns(matrix, factors, run);
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

/// Angles as they were estimated; right ones where nothing can be: where many points are all but cut off, eigenvalues
/// lie so close to 1, and to each other, that the next step may still bring others.
std::vector<double> estimated_angles(const RefinedPairs& found) {
  constexpr double all_but_cut_off = 1e-9;
  std::vector<double> angles = found.estimated_angles;
  for (std::size_t i = 0; i < angles.size(); ++i)
    angles[i] =
        found.pairs.values[i] > 1 - all_but_cut_off ? std::numbers::pi / 2 : std::min(angles[i], std::numbers::pi / 2);
  return angles;
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
  return std::sqrt(square / static_cast<double>(components)) / goal.estimated_angle;
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

}  // namespace

// More guards make filters shorter; on graphs of 10^5 and 10^6 points 14 were faster than 6 for 10 components.
Index spare_components(Index components) { return std::max<Index>(14, components / 2); }

// The vectors, their images, and what Rayleigh and Ritz turn one or both into; without a smooth start also what vectors
// were, and what was locked.
double refinement_bytes(double points, double components, bool smooth) {
  const double columns = components + static_cast<double>(smooth ? guards_of_smooth_start
                                                                 : spare_components(static_cast<Index>(components)));
  return sizeof(double) * points * columns * (smooth ? 3 : 6);
}

PointMap refined_map(const DiffusionAffinity& affinity, PointMap start, Index components, const RefineGoal& goal,
                     std::uint64_t seed, const Execution& run) {
  const Kernel& kernel = affinity.kernel();
  const std::span<const double> degree = kernel.degree();
  const bool proof = goal.proven_angle || goal.residual;
  const auto columns = static_cast<Index>(start.eigenvalues.size());
  std::optional<PointMap> smooth =
      smooth_start(affinity, start.eigenvalues, components,
                   proof ? columns : std::min(columns, components + guards_of_smooth_start), seed, run);
  if (smooth) start = std::move(*smooth);
  scale_by_degree(start.vectors, degree, 0.5, run);
  make_unit_columns(start.vectors, run);
  const Matrix<double> trivial = trivial_vectors(std::vector<Index>(degree.size()), degree);
  const auto multiply = [&](MatrixView<double> block, const Kernel::RowConsumer& consume) {
    affinity.multiply_rows(block, consume, run);
  };
  const auto multiply_float = [&](MatrixView<float> block, const Kernel::FloatRowConsumer& consume) {
    affinity.multiply_rows(block, consume, run);
  };
  RefineOptions options{.components = components,
                        .excess = [&](const RefinedPairs& now) { return excess_over(goal, now, components); },
                        .locked_angle = proof ? 0 : 0.2 * goal.estimated_angle,
                        // Angles estimated after a first step are far too large to go by.
                        .most_gain = proof ? 256.0 : 2.5,
                        .max_products = proof ? 6000 : 1000,
                        .probe_degree = goal.proven_angle ? 400 : 40,
                        .seed = seed};
  const RefinedPairs found = refine(
      {multiply, multiply_float}, trivial,
      {.values = std::move(start.eigenvalues), .vectors = std::move(start.vectors), .smooth = smooth.has_value()},
      options, run);
  if (goal.residual && excess_over(goal, found, components) > 1) give_up(found, components, *goal.residual);

  const auto& values = found.pairs.values;
  refuse_zero(values, components);
  PointMap map;
  map.eigenvalues.assign(values.begin(), values.begin() + components);
  std::vector<double> factors(static_cast<std::size_t>(components), 1);
  Matrix<double> vectors = scaled_columns(found.pairs.vectors, factors, run);
  for (std::size_t c = 0; c < factors.size(); ++c) factors[c] = 1 / map.eigenvalues[c];
  Matrix<double> walked = scaled_columns(found.pairs.images, factors, run);
  scale_by_degree(vectors, degree, -0.5, run);
  scale_by_degree(walked, degree, -0.5, run);
  map.residuals = residuals_of(affinity, map.eigenvalues, walked, run);
  map.certificate = certificate_of(found, unscaled(map.residuals, found.pairs));
  map.certificate.estimated_angles = estimated_angles(found);
  extend_by_walking(map, std::move(vectors), std::move(walked), run);
  return map;
}

}  // namespace codimap
