#include "diffusion/neighbor_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/fail.hpp"
#include "diffusion/bandwidth.hpp"
#include "diffusion/isolated.hpp"
#include "diffusion/kernel_tag.hpp"
#include "diffusion/metric.hpp"
#include "diffusion/point_set.hpp"
#include "io/archive_matrix.hpp"
#include "linalg/tiles.hpp"
#include "neighbors/self_join.hpp"

namespace codimap {
namespace {

template <class T>
double squared_distance(std::span<const T> x, std::span<const T> y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double difference = static_cast<double>(x[k]) - static_cast<double>(y[k]);
    sum += difference * difference;
  }
  return sum;
}

/// The k nearest of more.
Neighbors first_of(const Neighbors& nearest, Index k) {
  if (nearest.k == k) return nearest;
  Neighbors first{.k = k, .index = {}, .squared_distance = {}};
  for (std::size_t e = 0; e < nearest.index.size(); ++e) {
    if (static_cast<Index>(e) % nearest.k >= k) continue;
    first.index.push_back(nearest.index[e]);
    first.squared_distance.push_back(nearest.squared_distance[e]);
  }
  return first;
}

/// Row u lists the points that have u among their nearest.
std::vector<std::vector<std::int32_t>> reversed(const Neighbors& nearest, Index size) {
  std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(size));
  for (Index u = 0; u < size; ++u)
    for (Index j = 0; j < nearest.k; ++j)
      lists[nearest.index[u * nearest.k + j]].push_back(static_cast<std::int32_t>(u));
  return lists;
}

}  // namespace

template <class T>
NeighborKernel<T>::NeighborKernel(Points points, const KernelOptions& options, const Execution& run,
                                  std::span<const Index> order)
    : kind_(options.kind),
      metric_(options.metric),
      density_normalization_(options.density_normalization),
      function_(options.function) {
  // A function of the caller's sees the points where they are.
  centre_ = kind_ == KernelKind::function ? std::vector<double>(points.cols()) : column_means(points);
  const Matrix<T> all = centred<T>(points, centre_, order);
  DistinctRows copies = distinct_rows(all.view());
  distinct_ = Matrix<T>(static_cast<Index>(copies.first.size()), all.cols());
  for (Index u = 0; u < distinct_.rows(); ++u)
    std::copy_n(all.row(copies.first[u]).data(), all.cols(), distinct_.row(u).data());
  const Index k = std::min(*options.neighbors, distinct_.rows());
  nearest_ = neighbors_among(distinct_.view(), searched(k), run);
  recall_ = nearest_.recall;
  if (run.next_stage) run.next_stage("kernel");
  if (kind_ == KernelKind::gaussian)
    epsilon_ = options.epsilon ? *options.epsilon : neighbor_epsilon(nearest_.squared_distance, nearest_.k);
  for (Index u = 0; u < distinct_.rows(); ++u) bandwidth_.push_back(bandwidth(nearest_, u));
  nearest_ = first_of(nearest_, k);
  SparseRows rows = symmetric_rows(run);
  if (options.epsilon && kind_ == KernelKind::gaussian) refuse_isolated(rows, copies.first, order);
  set_rows(std::move(rows), std::move(copies), density_normalization_);
}

template <class T>
Index NeighborKernel<T>::searched(Index k) const {
  return kind_ == KernelKind::adaptive ? std::max(k, std::min(adaptive_neighbors, distinct_.rows())) : k;
}

template <class T>
double NeighborKernel<T>::bandwidth(const Neighbors& nearest, Index query) const {
  if (kind_ != KernelKind::adaptive) return std::sqrt(epsilon_);
  const Index place = std::min(adaptive_neighbors, nearest.k) - 1;
  const double width = std::sqrt(nearest.squared_distance[query * nearest.k + place]);
  return width > 0 ? width : 1;  // a single distinct point has no scale of its own; any will do
}

