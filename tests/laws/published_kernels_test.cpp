// The kernels of other packages against their formulas, and what holds for all of them.
#include "reference/published_kernels.hpp"

#include <gtest/gtest.h>

#include "codimap/model.hpp"
#include "laws/conversions.hpp"
#include "laws/relative_error.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

/// Sizes at which every branch of a list of neighbours is met: fewer, as many and more than a scale needs.
constexpr Index few_lists[] = {4, 7, 20};

MatrixXd kernel_matrix(const MatrixXd& X, const KernelOptions& options) {
  return to_eigen(*point_kernel(to_matrix(X), options));
}

TEST(PublishedKernel, AlphaDecayAddsTheDecayedAffinitiesOfBothPointsLists) {
  Random random(1);
  const MatrixXd X = reference::random_points(random, 80, 3);
  for (const Index others : few_lists) {
    for (const double decay : {1.0, 2.0, 40.0}) {
      const KernelOptions options{
          .kind = KernelKind::alpha_decay, .bandwidth_neighbor = 5, .decay = decay, .neighbors = others + 1};
      EXPECT_LT(relative_error(kernel_matrix(X, options), reference::alpha_decay_kernel(X, 5, decay, others)), 1e-12)
          << others << " others, decay " << decay;
    }
  }
}

TEST(PublishedKernel, UmapIsTheFuzzyUnionOfMembershipsThatSumToALogarithm) {
  Random random(2);
  const MatrixXd X = reference::random_points(random, 80, 3);
  for (const Index others : few_lists) {
    const KernelOptions options{.kind = KernelKind::umap, .self_affinity = false, .neighbors = others + 1};
    // UMAP stops its bisection at 1e-5.
    EXPECT_LT(relative_error(kernel_matrix(X, options), reference::umap_kernel(X, others)), 1e-4) << others;
  }
}

TEST(PublishedKernel, LocalGaussianNormalisesByBothScales) {
  Random random(3);
  const MatrixXd X = reference::random_points(random, 80, 3);
  for (const Index others : few_lists) {
    const KernelOptions options{.kind = KernelKind::local_gaussian, .self_affinity = false, .neighbors = others + 1};
    EXPECT_LT(relative_error(kernel_matrix(X, options), reference::local_gaussian_kernel(X, 7, others)), 1e-12);
  }
}

TEST(PublishedKernel, VariableBandwidthIsAPowerOfTheDensity) {
  Random random(4);
  const MatrixXd X = reference::random_points(random, 150, 2);
  VectorXd b;
  for (const Index others : {Index{15}, Index{40}}) {
    const MatrixXd G = reference::variable_bandwidth_kernel(X, 7, others, b);
    KernelOptions options{.kind = KernelKind::variable_bandwidth, .neighbors = others + 1};
    EXPECT_LT(relative_error(kernel_matrix(X, options), G), 1e-12) << others;
    // pyDiffMap's density is q/b².
    options.density_normalization = 0.5;
    const VectorXd weight = (reference::degree(G).array() / b.array().square()).pow(-0.5);
    EXPECT_LT(relative_error(kernel_matrix(X, options), weight.asDiagonal() * G * weight.asDiagonal()), 1e-12);
  }
}

TEST(PublishedKernel, DestinysDensityCountsEachPointOnce) {
  Random random(5);
  const MatrixXd X = reference::random_points(random, 60, 3);
  const MatrixXd G = reference::local_gaussian_kernel(X, 7, 12);
  const VectorXd weight = (reference::degree(G).array() + 1).inverse();
  const KernelOptions options{
      .kind = KernelKind::local_gaussian, .self_affinity = false, .neighbors = 13, .density_normalization = 1};
  EXPECT_LT(relative_error(kernel_matrix(X, options), weight.asDiagonal() * G * weight.asDiagonal()), 1e-12);
}

TEST(PublishedKernel, EpsilonOfBghIsWhereTheSumGrowsFastest) {
  Random random(6);
  const MatrixXd X = reference::random_points(random, 200, 2);
  const auto kernel =
      point_kernel(to_matrix(X), {.kind = KernelKind::gaussian, .epsilon_rule = EpsilonRule::bgh, .neighbors = 64});
  const MatrixXd D2 = reference::squared_distances(X);
  std::vector<double> z;
  for (Index x = 0; x < X.rows(); ++x) {
    std::vector<double> row(D2.row(x).begin(), D2.row(x).end());
    std::sort(row.begin(), row.end());
    z.insert(z.end(), row.begin(), row.begin() + 64);
  }
  EXPECT_EQ(kernel->epsilon(), 4 * reference::bgh(z).epsilon);
}

TEST(Presets, GiveATrainingRowItsOwnCoordinatesAgain) {
  Random random(7);
  MatrixXd X = reference::random_points(random, 300, 3);
  X.col(0) *= 4;
  for (const Preset preset :
       {Preset::paper, Preset::scanpy, Preset::palantir, Preset::phate, Preset::destiny, Preset::pydiffmap}) {
    Options options = preset_options(preset);
    options.map.components = 3;
    const Model model = fit(to_matrix(X), options);
    EXPECT_LT(relative_error(to_eigen(model.transform(to_matrix(X))), to_eigen(model.result().embedding)), 1e-6)
        << static_cast<int>(preset);
  }
}

TEST(Presets, OfScanpyAndDestinyAreUnitVectorsOfTheSymmetricMatrix) {
  Random random(8);
  const MatrixXd X = reference::random_points(random, 200, 2);
  for (const Preset preset : {Preset::scanpy, Preset::destiny}) {
    Options options = preset_options(preset);
    options.method = Method::exact;
    options.map.components = 4;
    const Result result = fit(to_matrix(X), options).result();
    const MatrixXd V = to_eigen(result.embedding);
    const MatrixXd G = kernel_matrix(X, fit(to_matrix(X), options).options().kernel);
    const VectorXd root = reference::degree(G).array().sqrt();
    for (Index c = 0; c < 4; ++c) {
      EXPECT_NEAR(V.col(c).norm(), 1, 1e-9);
      const VectorXd image = root.cwiseInverse().asDiagonal() * G * root.cwiseInverse().asDiagonal() * V.col(c);
      EXPECT_LT((image - result.eigenvalues[static_cast<std::size_t>(c)] * V.col(c)).norm(), 1e-7);
    }
  }
}

}  // namespace
}  // namespace codimap::laws
