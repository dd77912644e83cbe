// The whole method through fit(), against the oracle, and what moves no answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/random.hpp"
#include "codimap/model.hpp"
#include "laws/closed_forms.hpp"
#include "laws/conversions.hpp"
#include "laws/library_kernels.hpp"
#include "laws/relative_error.hpp"
#include "reference/coherence.hpp"
#include "reference/comparison.hpp"
#include "reference/compression.hpp"
#include "reference/map.hpp"
#include "reference/partition.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

/// λᵗφ divided by λᵗ.
MatrixXd unscaled(const Result& result, double time) {
  const VectorXd scale = to_eigen(result.eigenvalues).array().pow(-time);
  return to_eigen(result.embedding) * scale.asDiagonal();
}

/// What holds for the embedding of every method: finite, of unit norm under the stationary distribution, the largest
/// entry positive.
void expect_normalised(const Result& result, const MatrixXd& G, double time) {
  const MatrixXd phi = unscaled(result, time);
  ASSERT_TRUE(phi.allFinite());
  const VectorXd pi = reference::degree(G) / G.sum();
  for (Index c = 0; c < phi.cols(); ++c) {
    EXPECT_NEAR((pi.array() * phi.col(c).array().square()).sum(), 1, 1e-10) << "column " << c;
    EXPECT_NEAR(phi.col(c).maxCoeff(), phi.col(c).cwiseAbs().maxCoeff(), 1e-12) << "column " << c;
  }
}

/// ‖Aψ − λψ‖ for ψ = Q^½φ of unit norm.
VectorXd residuals_of(const MatrixXd& phi, const VectorXd& lambda, const MatrixXd& G) {
  const MatrixXd psi = (reference::degree(G).cwiseSqrt().asDiagonal() * phi).colwise().normalized();
  return (reference::affinity(G) * psi - psi * lambda.asDiagonal()).colwise().norm().transpose();
}

/// Positive eigenvalues beside the trivial one, ten at most and at most half of all.
Index some_components(const MatrixXd& G) {
  const VectorXd lambda = reference::diffusion_map(G).eigenvalues;
  const Index positive = std::count_if(lambda.begin() + 1, lambda.end(), [](double value) { return value > 0.02; });
  return std::min({Index{10}, positive, G.rows() / 2});
}

/// law(points, options, G) on the point cases of one seed that have something to embed and are connected.
template <class Law>
void for_all_fits(Method method, std::uint64_t seed, const Law& law) {
  for (const PointCase& known : point_cases(seed)) {
    SCOPED_TRACE(known.name);
    const Index components = some_components(known.G);
    if (components < 1 || known.G.rows() < 9) continue;
    if (reference::diffusion_map(known.G).eigenvalues(1) > 1 - 1e-9) continue;
    law(known, Options{.method = method, .kernel = known.options, .map = {.components = components, .time = 1.5}});
  }
}

TEST(ExactFit, FindsTheMapOfTheOracle) {
  for_all_fits(Method::exact, 0, [](const PointCase& known, const Options& options) {
    const Model model = fit(to_matrix(known.points), options);
    const Result& result = model.result();
    const VectorXd lambda = reference::diffusion_map(known.G).eigenvalues.segment(1, *options.map.components);
    EXPECT_LT(relative_error(to_eigen(result.eigenvalues), lambda), 1e-10);
    expect_normalised(result, known.G, 1.5);
    const VectorXd residuals = residuals_of(unscaled(result, 1.5), lambda, known.G);
    EXPECT_LT(residuals.maxCoeff(), 1e-8);
    EXPECT_LT((to_eigen(result.residuals) - residuals).cwiseAbs().maxCoeff(), 1e-8);
  });
}

TEST(ExactFit, FindsKnownSpectraOfGraphsWithTheirMultiplicities) {
  for (const KnownGraph& known : known_graphs()) {
    SCOPED_TRACE(known.name);
    const VectorXd& lambda = known.eigenvalues;
    const Index positive = std::count_if(lambda.begin() + 1, lambda.end(), [](double value) { return value > 1e-9; });
    const bool invertible = lambda.cwiseAbs().minCoeff() > 1e-9;
    for (const Index components : {positive / 2, positive, invertible ? lambda.size() - 1 : 0}) {
      if (components < 1) continue;
      const Model model = fit(to_graph(known.weights), {.method = Method::exact, .map = {.components = components}});
      const VectorXd found = to_eigen(model.result().eigenvalues);
      EXPECT_LT((found - lambda.segment(1, components)).cwiseAbs().maxCoeff(), 1e-12) << components << " components";
    }
  }
}