template <class T>
double NeighborKernel<T>::affinity(std::span<const T> x, std::span<const T> y, double squared_distance,
                                   double bandwidth_product) const {
  if constexpr (std::is_same_v<T, double>)
    if (kind_ == KernelKind::function) return checked_affinity(function_, x, y);
  return std::exp(-squared_distance / bandwidth_product);
}

template <class T>
SparseRows NeighborKernel<T>::symmetric_rows(const Execution& run) const {
  const Index k = nearest_.k;
  const auto reverse = reversed(nearest_, distinct_.rows());
  return sparse_rows(distinct_.rows(), distinct_.rows(), run, [&](Index begin, Index end, SparseRows& part) {
    std::vector<std::int32_t> joined;
    for (Index u = begin; u < end; ++u) {
      joined.assign(reverse[u].begin(), reverse[u].end());
      joined.insert(joined.end(), nearest_.index.begin() + u * k, nearest_.index.begin() + (u + 1) * k);
      std::sort(joined.begin(), joined.end());
      joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
      for (const std::int32_t v : joined) {
        // The lower point first, so that both rows of a pair hold the same bits.
        const Index low = std::min<Index>(u, v);
        const Index high = std::max<Index>(u, v);
        const auto x = std::as_const(distinct_).row(low);
        const auto y = std::as_const(distinct_).row(high);
        part.columns.push_back(v);
        part.values.push_back(affinity(x, y, squared_distance(x, y), bandwidth_[low] * bandwidth_[high]));
      }
      part.offsets.push_back(static_cast<Index>(part.columns.size()));
    }
  });
}

template <class T>
void NeighborKernel<T>::refuse_isolated(const SparseRows& rows, std::span<const Index> first,
                                        std::span<const Index> order) const {
  std::vector<Index> suspects;
  std::vector<double> nearest;
  for (Index u = 0; u < rows.rows(); ++u) {
    double others = 0;
    for (Index e = rows.offsets[u]; e < rows.offsets[u + 1]; ++e)
      if (rows.columns[e] != u) others += rows.values[e];
    if (1 + others > 1) continue;
    suspects.push_back(order.empty() ? first[u] : order[first[u]]);
    nearest.push_back(nearest_.k > 1 ? nearest_.squared_distance[u * nearest_.k + 1]
                                     : std::numeric_limits<double>::infinity());
  }
  refuse_isolated_points(suspects, nearest, epsilon_, reach_of_doubles);
}

template <class T>
std::vector<typename NeighborKernel<T>::Joined> NeighborKernel<T>::joined_to(
    std::span<const T> x, const Neighbors& nearest, Index query, std::span<const T> squared_distances) const {
  const Index k = nearest_.k;
  std::vector<Joined> joined;
  for (Index j = 0; j < k; ++j)
    joined.push_back({nearest.index[query * nearest.k + j], nearest.squared_distance[query * nearest.k + j]});
  const auto forward = static_cast<std::ptrdiff_t>(joined.size());
  for (Index v = 0; v < distinct_.rows(); ++v) {
    if (static_cast<double>(squared_distances[v]) > nearest_.squared_distance[v * k + k - 1]) continue;
    const auto known = [v](const Joined& other) { return other.point == v; };
    if (std::none_of(joined.begin(), joined.begin() + forward, known))
      joined.push_back({v, squared_distance(x, std::as_const(distinct_).row(v))});
  }
  return joined;
}

template <class T>
void NeighborKernel<T>::add_row(Index u, std::span<const Index> region_of, RegionAccumulator& sums) const {
  for (auto [e, end] = row(u); e < end; ++e)
    for (const Index y : members(rows_.columns[e])) sums.add(region_of[y], rows_.values[e]);
}

