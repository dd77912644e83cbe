// Kernels and graphs whose spectrum is known, through the oracle.
#include "laws/closed_forms.hpp"

#include <gtest/gtest.h>

#include "laws/relative_error.hpp"
#include "reference/compression.hpp"
#include "reference/map.hpp"

namespace codimap::laws {
namespace {

using namespace reference;

TEST(ClosedForms, OfGraphsAreFoundWithTheirMultiplicities) {
  for (const KnownGraph& known : known_graphs()) {
    SCOPED_TRACE(known.name);
    EXPECT_LT(relative_error(diffusion_map(known.weights).eigenvalues, known.eigenvalues), 1e-12);
  }
}

TEST(ClosedForms, OfPointsAreFoundWithTheirMultiplicities) {
  for (const KnownPoints& known : known_points()) {
    SCOPED_TRACE(known.name);
    const MatrixXd G = gaussian_kernel(known.points, known.epsilon);
    EXPECT_LT(relative_error(diffusion_map(G).eigenvalues, known.eigenvalues), 1e-12);
  }
}

// Two steps of the walk on a cycle move by ±2 with probability 1/4 each; of the m points of an arc two leave it on
// either side.
TEST(ClosedForms, OfACycleCompressedToArcsIsALazyCycle) {
  for (const Index m : {2, 3, 5}) {
    for (const Index n : {3, 4, 7}) {
      SCOPED_TRACE(testing::Message() << n << " arcs of " << m);
      Indices region_of;
      for (Index x = 0; x < n * m; ++x) region_of.push_back(x / m);
      const MatrixXd PS = compressed_transition(compressed_kernel(cycle_weights(n * m), region_of, n));
      const double leave = 1 / (2 * static_cast<double>(m));
      const MatrixXd expected = MatrixXd::Identity(n, n) * (1 - 2 * leave) + cycle_weights(n) * leave;
      EXPECT_LT(relative_error(PS, expected), 1e-14);
    }
  }
}

}  // namespace
}  // namespace codimap::laws
