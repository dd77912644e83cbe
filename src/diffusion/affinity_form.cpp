#include "diffusion/affinity_form.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.hpp"
#include "diffusion/bandwidth.hpp"
#include "neighbors/search.hpp"

namespace codimap {
namespace {

constexpr Index points_a_range = 2048;

/// graphtools drops affinities below this.
constexpr double least_decayed = 1e-4;

/// The width σ with Σ_j exp(−max(d_j − ρ, 0)/σ) = log₂ k over the k − 1 nearest others: UMAP's, by bisection.
double umap_width(std::span<const double> squared, double nearest, Index k) {
  constexpr int most_steps = 64;
  constexpr double close_enough = 1e-5;
  constexpr double least_share_of_mean = 1e-3;
  const double goal = std::log2(static_cast<double>(k));
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double width = 1;
  for (int step = 0; step < most_steps; ++step) {
    double sum = 0;
    for (Index j = 1; j < k; ++j) sum += std::exp(-std::max(std::sqrt(squared[j]) - nearest, 0.) / width);
    if (std::abs(sum - goal) < close_enough) break;
    (sum > goal ? high : low) = width;
    width = std::isfinite(high) ? (low + high) / 2 : 2 * width;
  }
  double mean = 0;
  for (Index j = 1; j < k; ++j) mean += std::sqrt(squared[j]) / static_cast<double>(k);
  return std::max(width, least_share_of_mean * mean);
}

double decayed(double squared_distance, double width, double decay) {
  const double value = std::exp(-std::pow(std::sqrt(squared_distance) / width, decay));
  return value >= least_decayed ? value : 0;
}

double umap_membership(double squared_distance, const PointScale& scale) {
  return std::exp(-std::max(std::sqrt(squared_distance) - scale.offset, 0.) / scale.width);
}

}  // namespace

AffinityForm::AffinityForm(const KernelOptions& options)
    : kind_(options.kind),
      bandwidth_neighbor_(options.bandwidth_neighbor),
      decay_(options.decay),
      self_affinity_(options.self_affinity) {}

bool AffinityForm::has_scales() const { return kind_ != KernelKind::gaussian && kind_ != KernelKind::function; }

bool AffinityForm::has_offsets() const { return kind_ == KernelKind::umap || kind_ == KernelKind::variable_bandwidth; }

bool AffinityForm::leaves_out_pairs() const { return kind_ == KernelKind::alpha_decay || !self_affinity_; }

Index AffinityForm::searched(Index k) const {
  return has_scales() && kind_ != KernelKind::umap ? std::max(k, bandwidth_neighbor_ + 1) : k;
}

PointScale AffinityForm::own_scale(std::span<const double> squared, Index k) const {
  const auto last = std::min(static_cast<std::size_t>(bandwidth_neighbor_), squared.size() - 1);
  if (!has_scales() || last == 0) return {};  // a single distinct point has no scale of its own; any will do
  switch (kind_) {
    case KernelKind::umap: {
      const double nearest = std::sqrt(squared[std::min<std::size_t>(1, static_cast<std::size_t>(k) - 1)]);
      return {umap_width(squared, nearest, k), nearest};
    }
    case KernelKind::local_gaussian: {
      // Half the mean of the last three, as destiny has it.
      const std::size_t first = std::max<std::size_t>(1, last < 3 ? 1 : last - 2);
      double sum = 0;
      for (std::size_t j = first; j <= last; ++j) sum += std::sqrt(squared[j]);
      return {sum / (2 * static_cast<double>(last - first + 1)), 0};
    }
    case KernelKind::variable_bandwidth: {
      double sum = 0;
      for (std::size_t j = 1; j <= last; ++j) sum += squared[j];
      return {1, std::sqrt(sum / static_cast<double>(last))};
    }
    default:
      return {std::sqrt(squared[last]), 0};
  }
}

void AffinityForm::learn(const Neighbors& nearest, Index k, const KernelOptions& options, const Execution& run) {
  if (kind_ == KernelKind::gaussian)
    epsilon_ = options.epsilon                            ? *options.epsilon
               : options.epsilon_rule == EpsilonRule::bgh ? 4 * bgh_scale(nearest.squared_distance).epsilon
                                                          : neighbor_epsilon(nearest.squared_distance, nearest.k);
  if (kind_ == KernelKind::variable_bandwidth) learn_variable_bandwidth(nearest, k, run);
}

std::vector<PointScale> AffinityForm::scales(const Neighbors& nearest, Index k, const Execution& run) const {
  if (!has_scales()) return {};
  std::vector<PointScale> scales = own_scales(nearest, k, run);
  if (kind_ == KernelKind::variable_bandwidth) set_density_widths(nearest, k, scales, run);
  return scales;
}

std::vector<PointScale> AffinityForm::own_scales(const Neighbors& nearest, Index k, const Execution& run) const {
  const auto size = static_cast<Index>(nearest.index.size()) / nearest.k;
  std::vector<PointScale> scales(static_cast<std::size_t>(size));
  parallel_for(run, size, points_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u)
      scales[u] = own_scale(std::span(nearest.squared_distance).subspan(u * nearest.k, nearest.k), k);
  });
  return scales;
}