template <class T>
PointRegionAffinity NeighborKernel<T>::new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                       const Execution& run) const {
  const Matrix<T> queries = centred<T>(PointsInMetric(points, metric_).points(), centre_);
  const Matrix<T> transposed = transpose(distinct_.view());
  const Neighbors nearest = nearest_neighbors(queries.view(), distinct_.view(), searched(nearest_.k), run);
  return sparse_rows(queries.rows(), regions, run, [&](Index begin, Index end, SparseRows& part) {
    RegionAccumulator sums(regions);
    std::vector<T> distances(static_cast<std::size_t>(distinct_.rows()));
    for (Index i = begin; i < end; ++i) {
      squared_distances(queries.view(), i, i + 1, transposed.view(), 0, distinct_.rows(), distances.data());
      const double width = bandwidth(nearest, i);
      double degree = 0;
      if (nearest.squared_distance[i * nearest.k] > 0) {
        for (const auto& [v, squared] : joined_to(queries.row(i), nearest, i, distances)) {
          const double plain = affinity(queries.row(i), distinct_.row(v), squared, width * bandwidth_[v]);
          degree += plain * static_cast<double>(members(v).size());
          for (const Index y : members(v)) sums.add(region_of[y], plain * (weight_.empty() ? 1 : weight_[v]));
        }
      }
      // A copy of a known point has that point's row, and so does a point that no affinity reaches: in exact
      // arithmetic all of its weight would be on the nearest.
      if (degree == 0) add_row(nearest.index[i * nearest.k], region_of, sums);
      sums.flush(part, degree == 0 ? 1 : std::pow(degree, -density_normalization_));
    }
  });
}

template <class T>
void NeighborKernel<T>::save(ArchiveWriter& archive) const {
  if (kind_ == KernelKind::function)
    fail(ErrorKind::bad_option, "a model whose kernel is a function of the caller's cannot be saved");
  archive.add(static_cast<std::uint64_t>(neighbors_tag<T>));
  archive.add(static_cast<std::uint64_t>(kind_));
  archive.add(static_cast<std::uint64_t>(metric_));
  archive.add(epsilon_);
  archive.add(density_normalization_);
  archive.add(std::span<const double>(centre_));
  add_matrix(archive, distinct_.view());
  archive.add(std::span<const Index>(copies_.first));
  archive.add(std::span<const Index>(copies_.distinct_of));
  archive.add(static_cast<std::uint64_t>(nearest_.k));
  archive.add(std::span<const std::int32_t>(nearest_.index));
  archive.add(std::span<const double>(nearest_.squared_distance));
  archive.add(std::span<const double>(bandwidth_));
}

template <class T>
NeighborKernel<T>::NeighborKernel(ArchiveReader& archive)
    : kind_(static_cast<KernelKind>(archive.u64())), metric_(static_cast<Metric>(archive.u64())) {
  epsilon_ = archive.number();
  density_normalization_ = archive.number();
  centre_ = archive.values<double>();
  distinct_ = read_matrix<T>(archive);
  DistinctRows copies{.first = archive.values<Index>(), .distinct_of = archive.values<Index>()};
  nearest_.k = static_cast<Index>(archive.u64());
  nearest_.index = archive.values<std::int32_t>();
  nearest_.squared_distance = archive.values<double>();
  bandwidth_ = archive.values<double>();
  const Index count = distinct_.rows();
  const auto outside = [count](Index u) { return u < 0 || u >= count; };
  if ((kind_ != KernelKind::gaussian && kind_ != KernelKind::adaptive) || metric_ > Metric::correlation ||
      nearest_.k < 1 || nearest_.k > count || static_cast<Index>(nearest_.index.size()) != nearest_.k * count ||
      nearest_.squared_distance.size() != nearest_.index.size() || static_cast<Index>(bandwidth_.size()) != count ||
      static_cast<Index>(copies.first.size()) != count ||
      std::any_of(nearest_.index.begin(), nearest_.index.end(), outside) ||
      std::any_of(copies.distinct_of.begin(), copies.distinct_of.end(), outside) ||
      static_cast<Index>(centre_.size()) != features())
    archive.damaged();
  // Affinities are cheap beside the search that found the pairs: they are made anew, to the same bits.
  set_rows(symmetric_rows({}), std::move(copies), density_normalization_);
}

template class NeighborKernel<float>;
template class NeighborKernel<double>;

}  // namespace codimap
