#include "embedding/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ranges>

namespace codimap {
namespace {

constexpr double unproven = std::numbers::pi / 2;
/// Eigenvalues lie in [−1, 1].
constexpr double anything = 2;
/// Of 1 − λ: an angle of 0.025, which the default leaves, moves it by the square of that.
constexpr double same_value = 1e-3;
/// Products round; so do the residuals that are measured by them, and the rotation to Ritz vectors.
constexpr double rounding = 1e-13;

double squared(double value) { return value * value; }

/// All that follows from taking the first `known` pairs for V, `rest` for a bound of all other eigenvalues, and `top`
/// for μ.
class Proof {
 public:
  Proof(std::span<const double> values, std::span<const double> residuals, std::span<const double> walked_residuals,
        Index known, double rest, double top)
      : values_(values),
        residuals_(residuals),
        walked_residuals_(walked_residuals),
        known_(known),
        rest_(rest),
        top_(top) {
    for (Index i = 0; i < known; ++i) above_.push_back(value(i) > top ? largest_error(i) : anything);
    if (value(known - 1) <= top) return;
    for (Index j = 0; j < known; ++j) weighted_.push_back(weighted_residual(j));
  }

  /// Pairs that this proof can say something of.
  [[nodiscard]] Index known() const { return known_; }

  [[nodiscard]] double above(Index i) const { return above_[static_cast<std::size_t>(i)]; }

  /// Between the exact vectors of the pairs [first, last) and the span of their Ritz vectors, walked one step.
  [[nodiscard]] double angle(Index first, Index last) const {
    return std::min(angle_by_parts(first, last), angle_by_gap(first, last));
  }

 private:
  /// What the walked vectors have of the rest of the spectrum, by their residuals and the gap to it, and what they have
  /// of each other known eigenvector.
  [[nodiscard]] double angle_by_parts(Index first, Index last) const {
    if (weighted_.empty()) return unproven;
    double square = 0;
    for (Index i = first; i < last; ++i) {
      square += squared(walked_residuals_[static_cast<std::size_t>(i)] / (value(i) - rest_));
      for (Index j = 0; j < known_; ++j)
        if (j < first || j >= last) square += squared(overlap(j, i));
    }
    return std::asin(std::min(1.0, std::sqrt(square)));
  }

  /// Walked vectors are no shorter than 1, and orthogonal up to squares of residuals that make them longer yet: their
  /// residuals, divided by the gap, bound all that they have of other eigenvectors.
  [[nodiscard]] double angle_by_gap(Index first, Index last) const {
    const double below = last < known_ ? value(last) + above(last) : rest_;
    double gap = value(last - 1) - below;
    if (first > 0) gap = std::min(gap, value(first - 1) - value(first));
    if (!(gap > 0)) return unproven;
    double square = 0;
    for (Index i = first; i < last; ++i) square += squared(walked_residuals_[static_cast<std::size_t>(i)]);
    return std::asin(std::min(1.0, std::sqrt(square) / gap));
  }

  [[nodiscard]] double value(Index i) const { return values_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double residual(Index i) const { return residuals_[static_cast<std::size_t>(i)]; }

  double largest_error(Index i) const {
    const auto more_than_one = [&](double error) {
      double sum = 0;
      for (Index j = i; j < known_; ++j)
        sum += squared(residual(j)) / ((value(i) + error - top_) * (value(i) + error - value(j)));
      return sum > 1;
    };
    double low = 0;
    double high = rounding;
    while (more_than_one(high)) high *= 2;
    for (int halving = 0; halving < 50; ++halving) {
      const double middle = (low + high) / 2;
      (more_than_one(middle) ? low : high) = middle;
    }
    return high;
  }

  /// |λ_i − θ_j| at least.
  [[nodiscard]] double distance(Index i, Index j) const {
    return j > i ? value(i) - value(j) : value(j) - value(i) - above(i);
  }

  /// T = Σ r_l|a_l| of the exact vector j, at most.
  [[nodiscard]] double weighted_residual(Index j) const {
    double square = 0;
    double kappa = 0;
    for (Index l = 0; l < known_; ++l) {
      square += squared(residual(l));
      if (l == j) continue;
      const double apart = distance(j, l);
      kappa += apart > 0 ? squared(residual(l)) / ((value(j) - top_) * apart) : 1;
    }
    return kappa < 1 ? std::min(std::sqrt(square), residual(j) / (1 - kappa)) : std::sqrt(square);
  }

  /// Of the exact vector j in the walked vector i, at most. Rounding leaves the operator not quite diagonal among the
  /// vectors.
  [[nodiscard]] double overlap(Index j, Index i) const {
    const double apart = distance(j, i);
    if (!(apart > 0)) return 1;
    const double largest = std::max(std::abs(value(j)), std::abs(value(j) + above(j)));
    const double mixed = residual(i) * weighted_[static_cast<std::size_t>(j)] / (value(j) - top_) + rounding;
    return std::max(1.0, largest / std::abs(value(i))) * mixed / apart;
  }

  std::span<const double> values_;
  std::span<const double> residuals_;
  std::span<const double> walked_residuals_;
  Index known_;
  double rest_;  // of the eigenvalues lies below
  double top_;   // μ
  std::vector<double> above_;
  std::vector<double> weighted_;  // weighted_residual of each; empty where μ lies too high to say
};

/// Proofs for several numbers of pairs that V may consist of. All of them hold if any eigenvalue that is not known lies
/// below those that are.
class Proofs {
 public:
  Proofs(std::span<const double> values, std::span<const double> residuals, std::span<const double> walked_residuals,
         Index dimension, double searched_above)
      : residuals_(residuals.begin(), residuals.end()),
        walked_residuals_(walked_residuals.begin(), walked_residuals.end()) {
    for (double& residual : residuals_) residual += rounding;
    for (double& residual : walked_residuals_) residual += rounding;
    constexpr double below_everything = -2;
    if (std::ssize(values) >= dimension)
      proofs_.emplace_back(values, residuals_, walked_residuals_, dimension, below_everything, below_everything);
    if (!settled(values, std::ssize(walked_residuals))) return;
    for (const Candidate& best : candidates(values, searched_above))
      proofs_.emplace_back(values, residuals_, walked_residuals_, best.known, best.rest, best.top);
  }