void AffinityForm::set_density_widths(const Neighbors& nearest, Index k, std::vector<PointScale>& scales,
                                      const Execution& run) const {
  parallel_for(run, static_cast<Index>(scales.size()), points_a_range, [&](Index begin, Index end) {
    for (Index u = begin; u < end; ++u) {
      double sum = 0;
      for (Index j = 0; j < k; ++j)
        sum += density_term(nearest.squared_distance[u * nearest.k + j], scales[u].offset,
                            scales[nearest.index[u * nearest.k + j]].offset);
      scales[u].width = density_width(sum, scales[u].offset);
    }
  });
}

void AffinityForm::learn_variable_bandwidth(const Neighbors& nearest, Index k, const Execution& run) {
  std::vector<PointScale> scales = own_scales(nearest, k, run);
  const auto size = static_cast<Index>(scales.size());
  const auto scale_distances = [&](auto length) {
    std::vector<double> scaled(static_cast<std::size_t>(size * k));
    parallel_for(run, size, points_a_range, [&](Index begin, Index end) {
      for (Index u = begin; u < end; ++u)
        for (Index j = 0; j < k; ++j)
          scaled[u * k + j] = nearest.squared_distance[u * nearest.k + j] /
                              (length(scales[u]) * length(scales[nearest.index[u * nearest.k + j]]));
    });
    return bgh_scale(scaled);
  };
  const BghScale of_density = scale_distances([](const PointScale& scale) { return scale.offset; });
  density_epsilon_ = of_density.epsilon;
  dimension_ = std::round(of_density.dimension);
  points_ = static_cast<double>(size);
  set_density_widths(nearest, k, scales, run);
  epsilon_ = 4 * scale_distances([](const PointScale& scale) { return scale.width; }).epsilon;
}

double AffinityForm::density_term(double squared_distance, double offset_x, double offset_y) const {
  return std::exp(-squared_distance / (4 * density_epsilon_ * offset_x * offset_y));
}

double AffinityForm::density_width(double sum, double offset) const {
  const double density =
      sum / points_ / std::pow(offset * std::sqrt(4 * std::numbers::pi * density_epsilon_), dimension_);
  return std::pow(density, -1 / (dimension_ + 2));
}

double AffinityForm::affinity(double squared_distance, const PointScale& x, const PointScale& y,
                              Listing listing) const {
  if (squared_distance == 0 && !self_affinity_) return 0;
  switch (kind_) {
    case KernelKind::adaptive:
      return adaptive_affinity(squared_distance, x.width, y.width);
    case KernelKind::alpha_decay:
      return (listing.by_x ? decayed(squared_distance, x.width, decay_) : 0) +
             (listing.by_y ? decayed(squared_distance, y.width, decay_) : 0);
    case KernelKind::variable_bandwidth:
      return std::exp(-squared_distance / (epsilon_ * x.width * y.width));
    case KernelKind::local_gaussian: {
      const double squares = x.width * x.width + y.width * y.width;
      return std::sqrt(2 * x.width * y.width / squares) * std::exp(-squared_distance / squares);
    }
    case KernelKind::umap: {
      const double of_x = listing.by_x ? umap_membership(squared_distance, x) : 0;
      const double of_y = listing.by_y ? umap_membership(squared_distance, y) : 0;
      return of_x + of_y - of_x * of_y;
    }
    default:
      return std::exp(-squared_distance / epsilon_);
  }
}

double AffinityForm::length(const PointScale& scale) const {
  if (!has_scales()) return std::sqrt(epsilon_);
  if (kind_ == KernelKind::variable_bandwidth) return scale.offset;
  return scale.offset + scale.width;
}

double AffinityForm::density(double degree, const PointScale& scale) const {
  // destiny counts a point's own affinity in the density, though the walk has none; pyDiffMap divides by the squared
  // bandwidth.
  if (kind_ == KernelKind::local_gaussian && !self_affinity_) return degree + 1;
  if (kind_ == KernelKind::variable_bandwidth) return degree / (scale.width * scale.width);
  return degree;
}

}  // namespace codimap
