#include "diffusion/neighbor_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/archive_indices.hpp"
#include "base/archive_matrix.hpp"
#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "diffusion/far_points.hpp"
#include "diffusion/graph_walks.hpp"
#include "diffusion/isolated.hpp"
#include "diffusion/kernel_tag.hpp"
#include "diffusion/metric.hpp"
#include "diffusion/neighbor_graph.hpp"
#include "diffusion/outlying.hpp"
#include "diffusion/point_set.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

// Of the scale there. A known point that went through a projection again is not quite where it was, and whether the
// farthest of a list are in reach would depend on rounding.
constexpr double distance_of_copies = 1e-6;

template <class T>
void drop_zeros(SparseMatrix<T>& rows) {
  Index kept = 0;
  Index begin = 0;
  for (Index u = 0; u < rows.rows(); ++u) {
    const Index end = rows.offsets[u + 1];
    for (Index e = begin; e < end; ++e) {
      if (rows.values[e] == 0) continue;
      rows.columns[kept] = rows.columns[e];
      rows.values[kept++] = rows.values[e];
    }
    begin = end;
    rows.offsets[u + 1] = kept;
  }
  rows.columns.resize(static_cast<std::size_t>(kept));
  rows.values.resize(static_cast<std::size_t>(kept));
}

void add_number(ArchiveWriter& archive, double value) { archive.add(value); }
template <class Whole>
void add_number(ArchiveWriter& archive, Whole value) {
  archive.add(static_cast<std::uint64_t>(value));
}

void read_number(ArchiveReader& archive, double& value) { value = archive.number(); }
template <class Whole>
void read_number(ArchiveReader& archive, Whole& value) {
  value = static_cast<Whole>(archive.u64());
}

/// Each of the rows has a point, and each point a row of them; none named stand for a row each.
bool covers(std::span<const Index> row_of, Index rows) {
  std::vector<bool> has_point(static_cast<std::size_t>(rows), row_of.empty());
  for (const Index row : row_of) {
    if (row < 0 || row >= rows) return false;
    has_point[row] = true;
  }
  return std::find(has_point.begin(), has_point.end(), false) == has_point.end();
}

}  // namespace

template <class T>
NeighborKernel<T>::NeighborKernel(Points points, const KernelOptions& options, const Execution& run,
                                  std::span<const Index> order)
    : form_(options),
      metric_(options.metric),
      density_normalization_(options.density_normalization),
      function_(options.function) {
  // A function of the caller's sees the points where they are.
  centre_ = form_.kind() == KernelKind::function ? std::vector<double>(points.cols()) : column_means(points, run);
  Matrix<T> all = centred<T>(points, centre_, run, order);
  auto [first, row_of] = distinct_rows(all.view(), run);
  distinct_ = static_cast<Index>(first.size()) == all.rows() ? std::move(all) : selected_rows(all.view(), first);
  k_ = std::min(*options.neighbors, distinct_.rows());
  auto [nearest, lists] =
      neighbors_among(distinct_.view(), searched(), options.neighbor_recall.value_or(usual_recall), run);
  search_.keep(std::move(lists));
  recall_ = nearest.recall;
  if (run.next_stage) run.next_stage("kernel");
  form_.learn(nearest, k_, options, run);
  join(nearest, std::move(row_of), run);
  if (options.epsilon && form_.kind() == KernelKind::gaussian) refuse_isolated(nearest, first, order, run);
  find_outlying(run);
  normalize(run);
  lists_ = packed_lists(std::move(nearest), run);
}

template <class T>
void NeighborKernel<T>::join(const Neighbors& nearest, std::vector<Index> row_of, const Execution& run) {
  scale_ = form_.scales(nearest, k_, run);
  keep_radii(nearest, run);
  const auto pair_affinity = [&](Index x, Index y, double squared_distance, bool mutual) {
    return affinity(distinct_.row(x), distinct_.row(y), squared_distance, scale(x), scale(y), {true, mutual});
  };
  SparseMatrix<T> graph = symmetric_graph<T>(nearest, k_, pair_affinity, run);
  if (form_.leaves_out_pairs()) drop_zeros(graph);
  this->set_rows(std::move(graph), Copies(std::move(row_of), distinct_.rows()), run);
}

template <class T>
void NeighborKernel<T>::normalize(const Execution& run) {
  if (density_normalization_ == 0) return;
  const auto density = [&](Index u, double degree) { return form_.density(degree, scale(u)); };
  weight_ = this->normalize_density(density_normalization_, density, run);
}

