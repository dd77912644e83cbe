#include "embedding/leading_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fail.hpp"

namespace codimap {
namespace {

constexpr Index default_components = 10;

}  // namespace

LeadingVectors leading_vectors(const SymmetricOperator& multiply, MatrixView<double> trivial,
                               std::optional<Index> components, const LanczosOptions& options, std::string_view what,
                               const Execution& run) {
  const Index size = trivial.rows();
  if (components && *components < 1) fail(ErrorKind::bad_option, "components must be at least 1; got {}", *components);
  if (components && *components >= size)
    fail(ErrorKind::bad_data, "components must be less than the size of {} ({}); got {}", what, size, *components);
  Index wanted = components.value_or(std::min(default_components, size - 1));

  const Index contrasts = std::min(wanted, trivial.cols() - 1);
  EigenPairs rest;
  if (wanted > contrasts) rest = largest_eigenpairs(multiply, size, wanted - contrasts, trivial, options, run);
  // An eigenvalue that rounding cannot tell from 0 has no coordinates: λᵗφ would be noise.
  const double zero = 10 * std::numeric_limits<double>::epsilon() * static_cast<double>(std::max<Index>(size, 10));
  const auto nonzero = contrasts + std::count_if(rest.values.begin(), rest.values.end(),
                                                 [zero](double value) { return std::abs(value) > zero; });
  if (nonzero < wanted) {
    if (components)
      fail(ErrorKind::bad_data, "{} has rank {}, which leaves {} components beside the trivial one; got {}", what,
           nonzero + 1, nonzero, wanted);
    wanted = nonzero;
  }
  if (wanted == 0)
    fail(ErrorKind::bad_data, "{} has rank 1: all points are alike to it, and there is nothing to embed", what);

  LeadingVectors leading;
  leading.vectors = Matrix<double>(size, wanted);
  for (Index c = 0; c < wanted; ++c) {
    leading.eigenvalues.push_back(c < contrasts ? 1 : rest.values[c - contrasts]);
    for (Index i = 0; i < size; ++i)
      leading.vectors(i, c) = c < contrasts ? trivial(i, c + 1) : rest.vectors(i, c - contrasts);
  }
  return leading;
}

}  // namespace codimap
