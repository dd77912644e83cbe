// Every point with the centroid of smallest angular diffusion distance.

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/fail.hpp"
#include "codimap/regions.hpp"

namespace codimap {
namespace {

constexpr Index centroids_at_a_time = 256;

/// One more centroid, the point of largest coherence, for each component that has none.
Index add_missing_centroids(const Components& components, std::span<const double> coherence,
                            std::vector<Index>& centroids) {
  std::vector<bool> has_centroid(components.sizes.size());
  for (const Index centroid : centroids) has_centroid[components.component_of[centroid]] = true;
  std::vector<Index> best(components.sizes.size(), -1);
  for (Index i = 0; i < static_cast<Index>(coherence.size()); ++i) {
    Index& candidate = best[components.component_of[i]];
    if (candidate < 0 || coherence[i] > coherence[candidate]) candidate = i;
  }
  Index added = 0;
  for (std::size_t c = 0; c < best.size(); ++c) {
    if (has_centroid[c]) continue;
    centroids.push_back(best[c]);
    ++added;
  }
  return added;
}

/// argmax over centroids y of A^2t(x,y)/√ρ_t(y), which is the argmin of the angular distance without its arccos: the
/// cosine of two nearly parallel rows may round to more than 1. Points with A^2t(x,y) = 0 for every y are left out.
void assign_reached(const DiffusionAffinity& affinity, std::span<const double> coherence, Index t, const Execution& run,
                    Partition& partition) {
  std::vector<double> best(partition.region_of.size());
  const auto count = static_cast<Index>(partition.centroids.size());
  for (Index begin = 0; begin < count; begin += centroids_at_a_time) {
    const Index end = std::min(count, begin + centroids_at_a_time);
    const std::span<const Index> some(partition.centroids.data() + begin, static_cast<std::size_t>(end - begin));
    const Matrix<double> power = affinity.power_columns(some, 2 * t, run);
    for (Index i = 0; i < power.rows(); ++i)
      for (Index j = 0; j < power.cols(); ++j) {
        const double score = power(i, j) / std::sqrt(coherence[some[j]]);
        if (score <= best[i]) continue;
        best[i] = score;
        partition.region_of[i] = begin + j;
      }
  }
  // A centroid is at distance 0 from itself. A copy of it, or rounding, may tie with that and must not empty a region.
  for (Index j = 0; j < count; ++j) partition.region_of[partition.centroids[j]] = j;
}

/// The region of largest sum in each row; no_region for an empty one.
std::vector<Index> strongest_region(const PointRegionAffinity& affinity) {
  std::vector<Index> strongest;
  if (const auto* full = std::get_if<Matrix<double>>(&affinity)) {
    for (Index i = 0; i < full->rows(); ++i) {
      const auto row = full->row(i);
      const auto largest = std::max_element(row.begin(), row.end());
      strongest.push_back(*largest > 0 ? largest - row.begin() : no_region);
    }
    return strongest;
  }
  const auto& sparse = std::get<SparseRows>(affinity);
  for (Index i = 0; i < sparse.rows(); ++i) {
    const auto begin = sparse.values.begin() + sparse.offsets[i];
    const auto end = sparse.values.begin() + sparse.offsets[i + 1];
    strongest.push_back(begin == end ? no_region
                                     : sparse.columns[std::max_element(begin, end) - sparse.values.begin()]);
  }
  return strongest;
}

/// Region membership diffused along P, one step a round, to the points that 2t steps do not reach: each joins the
/// region that it most probably steps into. Every component has a centroid, so every round reaches someone.
Index assign_unreached(const Kernel& kernel, const Execution& run, Partition& partition) {
  const Index unreached = std::count(partition.region_of.begin(), partition.region_of.end(), no_region);
  for (Index left = unreached; left > 0;) {
    const std::vector<Index> next = strongest_region(kernel.region_sums(partition.region_of, partition.regions, run));
    const Index before = left;
    for (std::size_t i = 0; i < next.size(); ++i)
      if (partition.region_of[i] == no_region && next[i] != no_region) {
        partition.region_of[i] = next[i];
        --left;
      }
    if (left == before)
      fail(ErrorKind::bad_data,
           "{} points are joined to the others by affinities too small to compute with; take a "
           "larger epsilon",
           left);
  }
  return unreached;
}

}  // namespace

Partition nearest_centroid(const DiffusionAffinity& affinity, const Coherence& coherence, std::vector<Index> centroids,
                           const Components& components, Index t, const Execution& run) {
  const Kernel& kernel = affinity.kernel();
  Partition partition;
  partition.centroids = std::move(centroids);
  partition.added_centroids = add_missing_centroids(components, coherence.values, partition.centroids);
  partition.regions = static_cast<Index>(partition.centroids.size());
  partition.region_of.assign(static_cast<std::size_t>(kernel.size()), no_region);
  assign_reached(affinity, coherence.values, t, run, partition);
  partition.reached_later = assign_unreached(kernel, run, partition);
  return partition;
}

}  // namespace codimap
