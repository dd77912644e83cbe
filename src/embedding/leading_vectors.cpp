#include "embedding/leading_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/fail.hpp"
#include "codimap/map.hpp"
#include "linalg/sparse_eigen.hpp"

namespace codimap {
namespace {

constexpr Index small_enough_for_all = 2048;

/// Makes 0 of eigenvalues that rounding cannot tell from it, and gives the places of the others.
std::vector<Index> nonzero(std::vector<double>& eigenvalues, Index size) {
  const double zero = 10 * std::numeric_limits<double>::epsilon() * static_cast<double>(std::max<Index>(size, 10));
  std::vector<Index> places;
  for (std::size_t c = 0; c < eigenvalues.size(); ++c)
    if (std::abs(eigenvalues[c]) > zero)
      places.push_back(static_cast<Index>(c));
    else
      eigenvalues[c] = 0;
  return places;
}

/// The `count` largest eigenpairs beside the trivial ones.
using Solver = std::function<EigenPairs(Index count)>;

LeadingVectors leading_vectors(const Solver& largest, MatrixView<double> trivial, std::optional<Index> components,
                               Index spare, std::string_view what, Zeros zeros) {
  const Index size = trivial.rows();
  if (components && *components < 1 && spare == 0)
    fail(ErrorKind::bad_option, "components must be at least 1; got {}", *components);
  if (components && *components >= size)
    fail(ErrorKind::bad_data, "components must be less than the size of {} ({}); got {}", what, size, *components);
  const Index asked = components.value_or(std::min(default_components, size - 1));
  Index wanted = std::min(asked + spare, size - 1);

  const Index contrasts = std::min(wanted, trivial.cols() - 1);
  EigenPairs rest = EigenPairs{.values = {}, .vectors = Matrix<double>(size, 0)};
  std::vector<Index> kept;  // columns of rest with an eigenvalue that is not 0
  if (wanted > contrasts) {
    rest = largest(wanted - contrasts);
    kept = nonzero(rest.values, size);
    // Below a 0 there may be negative ones.
    if (static_cast<Index>(kept.size()) < wanted - contrasts && size <= small_enough_for_all) {
      rest = largest(size - trivial.cols());
      kept = nonzero(rest.values, size);
    }
  }
  const Index found = contrasts + static_cast<Index>(kept.size());
  if (components && found < asked)
    fail(ErrorKind::bad_data, "{} has rank {}, which leaves {} components beside the trivial one; got {}", what,
         found + 1, found, asked);
  if (zeros == Zeros::kept && found >= asked) {
    kept.resize(rest.values.size());
    std::iota(kept.begin(), kept.end(), Index{0});
  }
  wanted = std::min(wanted, contrasts + static_cast<Index>(kept.size()));
  if (wanted == 0 && components != 0)
    fail(ErrorKind::bad_data, "{} has rank 1: all points are alike to it, and there is nothing to embed", what);

  LeadingVectors leading;
  leading.vectors = Matrix<double>(size, wanted);
  for (Index c = 0; c < wanted; ++c) {
    leading.eigenvalues.push_back(c < contrasts ? 1 : rest.values[kept[c - contrasts]]);
    for (Index i = 0; i < size; ++i)
      leading.vectors(i, c) = c < contrasts ? trivial(i, c + 1) : rest.vectors(i, kept[c - contrasts]);
  }
  return leading;
}

}  // namespace

LeadingVectors leading_vectors(const SymmetricOperator& multiply, MatrixView<double> trivial,
                               std::optional<Index> components, Index spare, const LanczosOptions& options,
                               std::string_view what, const Execution& run, Zeros zeros) {
  const auto largest = [&](Index count) {
    return largest_eigenpairs(multiply, trivial.rows(), count, trivial, options, run);
  };
  return leading_vectors(Solver(largest), trivial, components, spare, what, zeros);
}

LeadingVectors leading_vectors(const SparseRows& matrix, MatrixView<double> trivial, std::optional<Index> components,
                               Index spare, const LanczosOptions& options, std::string_view what,
                               const Execution& run) {
  const auto largest = [&](Index count) { return largest_eigenpairs(matrix, count, trivial, options, run); };
  return leading_vectors(Solver(largest), trivial, components, spare, what, Zeros::left_out);
}

}  // namespace codimap
