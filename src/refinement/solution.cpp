#include "refinement/solution.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/pencil.hpp"
#include "refinement/subspace.hpp"

namespace codimap {
namespace {

// Squared length of a unit column, beside others, that is more than rounding.
constexpr double noise = 1e-12;

/// φ and Pφ/λ at the points, of pairs at the nodes of the finest level.
void carry_to_points(const Levels& levels, const Subspace<double>& pairs, Index components, Solution& solution,
                     const Execution& run) {
  const NodeLevel& level = levels[0];
  const std::span<const Index> row_of = level.rows.row_of;
  const Index n = levels.kernel->size();
  solution.vectors = Matrix<double>::for_overwrite(n, components);
  solution.walked = Matrix<double>::for_overwrite(n, components);
  parallel_for(run, n, 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Index node = row_of.empty() ? i : row_of[i];
      for (Index c = 0; c < components; ++c) {
        solution.vectors(i, c) = pairs.x(node, c);
        solution.walked(i, c) = (pairs.x(node, c) - pairs.kx(node, c) / level.degree[node]) / solution.values[c];
      }
    }
  });
}

}  // namespace

Solution solution_of(const Levels& levels, Matrix<double> x, Matrix<double> kx, Index components, Convergence reached,
                     const Execution& run) {
  const NodeLevel& level = levels[0];
  Subspace<double> last;
  last.x = std::move(x);
  last.kx = std::move(kx);
  if (!level.rows.empty()) multiply(levels, 0, last.x, last.kx, run);
  const Matrix<double> g = gram<double>({&last.x}, {&last.x}, level.degree, true, run);
  const Matrix<double> h = gram<double>({&last.x}, {&last.kx}, {}, true, run);
  const EigenPairs pairs = smallest_pencil_pairs(h, g, noise);
  combine<double>({&last.x}, pairs.vectors, {&last.x}, run);
  combine<double>({&last.kx}, pairs.vectors, {&last.kx}, run);
  last.values = pairs.values;

  Solution solution{std::move(reached), {}, {}};
  solution.values.clear();
  for (const double value : last.values) solution.values.push_back(1 - value);
  solution.residuals = residual_norms(level, last, run);
  carry_to_points(levels, last, std::min(components, last.x.cols()), solution, run);
  return solution;
}

}  // namespace codimap
