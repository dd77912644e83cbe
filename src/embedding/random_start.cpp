#include "embedding/random_start.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "embedding/smooth_start.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

constexpr double most_lie_below = 0.6;  // of the eigenvalues of a walk
constexpr Index most_degree = 16;
constexpr double most_gain = 1e6;  // of what has eigenvalue 1 over the rest, which would drown in rounding to float32

Matrix<float> random_block(Index rows, Index cols, std::uint64_t seed, const Execution& run) {
  auto block = Matrix<float>::for_overwrite(rows, cols);
  const Index eights = (cols + 7) / 8;
  parallel_for(run, rows, 1024, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index e = 0; e < eights; ++e) {
        const auto values = random_eight(seed, RandomStream::random_start, static_cast<std::uint64_t>(i * eights + e));
        std::copy_n(values.begin(), std::min<Index>(8, cols - 8 * e), block.row(i).begin() + 8 * e);
      }
  });
  return block;
}

}  // namespace

std::optional<RefineStart> random_start(const RefineOperator& walk, MatrixView<double> trivial, Index components,
                                        Index columns, std::uint64_t seed, const Execution& run) {
  const TallView known = first_columns(trivial, trivial.cols());
  Matrix<float> rough = random_block(trivial.rows(), columns, seed, run);
  const double floor = spectrum_floor(walk.multiply, trivial.rows(), seed, run);
  const Interval most{.low = std::min(floor, most_lie_below - 0.1), .high = most_lie_below};
  filter(walk.walk_float, rough, most, degree_for_gain(1, most, most_gain, most_degree));
  auto block = Matrix<double>::for_overwrite(rough.rows(), rough.cols());
  scale_rows(
      rough, [&](Index i) { return walk.scale[i]; }, block, run);
  subtract_product(block, known, dot(known, block, run), run);
  Matrix<double> images = images_of(walk.multiply, block);
  RitzBlock pairs = rayleigh_ritz(std::move(block), std::move(images), run);
  if (std::ssize(pairs.values) < columns || crowds(pairs.values, components, floor)) return std::nullopt;
  return RefineStart{
      .values = std::move(pairs.values), .vectors = std::move(pairs.vectors), .random = true, .floor = floor};
}

}  // namespace codimap
