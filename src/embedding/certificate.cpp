#include "embedding/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace codimap {
namespace {

constexpr double unproven = std::numbers::pi / 2;
/// A component whose angle is not known to be smaller is joined with those close to it.
constexpr double useful_angle = 0.1;
/// Products round; so do the residuals that are measured by them.
constexpr double rounding = 1e-13;

double squared(double value) { return value * value; }

class Proof {
 public:
  Proof(std::span<const double> values, std::span<const double> residuals, Index components)
      : values_(values), residuals_(residuals.begin(), residuals.end()), components_(components) {
    for (double& residual : residuals_) residual += rounding;
    choose_known();
    if (!holds()) return;
    for (Index i = 0; i < components_; ++i) above_.push_back(largest_error(i));
  }

  /// Whether anything at all is proven beyond the residuals.
  [[nodiscard]] bool holds() const { return known_ > 0; }
  [[nodiscard]] double above(Index i) const { return above_[static_cast<std::size_t>(i)]; }

  /// Between the exact vectors of the pairs [first, last) and the span of their Ritz vectors, walked one step.
  [[nodiscard]] double angle(Index first, Index last) const {
    double square = 0;
    for (Index i = first; i < last; ++i) square += squared(sine(i, first, last));
    if (!(square < 1)) return unproven;
    // A step takes what lies along an exact vector by its eigenvalue, and what lies outside by at most 1.
    double smallest = 1;
    for (Index i = first; i < last; ++i) {
      if (value(i) < 0 && value(i) + above(i) > 0) return unproven;
      smallest = std::min({smallest, std::abs(value(i)), std::abs(value(i) + above(i))});
    }
    return std::atan(std::sqrt(square / (1 - square)) / smallest);
  }

 private:
  [[nodiscard]] double value(Index i) const { return values_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double residual(Index i) const { return residuals_[static_cast<std::size_t>(i)]; }

  /// The number k of pairs that stand for V, and μ, such that the components are told from the rest as well as can be.
  void choose_known() {
    double widest = 0;
    double square = 0;  // of the residuals of V
    for (Index k = 1; k < std::ssize(values_); ++k) {
      square += squared(residual(k - 1));
      if (k < components_) continue;
      const double rest = value(k) + 2 * residual(k);  // λ_{k+1} is not above
      const double gap = value(k - 1) - rest;
      if (!(gap > 0)) continue;
      // What the complement of V has of the leading eigenvectors, by Davis and Kahan.
      const double top = rest + (1 - rest) * std::min(1.0, square / squared(gap));
      const double width = (value(components_ - 1) - top) / std::sqrt(square);
      if (width <= widest) continue;
      widest = width;
      known_ = k;
      top_ = top;
    }
  }

  double largest_error(Index i) const {
    const auto more_than_one = [&](double error) {
      double sum = 0;
      for (Index j = i; j < known_; ++j)
        sum += squared(residual(j)) / ((value(i) + error - top_) * (value(i) + error - value(j)));
      return sum > 1;
    };
    double low = 0;
    double high = 0;
    for (Index j = i; j < known_; ++j) high += squared(residual(j));
    high = std::sqrt(high);
    while (more_than_one(high)) high *= 2;
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = (low + high) / 2;
      (more_than_one(middle) ? low : high) = middle;
    }
    return high;
  }

  /// |λ_i − θ_j| at least.
  [[nodiscard]] double distance(Index i, Index j) const {
    return j > i ? value(i) - value(j) : value(j) - value(i) - above(i);
  }

  double sine(Index i, Index first, Index last) const {
    const double to_rest = value(i) - top_;
    double kappa = 0;
    double outside = 1;
    double within = 0;
    for (Index j = 0; j < known_; ++j) {
      if (j >= first && j < last) {
        within += squared(residual(j));
        continue;
      }
      const double apart = distance(i, j);
      if (!(apart > 0)) return 1;
      kappa += squared(residual(j)) / (to_rest * apart);
      outside += squared(residual(j) / apart);
    }
    return kappa < 1 ? std::sqrt(within * outside) / (to_rest * (1 - kappa)) : 1;
  }

  std::span<const double> values_;
  std::vector<double> residuals_;
  Index components_;
  Index known_ = 0;
  double top_ = 1;  // μ
  std::vector<double> above_;
};

struct Group {
  Index first;
  Index last;
  double angle;
  [[nodiscard]] bool useful() const { return angle <= useful_angle; }
};

/// Joins groups that are not useful with the nearest of their neighbours that are not either, until all are useful or
/// have no such neighbour.
std::vector<Group> grouped(const Proof& proof, std::span<const double> values, Index components) {
  std::vector<Group> groups;
  for (Index i = 0; i < components; ++i) groups.push_back({i, i + 1, proof.angle(i, i + 1)});
  while (true) {
    std::size_t join = groups.size();
    double nearest = 3;
    for (std::size_t g = 0; g + 1 < groups.size(); ++g) {
      const double gap =
          values[static_cast<std::size_t>(groups[g].last - 1)] - values[static_cast<std::size_t>(groups[g].last)];
      if (groups[g].useful() || groups[g + 1].useful() || gap >= nearest) continue;
      nearest = gap;
      join = g;
    }
    if (join == groups.size()) return groups;
    groups[join].last = groups[join + 1].last;
    groups[join].angle = proof.angle(groups[join].first, groups[join].last);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(join) + 1);
  }
}

}  // namespace

Certificate certify(std::span<const double> values, std::span<const double> residuals, Index components) {
  Certificate certificate;
  const Proof proof(values, residuals, components);
  if (!proof.holds()) {
    certificate.angles.assign(static_cast<std::size_t>(components), unproven);
    certificate.group_of.resize(static_cast<std::size_t>(components));
    std::iota(certificate.group_of.begin(), certificate.group_of.end(), Index{0});
    return certificate;
  }
  for (Index i = 0; i < components; ++i) certificate.eigenvalue_errors.push_back(proof.above(i));
  for (const Group& group : grouped(proof, values, components))
    for (Index i = group.first; i < group.last; ++i) {
      certificate.angles.push_back(group.angle);
      certificate.group_of.push_back(group.first);
    }
  return certificate;
}

}  // namespace codimap