template <class T>
PointScale NeighborKernel<T>::new_scale(const Neighbors& nearest, Index query) const {
  const auto squared = std::span(nearest.squared_distance).subspan(query * nearest.k, nearest.k);
  const auto index = std::span(nearest.index).subspan(query * nearest.k, nearest.k);
  return form_.new_scale(squared, index, k_, [&](Index u) { return scale_[u]; });
}

template <class T>
void NeighborKernel<T>::keep_radii(const Neighbors& nearest, const Execution& run) {
  squared_radius_.resize(static_cast<std::size_t>(distinct_.rows()));
  parallel_for(run, distinct_.rows(), 4096, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) squared_radius_[u] = nearest.squared_distance[u * nearest.k + k_ - 1];
  });
}

template <class T>
void NeighborKernel<T>::find_outlying(const Execution& run) {
  if (form_.kind() == KernelKind::function) return;
  std::vector<double> of_others(static_cast<std::size_t>(distinct_.rows()));
  std::vector<std::uint8_t> far(of_others.size());
  parallel_for(run, distinct_.rows(), 4096, [&](Index begin, Index end) {
    std::vector<double> lengths;
    for (Index u = begin; u < end; ++u) {
      const auto row = row_of(this->rows(), u);
      lengths.clear();
      for (Index e = 0; e < row.count; ++e) {
        if (row.columns[e] == u) continue;
        of_others[u] += static_cast<double>(row.values[e]) * static_cast<double>(this->copies().count(row.columns[e]));
        lengths.push_back(form_.length(scale(row.columns[e])));
      }
      if (form_.has_scales()) far[u] = is_far(form_.length(scale(u)), lengths);
    }
  });
  if (!form_.has_scales())
    for (const Index u : hardly_joined(of_others, 0)) far[u] = 1;
  for (Index u = 0; u < distinct_.rows(); ++u)
    if (far[u]) this->copies().for_each(u, [&](Index point) { outlying_.push_back(point); });
  std::ranges::sort(outlying_);
}

template <class T>
double NeighborKernel<T>::affinity(std::span<const T> x, std::span<const T> y, double squared_distance,
                                   const PointScale& of_x, const PointScale& of_y, Listing listing) const {
  if constexpr (std::is_same_v<T, double>)
    if (form_.kind() == KernelKind::function) return checked_affinity(function_, x, y);
  return form_.affinity(squared_distance, of_x, of_y, listing);
}

template <class T>
void NeighborKernel<T>::refuse_isolated(const Neighbors& nearest, std::span<const Index> first,
                                        std::span<const Index> order, const Execution& run) const {
  std::vector<std::uint8_t> alone(static_cast<std::size_t>(distinct_.rows()));
  parallel_for(run, distinct_.rows(), 4096, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) {
      const auto row = row_of(this->rows(), u);
      double others = 0;
      for (Index e = 0; e < row.count; ++e)
        if (row.columns[e] != u) others += static_cast<double>(row.values[e]);
      alone[u] = !(1 + others > 1);
    }
  });
  std::vector<Index> suspects;
  std::vector<double> squared_nearest;
  for (Index u = 0; u < distinct_.rows(); ++u) {
    if (!alone[u]) continue;
    suspects.push_back(order.empty() ? first[u] : order[first[u]]);
    squared_nearest.push_back(k_ > 1 ? nearest.squared_distance[u * nearest.k + 1]
                                     : std::numeric_limits<double>::infinity());
  }
  refuse_isolated_points(suspects, squared_nearest, form_.epsilon(), reach_of_doubles);
}

template <class T>
std::vector<typename NeighborKernel<T>::Joined> NeighborKernel<T>::joined_to(
    std::span<const T> x, const Neighbors& nearest, Index query, std::span<const std::int32_t> reached_from) const {
  std::vector<Joined> joined;
  for (Index j = 0; j < k_; ++j) {
    const Index v = nearest.index[query * nearest.k + j];
    const double squared = nearest.squared_distance[query * nearest.k + j];
    joined.push_back({v, squared, {true, squared <= squared_radius_[v]}});
  }
  const auto forward = static_cast<std::ptrdiff_t>(joined.size());
  for (const std::int32_t v : reached_from) {
    const auto known = [v](const Joined& other) { return other.point == v; };
    if (std::none_of(joined.begin(), joined.begin() + forward, known))
      joined.push_back({v, squared_distance_in_double(x, std::as_const(distinct_).row(v)), {false, true}});
  }
  return joined;
}

