// k-means++ seeds and Lloyd steps. Sums run over points in ascending order and ties go to the lower cluster, so any
// number of threads gives the same bits.
#include "neighbors/kmeans.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "neighbors/search.hpp"

namespace codimap {
namespace {

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/// The first index at which the running sum of weights passes `share` of their total; the first unused point where
/// all weights are 0, which copies of the points drawn so far have.
Index draw(const std::vector<double>& weight, const std::vector<bool>& used, double share) {
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  Index last = std::ranges::find(used, false) - used.begin();
  double sum = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] == 0) continue;
    sum += weight[i];
    last = static_cast<Index>(i);
    if (sum > share * total) break;
  }
  return last;
}

/// k-means++: each seed is drawn with probability proportional to its squared distance from the seeds before.
Matrix<double> seed_means(MatrixView<double> points, Index k, std::uint64_t seed, const Execution& run) {
  Matrix<double> means(k, points.cols());
  std::vector<double> nearest(at(points.rows()), 1);
  std::vector<bool> used(at(points.rows()));
  for (Index j = 0; j < k; ++j) {
    const Index drawn = draw(nearest, used, random_uniform(seed, RandomStream::kmeans, static_cast<std::uint64_t>(j)));
    used[at(drawn)] = true;
    std::ranges::copy(points.row(drawn), means.row(j).begin());
    parallel_for(run, points.rows(), 1024, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        const double distance = squared_distance(points.row(i), points.row(drawn));
        nearest[at(i)] = j == 0 ? distance : std::min(nearest[at(i)], distance);
      }
    });
  }
  return means;
}

struct Assignment {
  std::vector<Index> cluster_of;
  std::vector<double> squared_distance;  // of each point from the mean of its cluster
  std::vector<Index> sizes;
};

/// Gives every cluster that got no point the one furthest from its mean, of those whose cluster has another.
void fill_empty_clusters(Assignment& assignment) {
  for (std::size_t empty = 0; empty < assignment.sizes.size(); ++empty) {
    if (assignment.sizes[empty] > 0) continue;
    std::size_t furthest = 0;
    double distance = -1;
    for (std::size_t i = 0; i < assignment.cluster_of.size(); ++i)
      if (assignment.squared_distance[i] > distance && assignment.sizes[at(assignment.cluster_of[i])] > 1) {
        furthest = i;
        distance = assignment.squared_distance[i];
      }
    --assignment.sizes[at(assignment.cluster_of[furthest])];
    assignment.cluster_of[furthest] = static_cast<Index>(empty);
    assignment.squared_distance[furthest] = 0;
    assignment.sizes[empty] = 1;
  }
}

Assignment assign(MatrixView<double> points, MatrixView<double> means, const Execution& run) {
  Neighbors nearest = nearest_neighbors(points, means, 1, run);
  Assignment assignment{.cluster_of = {nearest.index.begin(), nearest.index.end()},
                        .squared_distance = std::move(nearest.squared_distance),
                        .sizes = std::vector<Index>(at(means.rows()))};
  for (const Index cluster : assignment.cluster_of) ++assignment.sizes[at(cluster)];
  fill_empty_clusters(assignment);
  return assignment;
}

Matrix<double> means_of(MatrixView<double> points, const Assignment& assignment) {
  Matrix<double> means(static_cast<Index>(assignment.sizes.size()), points.cols());
  for (Index i = 0; i < points.rows(); ++i) {
    const std::span<double> mean = means.row(assignment.cluster_of[at(i)]);
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += points(i, static_cast<Index>(c));
  }
  for (Index j = 0; j < means.rows(); ++j)
    for (double& value : means.row(j)) value /= static_cast<double>(assignment.sizes[at(j)]);
  return means;
}

std::vector<Index> medoids_of(MatrixView<double> points, MatrixView<double> means,
                              const std::vector<Index>& cluster_of) {
  std::vector<Index> medoids(at(means.rows()));
  std::vector<double> nearest(at(means.rows()), std::numeric_limits<double>::infinity());
  for (Index i = 0; i < points.rows(); ++i) {
    const Index cluster = cluster_of[at(i)];
    const double distance = squared_distance(points.row(i), means.row(cluster));
    if (distance < nearest[at(cluster)]) {
      nearest[at(cluster)] = distance;
      medoids[at(cluster)] = i;
    }
  }
  return medoids;
}

}  // namespace

Clusters kmeans(MatrixView<double> points, Index k, std::uint64_t seed, const Execution& run, Index max_steps) {
  Matrix<double> means = seed_means(points, k, seed, run);
  Assignment assignment = assign(points, means, run);
  means = means_of(points, assignment);
  for (Index step = 0; step < max_steps; ++step) {
    Assignment moved = assign(points, means, run);
    if (moved.cluster_of == assignment.cluster_of) break;
    assignment = std::move(moved);
    means = means_of(points, assignment);
  }
  std::vector<Index> medoids = medoids_of(points, means, assignment.cluster_of);
  return {.means = std::move(means),
          .cluster_of = std::move(assignment.cluster_of),
          .medoids = std::move(medoids),
          .sizes = std::move(assignment.sizes)};
}

}  // namespace codimap
