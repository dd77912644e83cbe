#include "embedding/split_regions.hpp"

#include <algorithm>
#include <limits>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace codimap {
namespace {

constexpr Index rows_a_range = 4096;
constexpr Index test_vectors = 8;  // one may be the same on two kinds of points by chance, and there may be many

/// Random vectors, filtered: what is left of them is smooth, but on a few points that hold together and lead nowhere.
Matrix<float> filtered_vectors(const DiffusionAffinity& affinity, const TestFilter& by, std::uint64_t seed,
                               const Execution& run) {
  auto vectors = Matrix<float>::for_overwrite(affinity.kernel().size(), test_vectors);
  parallel_for(run, vectors.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      std::ranges::copy(random_eight(seed, RandomStream::test_vectors, static_cast<std::uint64_t>(i)),
                        vectors.row(i).begin());
  });
  const RowwiseOperatorOn<float> walk = [&](MatrixView<float> block, const Kernel::FloatRowConsumer& consume) {
    affinity.walk_rows(block, consume, run);
  };
  filter(walk, vectors, by.below, by.degree);
  return vectors;
}

/// Splits every region where values of a column lie further apart than `apart`, halfway. Returns whether there was any.
bool split_halfway(const Matrix<float>& vectors, Index column, float apart, Regions& regions) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  std::vector<float> least(static_cast<std::size_t>(regions.count), infinite);
  std::vector<float> most(static_cast<std::size_t>(regions.count), -infinite);
  for (Index i = 0; i < vectors.rows(); ++i) {
    const Index region = regions.of_point[i];
    least[region] = std::min(least[region], vectors(i, column));
    most[region] = std::max(most[region], vectors(i, column));
  }
  std::vector<Index> upper(static_cast<std::size_t>(regions.count), -1);
  const Index before = regions.count;
  for (Index r = 0; r < before; ++r)
    if (most[r] - least[r] > apart) upper[r] = regions.count++;
  for (Index i = 0; i < vectors.rows(); ++i) {
    const Index region = regions.of_point[i];
    if (upper[region] >= 0 && 2 * vectors(i, column) > least[region] + most[region])
      regions.of_point[i] = upper[region];
  }
  return regions.count > before;
}

}  // namespace

std::optional<Regions> split_apart(const DiffusionAffinity& affinity, Regions regions, const TestFilter& filter,
                                   Index most, std::uint64_t seed, const Execution& run) {
  const Matrix<float> vectors = filtered_vectors(affinity, filter, seed, run);
  for (Index column = 0; column < vectors.cols(); ++column)
    while (split_halfway(vectors, column, filter.apart, regions))
      if (regions.count > most) return std::nullopt;
  return regions;
}

}  // namespace codimap
