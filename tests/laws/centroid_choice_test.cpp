// The smallest keys −log(u)/ρ are successive draws without replacement, each with probability ∝ ρ.
#include <gtest/gtest.h>

#include <set>

#include "reference/partition.hpp"
#include "reference/problems.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(CentroidChoice, DrawsPairsAsTwoSuccessiveDrawsWould) {
  Random random(9);
  const VectorXd rho = (VectorXd(4) << 1, 2, 3, 4).finished();
  const VectorXd p = rho / rho.sum();
  MatrixXd count = MatrixXd::Zero(4, 4);
  const int draws = 40000;
  for (int draw = 0; draw < draws; ++draw) {
    const Indices pair = choose_centroids(rho, random_uniforms(random, 4), 2);
    count(pair[0], pair[1]) += 1;
  }
  double chi_square = 0;
  for (Index i = 0; i < 4; ++i) {
    for (Index j = i + 1; j < 4; ++j) {
      const double expected = draws * (p(i) * p(j) / (1 - p(i)) + p(j) * p(i) / (1 - p(j)));
      chi_square += (count(i, j) - expected) * (count(i, j) - expected) / expected;
    }
  }
  EXPECT_LT(chi_square, 20.5);  // six pairs, five degrees of freedom: exceeded once in a thousand seeds
}

TEST(CentroidChoice, IsWithoutReplacementAndAscending) {
  Random random(10);
  for (Index n = 1; n <= 20; ++n) {
    const Indices L = choose_centroids(random_uniforms(random, 20), random_uniforms(random, 20), n);
    EXPECT_EQ(static_cast<Index>(std::set(L.begin(), L.end()).size()), n);
    EXPECT_TRUE(std::is_sorted(L.begin(), L.end()));
  }
}

TEST(CentroidChoice, OfMoreKeepsWhatFewerChose) {
  Random random(11);
  const VectorXd rho = random_uniforms(random, 30);
  const VectorXd u = random_uniforms(random, 30);
  for (Index n = 1; n < 30; ++n) {
    const Indices fewer = choose_centroids(rho, u, n);
    const Indices more = choose_centroids(rho, u, n + 1);
    EXPECT_TRUE(std::includes(more.begin(), more.end(), fewer.begin(), fewer.end()));
  }
}

}  // namespace
}  // namespace codimap::laws
