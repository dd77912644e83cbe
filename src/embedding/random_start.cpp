#include "embedding/random_start.hpp"

#include <algorithm>
#include <utility>

#include "linalg/krylov_space.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

constexpr double most_lie_below = 0.5;  // of the eigenvalues of a walk
constexpr Index first_degree = 8;
constexpr Index crowded_degree = 8;  // of a filter that raises the last component fourfold

}  // namespace

std::optional<RefineStart> random_start(const RefineOperator& walk, MatrixView<double> trivial, Index components,
                                        Index columns, std::uint64_t seed, const Execution& run) {
  const TallView known = first_columns(trivial, trivial.cols());
  Matrix<double> block = RandomColumns(seed, trivial.rows()).draw(columns, run);
  subtract_product(block, known, dot(known, block, run), run);
  const double floor = spectrum_floor(walk.multiply, trivial.rows(), seed, run);
  filter_in_float(walk.multiply_float, block, {.low = floor, .high = most_lie_below}, first_degree, run);
  subtract_product(block, known, dot(known, block, run), run);
  RitzBlock pairs = rayleigh_ritz(block, images_of(walk.multiply, block), run);
  if (std::ssize(pairs.values) < columns) return std::nullopt;
  const double last_wanted = pairs.values[static_cast<std::size_t>(components - 1)];
  const Interval damped{.low = floor, .high = std::min(pairs.values.back(), last_wanted - 1e-9)};
  if (degree_for_gain(last_wanted, damped, 4, crowded_degree) == crowded_degree) return std::nullopt;
  return RefineStart{
      .values = std::move(pairs.values), .vectors = std::move(pairs.vectors), .random = true, .floor = floor};
}

}  // namespace codimap
