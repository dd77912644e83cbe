// transform() of training rows for every method, and what changes no answer: motions, scale, order, threads.
#include <gtest/gtest.h>

#include <cmath>

#include "codimap/model.hpp"
#include "laws/conversions.hpp"
#include "laws/relative_error.hpp"
#include "reference/comparison.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using reference::Indices;
using reference::MatrixXd;
using reference::Random;
using reference::VectorXd;

constexpr Method all_methods[] = {Method::compressed, Method::exact,    Method::nystrom,
                                  Method::centroids,  Method::roseland, Method::landmarks};

MatrixXd embedding_of(const MatrixXd& X, const Options& options) {
  return to_eigen(fit(to_matrix(X), options).result().embedding);
}

/// A long cloud, whose leading eigenvalues stand well apart.
MatrixXd long_cloud(Random& random, Index points, Index dimensions) {
  MatrixXd X = reference::random_points(random, points, dimensions);
  X.col(0) *= 4;
  return X;
}

TEST(Transform, OfTheTrainingRowsIsTheEmbeddingForEveryMethodAndKernel) {
  Random random(1);
  const MatrixXd X = reference::with_copies(random, long_cloud(random, 150, 3), 20);
  for (const Method method : all_methods) {
    for (KernelOptions kernel :
         {KernelOptions{.kind = KernelKind::gaussian, .epsilon = 6}, KernelOptions{.kind = KernelKind::adaptive}}) {
      for (const Index neighbors : {dense, Index{60}}) {
        for (const double alpha : {0.0, 1.0}) {
          kernel.neighbors = neighbors;
          kernel.density_normalization = alpha;
          SCOPED_TRACE(testing::Message()
                       << "method " << static_cast<int>(method) << ", kind " << static_cast<int>(kernel.kind)
                       << ", neighbors " << neighbors << ", alpha " << alpha);
          const Model model = fit(
              to_matrix(X), {.method = method, .kernel = kernel, .regions = {.regions = 50}, .map = {.components = 4}});
          const MatrixXd again = to_eigen(model.transform(to_matrix(X)));
          EXPECT_LT(relative_error(again, to_eigen(model.result().embedding)), 1e-8);
        }
      }
    }
  }
}

TEST(Transform, OfTheTrainingRowsHoldsForThePapersInterpolation) {
  Random random(2);
  const MatrixXd X = long_cloud(random, 120, 4);
  const Model model = fit(to_matrix(X), {.kernel = {.kind = KernelKind::gaussian, .epsilon = 8},
                                         .regions = {.regions = 30},
                                         .map = {.components = 5, .interpolation = Interpolation::region_to_point}});
  const MatrixXd again = to_eigen(model.transform(to_matrix(X)));
  EXPECT_LT(relative_error(again, to_eigen(model.result().embedding)), 1e-12);
}

TEST(Fit, IsUnmovedByRotationAndTranslation) {
  Random random(3);
  const MatrixXd X = long_cloud(random, 150, 5);
  const MatrixXd moved = (X * reference::random_rotation(random, 5)).rowwise() + VectorXd::Constant(5, 7.5).transpose();
  for (const Method method : {Method::exact, Method::compressed}) {
    for (const KernelOptions& kernel : {KernelOptions{.kind = KernelKind::gaussian, .epsilon = 10, .neighbors = dense},
                                        KernelOptions{.kind = KernelKind::gaussian, .epsilon = 10, .neighbors = 25},
                                        KernelOptions{.kind = KernelKind::adaptive}, KernelOptions{}}) {
      const Options options{.method = method, .kernel = kernel, .regions = {.regions = 60}, .map = {.components = 4}};
      EXPECT_LT(relative_error(embedding_of(moved, options), embedding_of(X, options)), 1e-6);
    }
  }
}

TEST(Fit, IsUnmovedByScalingThePointsAndEpsilonWithThem) {
  Random random(4);
  const MatrixXd X = long_cloud(random, 150, 3);
  for (const Method method : all_methods) {
    Options options{.method = method, .regions = {.regions = 50}, .map = {.components = 4}};
    for (const Index neighbors : {dense, Index{80}}) {
      options.kernel = {.kind = KernelKind::gaussian, .epsilon = 6, .neighbors = neighbors};
      const MatrixXd expected = embedding_of(X, options);
      options.kernel.epsilon = 6 * 1024.0 * 1024.0;  // a power of two leaves every bit of the points in place
      EXPECT_LT(relative_error(embedding_of(1024 * X, options), expected), 1e-8)
          << "method " << static_cast<int>(method) << ", neighbors " << neighbors;
    }
  }
}

TEST(Fit, ChoosesAnEpsilonThatScalesWithThePoints) {
  Random random(5);
  const MatrixXd X = long_cloud(random, 200, 3);
  EXPECT_NEAR(choose_epsilon(to_matrix(16 * X)), 256 * choose_epsilon(to_matrix(X)),
              1e-9 * choose_epsilon(to_matrix(X)));
}

TEST(Fit, FollowsAPermutationOfThePoints) {
  Random random(6);
  const MatrixXd X = long_cloud(random, 150, 3);
  const Indices order = reference::random_partition(random, 150, 150);
  const MatrixXd permuted = X(order, Eigen::all);
  for (const Index neighbors : {dense, Index{20}}) {
    Options options{.method = Method::exact,
                    .kernel = {.kind = KernelKind::gaussian, .epsilon = 6, .neighbors = neighbors},
                    .map = {.components = 4}};
    const MatrixXd exact = embedding_of(X, options)(order, Eigen::all);
    EXPECT_LT(relative_error(embedding_of(permuted, options), exact), 1e-8);
    options.method = Method::compressed;
    options.regions.regions = 150;
    const MatrixXd compressed = embedding_of(X, options)(order, Eigen::all);
    EXPECT_LT(relative_error(embedding_of(permuted, options), compressed), 1e-8);
  }
}

TEST(Fit, InFloat32IsCloseToFloat64) {
  Random random(7);
  const MatrixXd X = long_cloud(random, 300, 3);
  for (const Method method : all_methods) {
    Options options{.method = method,
                    .kernel = {.kind = KernelKind::gaussian, .epsilon = 6, .neighbors = dense},
                    .regions = {.regions = 60},
                    .map = {.components = 4}};
    const MatrixXd expected = embedding_of(X, options);
    options.kernel.precision = Precision::float32;
    EXPECT_LT(reference::sum_of_squared_errors(expected, embedding_of(X, options)), 1e-4)
        << "method " << static_cast<int>(method);
  }
}

TEST(Fit, IsTheSameBytesForAnyNumberOfThreads) {
  Random random(8);
  const MatrixXd X = reference::with_copies(random, long_cloud(random, 400, 3), 30);
  for (const Method method : all_methods) {
    for (const Index neighbors : {dense, Index{100}}) {
      const Options options{.method = method,
                            .kernel = {.kind = KernelKind::gaussian, .epsilon = 6, .neighbors = neighbors},
                            .regions = {.regions = 50},
                            .map = {.components = 4}};
      const MatrixXd one = to_eigen(fit(to_matrix(X), options, {.threads = 1}).result().embedding);
      for (const int threads : {2, 8}) {
        const MatrixXd many = to_eigen(fit(to_matrix(X), options, {.threads = threads}).result().embedding);
        EXPECT_EQ(one, many) << threads << " threads, method " << static_cast<int>(method);
      }
    }
  }
}

}  // namespace
}  // namespace codimap::laws