TEST(ExactFit, FindsKnownSpectraOfPointsWithTheirMultiplicities) {
  for (const KnownPoints& known : known_points()) {
    SCOPED_TRACE(known.name);
    const VectorXd& lambda = known.eigenvalues;
    const Index positive = std::count_if(lambda.begin() + 1, lambda.end(), [](double value) { return value > 1e-6; });
    const Index components = std::min(positive, lambda.size() / 2);
    const Model model = fit(to_matrix(known.points),
                            {.method = Method::exact,
                             .kernel = {.kind = KernelKind::gaussian, .epsilon = known.epsilon, .neighbors = dense},
                             .map = {.components = components}});
    const VectorXd found = to_eigen(model.result().eigenvalues);
    EXPECT_LT((found - lambda.segment(1, components)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// Eigenvalues, the trivial one left out, that are above 0 by more than rounding.
VectorXd positive(const VectorXd& eigenvalues) {
  const auto zero = std::find_if(eigenvalues.begin() + 1, eigenvalues.end(), [](double value) { return value < 1e-9; });
  return eigenvalues.segment(1, zero - eigenvalues.begin() - 1);
}

TEST(ExactFit, FindsTheSpectrumOfEachOfTwoDisjointGraphs) {
  const std::vector<KnownGraph> known = known_graphs();
  for (std::size_t g = 1; g < known.size(); ++g) {
    SCOPED_TRACE(known[g - 1].name + " and " + known[g].name);
    const bool first_is_larger = known[g - 1].weights.rows() >= known[g].weights.rows();
    const KnownGraph& large = known[first_is_larger ? g - 1 : g];
    const KnownGraph& small = known[first_is_larger ? g : g - 1];
    const Index N = large.weights.rows();
    const Index M = small.weights.rows();
    const VectorXd lambda = positive(large.eigenvalues);
    if (lambda.size() < 1) continue;
    MatrixXd weights = MatrixXd::Zero(N + M, N + M);
    weights.topLeftCorner(M, M) = small.weights;
    weights.bottomRightCorner(N, N) = large.weights;
    const Model model = fit(to_graph(weights), {.method = Method::exact, .map = {.components = lambda.size()}});
    const Result& result = model.result();
    EXPECT_EQ(result.component_sizes, (std::vector<Index>{N, M}));
    EXPECT_LT((to_eigen(result.eigenvalues) - lambda).cwiseAbs().maxCoeff(), 1e-12);
    const VectorXd other = positive(small.eigenvalues);
    const Index both = std::min({other.size(), lambda.size(), std::ssize(result.other_spectra.at(0).eigenvalues)});
    EXPECT_EQ(both, std::min(other.size(), lambda.size()));
    if (both == 0) continue;
    const VectorXd found = to_eigen(result.other_spectra[0].eigenvalues);
    EXPECT_LT((found.head(both) - other.head(both)).cwiseAbs().maxCoeff(), 1e-12);
  }
}

// Eigenvalues 1, 0, −1: 0 has no direction of its own in λᵗφ, −1 has.
TEST(ExactFit, OfAPathOfThreeDoesNotTakeZeroForAComponentAndLeaveOutMinusOne) {
  const Graph path{.cols = 3, .offsets = {0, 1, 3, 4}, .columns = {1, 0, 2, 1}, .values = {1, 1, 1, 1}};
  const Model model = fit(path, {.method = Method::exact});
  const VectorXd found = to_eigen(model.result().eigenvalues);
  EXPECT_TRUE((found.size() == 1 && std::abs(found(0) + 1) < 1e-12) ||
              (found.size() == 2 && std::abs(found(0)) < 1e-12 && std::abs(found(1) + 1) < 1e-12))
      << found.transpose();
}

TEST(CompressedFit, IsThePipelineOfTheOracle) {
  for_all_fits(Method::compressed, 1, [](const PointCase& known, Options options) {
    const Index N = known.G.rows();
    options.regions = {.regions = 1 + N * 2 / 3, .coherence_time = 2, .seed = 11};
    options.map.refine = unrefined;
    const Model model = fit(to_matrix(known.points), options);
    const Result& result = model.result();
    const Partition& partition = result.partition;
    VectorXd u(N);
    for (Index i = 0; i < N; ++i) u(i) = random_uniform(11, RandomStream::centroids, static_cast<std::uint64_t>(i));
    const VectorXd rho = reference::coherence(reference::affinity(known.G), 2);
    const Indices L = reference::choose_centroids(rho, u, 1 + N * 2 / 3);
    EXPECT_TRUE(std::equal(L.begin(), L.end(), partition.centroids.begin()));
    const auto [sigma, phi] =
        reference::compressed_map(reference::compressed_kernel(known.G, partition.region_of, partition.regions));
    const Index D = *options.map.components;
    EXPECT_LT(relative_error(to_eigen(result.eigenvalues), sigma.segment(1, D)), 1e-10);
    expect_normalised(result, known.G, 1.5);
  });
}

/// The columns of a map whose eigenvalue stands alone are determined up to their sign.
TEST(CompressedFit, InterpolatesTheVectorsOfTheOracleBothWays) {
  Random random(3);
  const MatrixXd X = reference::random_points(random, 200, 2) * Eigen::Vector2d(3, 1).asDiagonal();
  const MatrixXd G = reference::gaussian_kernel(X, 2);
  const VectorXd pi = reference::degree(G) / G.sum();
  for (const Interpolation interpolation : {Interpolation::point_to_region, Interpolation::region_to_point}) {
    const Model model =
        fit(to_matrix(X), {.kernel = {.kind = KernelKind::gaussian, .epsilon = 2, .neighbors = dense},
                           .regions = {.regions = 40},
                           .map = {.components = 4, .time = 0, .interpolation = interpolation, .refine = unrefined}});
    const Partition& partition = model.result().partition;
    const auto [sigma, phi] = reference::compressed_map(reference::compressed_kernel(G, partition.region_of, 40));
    MatrixXd expected =
        interpolation == Interpolation::point_to_region
            ? reference::interpolate_point_to_region(G, partition.region_of, phi.middleCols(1, 4), sigma.segment(1, 4))
            : reference::interpolate_region_to_point(G, partition.region_of, phi.middleCols(1, 4));
    for (Index c = 0; c < 4; ++c) {
      expected.col(c) /= std::sqrt((pi.array() * expected.col(c).array().square()).sum());
      if (expected.col(c).maxCoeff() < -expected.col(c).minCoeff()) expected.col(c) *= -1;
    }
    EXPECT_LT(relative_error(to_eigen(model.result().embedding), expected), 1e-9);
  }
}

TEST(CompressedFit, WithEveryPointARegionIsTheExactMap) {
  for_all_fits(Method::compressed, 2, [](const PointCase& known, Options options) {
    const VectorXd lambda = reference::diffusion_map(known.G).eigenvalues;
    if (lambda.minCoeff() < -1e-9) return;  // σ is |λ|, in another order
    options.regions.regions = known.G.rows();
    options.map.refine = unrefined;
    const Result result = fit(to_matrix(known.points), options).result();
    EXPECT_LT(relative_error(to_eigen(result.eigenvalues), lambda.segment(1, *options.map.components)), 1e-10);
    EXPECT_LT(residuals_of(unscaled(result, 1.5), to_eigen(result.eigenvalues), known.G).maxCoeff(), 1e-7);
  });
}

TEST(Fit, GivesCopiesOfAPointTheSameCoordinates) {
  for (const Method method : {Method::compressed, Method::exact}) {
    for_all_fits(method, 3, [](const PointCase& known, const Options& options) {
      const MatrixXd embedding = to_eigen(fit(to_matrix(known.points), options).result().embedding);
      const MatrixXd D2 = reference::squared_distances(known.points);
      for (Index x = 0; x < D2.rows(); ++x) {
        for (Index y = 0; y < x; ++y) {
          if (D2(x, y) > 0) continue;
          EXPECT_LT(relative_error(embedding.row(x), embedding.row(y)), 1e-8);
        }
      }
    });
  }
}

}  // namespace
}  // namespace codimap::laws