template <class T>
NewPointAffinity NeighborKernel<T>::new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                    const Execution& run) const {
  const Matrix<T> queries = centred<T>(PointsInMetric(points, metric_).points(), centre_, run);
  refuse_too_far(queries.view());
  const auto [nearest, reached_from] = search_.find(queries.view(), distinct_.view(), searched(), squared_radius_, run);
  NewPointAffinity result;
  std::vector<std::uint8_t> known(static_cast<std::size_t>(queries.rows()));
  for (Index i = 0; i < queries.rows(); ++i) {
    const double distance = std::sqrt(nearest.squared_distance[i * nearest.k]);
    const bool in_scales = form_.kind() != KernelKind::function;
    const double length = in_scales ? form_.length(scale(nearest.index[i * nearest.k])) : 0;
    if (in_scales) result.distances.push_back(distance / length);
    known[i] = distance <= distance_of_copies * length;
  }
  result.region_sums = sparse_rows(queries.rows(), regions, run, [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(regions);
    for (Index i = begin; i < end; ++i) {
      const PointScale own = new_scale(nearest, i);
      double degree = 0;
      if (!known[i]) {
        for (const auto& [v, squared, listing] : joined_to(queries.row(i), nearest, i, reached_from[i])) {
          const double plain = affinity(queries.row(i), distinct_.row(v), squared, own, scale(v), listing);
          const double weighted = plain * (weight_.empty() ? 1 : weight_[v]);
          degree += plain * static_cast<double>(this->copies().count(v));
          this->copies().for_each(v, [&](Index y) { sums.add(region_of[y], weighted); });
        }
      }
      // A known point has its own row, and a point that no affinity reaches that of the nearest: in exact arithmetic
      // all of its weight would be there.
      if (degree == 0) add_regions(row_of(this->rows(), nearest.index[i * nearest.k]), this->copies(), region_of, sums);
      sums.flush(part, degree == 0 ? 1 : std::pow(form_.density(degree, own), -density_normalization_));
    }
  });
  return result;
}

template <class T>
void NeighborKernel<T>::save(ArchiveWriter& archive) const {
  if (form_.kind() == KernelKind::function)
    fail(ErrorKind::bad_option, "a model whose kernel is a function of the caller's cannot be saved");
  archive.add(static_cast<std::uint64_t>(neighbors_tag<T>));
  AffinityForm::visit(form_, [&](const auto& value) { add_number(archive, value); });
  archive.add(static_cast<std::uint64_t>(metric_));
  archive.add(density_normalization_);
  archive.add(std::span<const double>(centre_));
  add_matrix(archive, distinct_.view());
  archive.add(static_cast<std::uint64_t>(search_.learned().has_value()));
  if (search_.learned()) add_lists(archive, *search_.learned());
  PackedIndices(this->copies().rows()).save(archive);
  archive.add(static_cast<std::uint64_t>(k_));
  lists_.save(archive);
}

template <class T>
NeighborKernel<T>::NeighborKernel(ArchiveReader& archive, const Execution& run) {
  AffinityForm::visit(form_, [&](auto& value) { read_number(archive, value); });
  metric_ = static_cast<Metric>(archive.u64());
  density_normalization_ = archive.number();
  centre_ = archive.values<double>();
  distinct_ = read_matrix<T>(archive);
  if (archive.u64() != 0) search_.keep(read_lists<T>(archive, distinct_.rows(), distinct_.cols()));
  std::vector<Index> row_of = read_indices<Index>(archive);
  k_ = static_cast<Index>(archive.u64());
  lists_ = PackedIndices(archive);
  if (form_.kind() >= KernelKind::function || metric_ > Metric::correlation || k_ < 1 || k_ > distinct_.rows() ||
      (search_.learned() && search_.learned()->k != searched()) || !covers(row_of, distinct_.rows()) ||
      static_cast<Index>(centre_.size()) != features() || too_far(distinct_.view()))
    archive.damaged();
  const Neighbors nearest = unpacked_lists(lists_, distinct_.view(), searched(), run);
  if (nearest.k == 0) archive.damaged();
  join(nearest, std::move(row_of), run);
  normalize(run);
  const auto is_degree = [](double degree) { return degree > 0 && std::isfinite(degree); };
  if (!std::ranges::all_of(this->degree(), is_degree)) archive.damaged();
}

template class NeighborKernel<float>;
template class NeighborKernel<double>;

}  // namespace codimap
