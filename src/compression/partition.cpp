// Every point with the centroid of smallest angular diffusion distance.

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "codimap/regions.hpp"

namespace codimap {
namespace {

// Columns hold hardly anything where they are sparse.
constexpr Index sparse_centroids_at_a_time = 4096;
constexpr Index rows_a_range = 1024;

/// One more centroid, the point of largest coherence, for each component that has none.
Index add_missing_centroids(const Components& components, std::span<const double> coherence,
                            std::vector<Index>& centroids) {
  std::vector<bool> has_centroid(components.sizes.size());
  for (const Index centroid : centroids) has_centroid[components.component_of[centroid]] = true;
  if (std::find(has_centroid.begin(), has_centroid.end(), false) == has_centroid.end()) return 0;
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

/// The best centroid of each point among those seen so far.
class Contest {
 public:
  Contest(std::span<const double> coherence, Partition& partition)
      : partition_(partition), best_(partition.region_of.size()) {
    for (const Index centroid : partition.centroids) root_coherence_.push_back(std::sqrt(coherence[centroid]));
  }

  /// A^2t(i, first …), for `count` centroids.
  void enter(Index i, Index first, Index count, const double* power) {
    for (Index j = 0; j < count; ++j) enter(i, first + j, power[j]);
  }
  /// `power` is A^2t[:, centroids first … first + cols).
  void enter(const SparseRows& power, Index first, const Execution& run) {
    parallel_for(run, power.rows(), rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index e = power.offsets[i]; e < power.offsets[i + 1]; ++e)
          enter(i, first + power.columns[e], power.values[e]);
    });
  }

 private:
  void enter(Index i, Index region, double power) {
    const double score = power / root_coherence_[region];
    if (score <= best_[i]) return;
    best_[i] = score;
    partition_.region_of[i] = region;
  }

  Partition& partition_;
  std::vector<double> root_coherence_;  // of the centroids
  std::vector<double> best_;
};

/// argmax over centroids y of A^2t(x,y)/√ρ_t(y), which is the argmin of the angular distance without its arccos: the
/// cosine of two nearly parallel rows may round to more than 1. Points with A^2t(x,y) = 0 for every y are left out.
void assign_reached(const DiffusionAffinity& affinity, std::span<const double> coherence, Index t, const Execution& run,
                    Partition& partition) {
  Contest contest(coherence, partition);
  Index at_a_time = std::max(1, run.columns_at_a_time);
  const std::span<const Index> centroids = partition.centroids;
  for (std::size_t begin = 0; begin < centroids.size();) {
    const auto some = centroids.subspan(begin, std::min(static_cast<std::size_t>(at_a_time), centroids.size() - begin));
    const auto first = static_cast<Index>(begin);
    const auto count = static_cast<Index>(some.size());
    const auto judge = [&](Index row_begin, Index row_end, const double* rows) {
      for (Index i = row_begin; i < row_end; ++i, rows += count) contest.enter(i, first, count, rows);
    };
    DenseOrSparse before = affinity.power_columns(some, 2 * t - 1, run);
    if (auto* sparse = std::get_if<SparseRows>(&before)) {
      const DenseOrSparse power = affinity.multiply_sparse(std::move(*sparse), run);
      if (const auto* full = std::get_if<Matrix<double>>(&power))
        parallel_for(run, full->rows(), rows_a_range,
                     [&](Index row_begin, Index row_end) { judge(row_begin, row_end, full->row(row_begin).data()); });
      else
        contest.enter(std::get<SparseRows>(power), first, run);
      at_a_time = sparse_centroids_at_a_time;
    } else {
      // Judged row by row as they come: A^2t is not stored.
      affinity.multiply_rows(std::get<Matrix<double>>(before), judge, run);
    }
    begin += some.size();
  }
  // A centroid is at distance 0 from itself. A copy of it, or rounding, may tie with that and must not empty a region.
  for (std::size_t j = 0; j < centroids.size(); ++j) partition.region_of[centroids[j]] = static_cast<Index>(j);
}

/// Region membership diffused along P, one step a round, to the points that 2t steps do not reach: each joins the
/// region that it most probably steps into. Every component has a centroid, so every round reaches someone.
Index assign_unreached(const Kernel& kernel, const Execution& run, Partition& partition) {
  const Index unreached = std::count(partition.region_of.begin(), partition.region_of.end(), no_region);
  const Index left = unreached > 0 ? kernel.spread_regions(partition.region_of, partition.regions, run) : 0;
  if (left > 0)
    fail(ErrorKind::bad_data,
         "{} points are joined to the others by affinities too small to compute with; take a "
         "larger epsilon",
         left);
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
