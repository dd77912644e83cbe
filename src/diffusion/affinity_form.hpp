// How the affinity of two neighbours follows from their distance and the scales of both.
#pragma once

#include <span>
#include <vector>

#include "codimap/kernel.hpp"

namespace codimap {

struct Neighbors;

/// The scale of a point, from the distances to its nearest.
struct PointScale {
  double width = 1;
  /// For umap, the distance to the nearest other point; for variable_bandwidth, the root mean square distance to the
  /// nearest others.
  double offset = 0;
};

/// Which of two points has the other among its nearest.
struct Listing {
  bool by_x = true;
  bool by_y = true;
};

/// Kernels of points and their nearest neighbours. Lists of nearest points begin with the point itself.
class AffinityForm {
 public:
  AffinityForm() = default;
  explicit AffinityForm(const KernelOptions& options);

  [[nodiscard]] KernelKind kind() const { return kind_; }
  [[nodiscard]] double epsilon() const { return epsilon_; }
  /// Whether points have scales of their own, and whether these have an offset.
  [[nodiscard]] bool has_scales() const;
  [[nodiscard]] bool has_offsets() const;
  /// Whether some pairs of neighbours have no affinity.
  [[nodiscard]] bool leaves_out_pairs() const;
  /// Nearest points to look for so that k have affinities and the scale is known.
  [[nodiscard]] Index searched(Index k) const;

  /// Learns what all points share, such as ε.
  void learn(const Neighbors& nearest, Index k, const KernelOptions& options, const Execution& run);
  /// The scales of the points that it was learned from; empty where they have none of their own.
  [[nodiscard]] std::vector<PointScale> scales(const Neighbors& nearest, Index k, const Execution& run) const;
  /// The scale of a new point from its `searched` nearest points, whose scales `known` gives by number.
  template <class Known>
  [[nodiscard]] PointScale new_scale(std::span<const double> squared, std::span<const std::int32_t> index, Index k,
                                     const Known& known) const {
    PointScale scale = own_scale(squared, k);
    if (kind_ == KernelKind::variable_bandwidth) {
      double sum = 0;
      for (Index j = 0; j < k; ++j) sum += density_term(squared[j], scale.offset, known(index[j]).offset);
      scale.width = density_width(sum, scale.offset);
    }
    return scale;
  }

  [[nodiscard]] double affinity(double squared_distance, const PointScale& x, const PointScale& y,
                                Listing listing) const;
  /// The length that distances near a point are held against.
  [[nodiscard]] double length(const PointScale& scale) const;
  /// What α divides by: the degree, or what the published kernels take for it.
  [[nodiscard]] double density(double degree, const PointScale& scale) const;

  /// Calls field(value) for everything that a model file keeps.
  template <class Form, class Fields>
  static void visit(Form& form, Fields&& field) {
    field(form.kind_);
    field(form.bandwidth_neighbor_);
    field(form.decay_);
    field(form.self_affinity_);
    field(form.epsilon_);
    field(form.density_epsilon_);
    field(form.dimension_);
    field(form.points_);
  }

 private:
  /// The scale as far as a point's own distances tell it.
  [[nodiscard]] PointScale own_scale(std::span<const double> squared, Index k) const;
  [[nodiscard]] double density_term(double squared_distance, double offset_x, double offset_y) const;
  [[nodiscard]] double density_width(double sum, double offset) const;
  /// All of them, as far as each point's own distances tell.
  [[nodiscard]] std::vector<PointScale> own_scales(const Neighbors& nearest, Index k, const Execution& run) const;
  void set_density_widths(const Neighbors& nearest, Index k, std::vector<PointScale>& scales,
                          const Execution& run) const;
  void learn_variable_bandwidth(const Neighbors& nearest, Index k, const Execution& run);

  KernelKind kind_ = KernelKind::adaptive;
  Index bandwidth_neighbor_ = 7;
  double decay_ = 40;
  bool self_affinity_ = true;
  double epsilon_ = 1;
  // Of variable_bandwidth: what the density of the points is estimated with.
  double density_epsilon_ = 1;
  double dimension_ = 0;
  double points_ = 1;
};

}  // namespace codimap