  /// While the components still change by much, random vectors may not yet have shown all that was missed.
  [[nodiscard]] bool settled(std::span<const double> values, Index components) const {
    const double width = values[static_cast<std::size_t>(components - 1)] - values.back();
    const auto first = residuals_.begin();
    return *std::max_element(first, first + components) <= std::max(width / 10, 1e-8);
  }

  [[nodiscard]] double above(Index i) const {
    double best = anything;
    for (const Proof& proof : proofs_)
      if (i < proof.known()) best = std::min(best, proof.above(i));
    return best;
  }
  [[nodiscard]] double angle(Index first, Index last) const {
    double best = unproven;
    for (const Proof& proof : proofs_)
      if (last <= proof.known()) best = std::min(best, proof.angle(first, last));
    return best;
  }

 private:
  struct Candidate {
    Index known = 0;
    double rest = 0;
    double top = 0;
    double sine = 0;  // of V to the leading eigenvectors, at most
  };

  /// Those that tell V from the rest better than any with more pairs, which say something of more components; of these
  /// a few: each proof takes the square of the number of pairs.
  [[nodiscard]] std::vector<Candidate> candidates(std::span<const double> values, double searched_above) const {
    std::vector<Candidate> best;  // most pairs first
    for (const Candidate& candidate : std::views::reverse(all_candidates(values, searched_above)))
      if (best.empty() || candidate.sine < best.back().sine) best.push_back(candidate);
    constexpr std::size_t enough = 16;
    if (best.size() <= enough) return best;
    std::vector<Candidate> some;
    for (std::size_t c = 0; c < enough; ++c) some.push_back(best[c * (best.size() - 1) / (enough - 1)]);
    return some;
  }

  [[nodiscard]] std::vector<Candidate> all_candidates(std::span<const double> values, double searched_above) const {
    std::vector<Candidate> found;
    double square = 0;  // of the residuals of V
    for (std::size_t k = 1; k < values.size(); ++k) {
      square += squared(residuals_[k - 1]);
      // λ_{k+1} is not above, even if the guard has but a fifth of its eigenvector.
      const double rest = std::max(searched_above, values[k] + 2 * residuals_[k]);
      const double gap = values[k - 1] - rest;
      if (!(gap > 0)) continue;
      // What the complement of V has of the leading eigenvectors, by Davis and Kahan.
      const double sine = std::min(1.0, std::sqrt(square) / gap);
      const double top = rest + (1 - rest) * squared(sine);
      if (top < values.front()) found.push_back({static_cast<Index>(k), rest, top, sine});
    }
    return found;
  }

  std::vector<double> residuals_;
  std::vector<double> walked_residuals_;
  std::vector<Proof> proofs_;
};

struct Group {
  Index first;
  Index last;
  double angle;
  [[nodiscard]] bool useful() const { return angle <= useful_angle; }
};

/// Joins groups that are not useful with the nearest of their neighbours that are not either, until all are useful or
/// have no such neighbour.
std::vector<Group> grouped(const Proofs& proof, std::span<const double> values, Index components) {
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

/// Where nothing is proven, those of one eigenvalue are a group.
std::vector<Group> with_equal_values_apart(const std::vector<Group>& groups, std::span<const double> values) {
  std::vector<Group> result;
  for (const Group& group : groups) {
    result.push_back(group);
    if (group.angle < unproven) continue;
    result.back().last = group.first + 1;
    for (Index i = group.first + 1; i < group.last; ++i) {
      const double above = values[static_cast<std::size_t>(i - 1)];
      const double value = values[static_cast<std::size_t>(i)];
      if (above - value <= same_value * (1 - value))
        ++result.back().last;
      else
        result.push_back({i, i + 1, unproven});
    }
  }
  return result;
}

}  // namespace

Certificate certify(std::span<const double> values, std::span<const double> residuals,
                    std::span<const double> walked_residuals, Index dimension, double searched_above) {
  Certificate certificate;
  certificate.searched_above = searched_above;
  const auto components = static_cast<Index>(walked_residuals.size());
  if (components == 0) return certificate;
  const Proofs proof(values, residuals, walked_residuals, dimension, searched_above);
  for (Index i = 0; i < components; ++i) certificate.eigenvalue_errors.push_back(proof.above(i));
  for (const Group& group : with_equal_values_apart(grouped(proof, values, components), values))
    for (Index i = group.first; i < group.last; ++i) {
      certificate.angles.push_back(group.angle);
      certificate.group_of.push_back(group.first);
    }
  return certificate;
}

}  // namespace codimap
