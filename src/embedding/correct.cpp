#include "embedding/correct.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/parallel.hpp"
#include "embedding/estimated_angle.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

// The correction inverts 1 + δ − A rather than θ − A: of what lies next to θ it sees a part only.
constexpr double unseen = 2;
constexpr double rounding = 1e-12;
constexpr Index least_steps = 6;  // what is random needs some to show what regions have nothing of

class Corrected {
 public:
  Corrected(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start, const Correction& correction,
            const RefineOptions& options, const Execution& run)
      : walk_(walk), trivial_(trivial), correction_(correction), options_(options), run_(run) {
    columns_ = start.vectors.cols();
    project_out(trivial, start.vectors);
    pairs().vectors = pairs().images = Matrix<double>(trivial.rows(), 0);
    widen(std::move(start.vectors));
  }

  RefinedPairs run() {
    Matrix<double> direction(trivial_.rows(), 0);  // that the last step took
    while (true) {
      Matrix<double> corrections = estimated_corrections();
      const bool good = options_.excess(state_) <= 1 && state_.products > least_steps;
      if (good || state_.products >= options_.max_products) return std::move(state_);
      Matrix<double> added = side_by_side(std::move(corrections), std::move(direction), run_);
      project_out_known(added);
      const Matrix<double> before = columns_between(pairs().vectors, 0, pairs().vectors.cols(), run_);
      widen(orthonormalise(std::move(added), rounding, run_).columns);
      forget_angles_of_others(before);
      direction = columns_of(pairs().vectors, needy_pairs(), run_);
      project_out(before, direction);
      (void)make_unit_columns(direction, run_);
    }
  }

 private:
  [[nodiscard]] RitzBlock& pairs() { return state_.pairs; }

  void project_out(MatrixView<double> known, Matrix<double>& block) const {
    const TallView columns = first_columns(known, known.cols());
    if (known.cols() > 0 && block.cols() > 0) subtract_product(block, columns, dot(columns, block, run_), run_);
  }
  /// Twice, since what rounding leaves is as long as some corrections.
  void project_out_known(Matrix<double>& block) const {
    for (int turn = 0; turn < 2; ++turn) {
      project_out(trivial_, block);
      project_out(state_.pairs.vectors, block);
    }
  }

  /// The leading pairs of the span of those so far and of the columns added.
  void widen(Matrix<double> added) {
    stop_if_cancelled(run_);
    ++state_.products;
    Matrix<double> images = side_by_side(std::move(pairs().images), images_of(walk_.multiply, added), run_);
    Matrix<double> vectors = side_by_side(std::move(pairs().vectors), std::move(added), run_);
    RitzBlock all = rayleigh_ritz(std::move(vectors), std::move(images), run_);
    const Index kept = std::min(columns_, all.vectors.cols());
    if (kept < all.vectors.cols()) {
      all.vectors = columns_between(all.vectors, 0, kept, run_);
      all.images = columns_between(all.images, 0, kept, run_);
    }
    all.values.resize(static_cast<std::size_t>(kept));
    all.residuals.resize(static_cast<std::size_t>(kept));
    pairs() = std::move(all);
  }

  /// A pair that was found late, or that turned, is not the one that was in its place.
  void forget_angles_of_others(const Matrix<double>& before) {
    constexpr double same = 0.9;
    const Matrix<double> overlap = dot(first_columns(before, options_.components), pairs().vectors, run_);
    for (Index c = 0; c < options_.components; ++c)
      if (std::abs(overlap(c, c)) < same) state_.estimated_angles[static_cast<std::size_t>(c)] = std::numbers::pi / 2;
  }

  /// Whether a pair is as good as it needs to be. Those behind the components never are.
  [[nodiscard]] bool good_enough(Index pair) const {
    if (pair >= options_.components || state_.estimated_angles.empty()) return false;
    const auto p = static_cast<std::size_t>(pair);
    return state_.estimated_angles[p] < options_.locked_angle || state_.pairs.residuals[p] < options_.locked_residual;
  }

  [[nodiscard]] std::vector<Index> needy_pairs() const {
    std::vector<Index> needy;
    for (Index c = 0; c < state_.pairs.vectors.cols(); ++c)
      if (!good_enough(c)) needy.push_back(c);
    return needy;
  }

  /// Of unit length, of pairs that need one; from how long they were, how far these are from exact.
  Matrix<double> estimated_corrections() {
    const std::vector<Index> asked = needy_pairs();
    const Matrix<double> of = residuals(asked);
    Matrix<double> corrections = correction_(of);
    project_out_known(corrections);
    const Matrix<double> coupling = dot(first_columns(corrections, corrections.cols()), of, run_);
    const std::vector<double> lengths = make_unit_columns(corrections, run_);
    state_.estimated_angles.resize(static_cast<std::size_t>(options_.components));
    for (std::size_t n = 0; n < asked.size() && asked[n] < options_.components; ++n)
      state_.estimated_angles[static_cast<std::size_t>(asked[n])] =
          std::atan(unseen * std::max(lengths[n], turn_to_others(asked, n, coupling)));
    std::vector<Index> kept;
    for (std::size_t n = 0; n < asked.size(); ++n)
      if (!good_enough(asked[n])) kept.push_back(static_cast<Index>(n));
    return columns_of(corrections, kept, run_);
  }

  /// An error couples a pair to others by what it has in common with their residuals. Where eigenvalues lie close, that
  /// turns their vectors into one another long before it shows elsewhere.
  [[nodiscard]] double turn_to_others(std::span<const Index> asked, std::size_t n,
                                      const Matrix<double>& coupling) const {
    const auto value = [&](std::size_t m) { return state_.pairs.values[static_cast<std::size_t>(asked[m])]; };
    double largest = 0;
    for (std::size_t m = 0; m < asked.size(); ++m) {
      const double apart = std::abs(value(n) - value(m));
      const double both = std::abs(coupling(static_cast<Index>(n), static_cast<Index>(m)));
      if (m != n && apart > inseparable) largest = std::max(largest, both / apart);
    }
    return largest;
  }

  Matrix<double> residuals(std::span<const Index> of) const {
    const RitzBlock& now = state_.pairs;
    auto block = Matrix<double>::for_overwrite(now.vectors.rows(), std::ssize(of));
    parallel_for(run_, block.rows(), 2048, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index n = 0; n < block.cols(); ++n)
          block(i, n) = now.images(i, of[n]) - now.values[static_cast<std::size_t>(of[n])] * now.vectors(i, of[n]);
    });
    return block;
  }

  const RefineOperator& walk_;
  MatrixView<double> trivial_;
  const Correction& correction_;
  const RefineOptions& options_;
  const Execution& run_;
  Index columns_ = 0;
  RefinedPairs state_;
};

}  // namespace

RefinedPairs correct(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start,
                     const Correction& correction, const RefineOptions& options, const Execution& run) {
  return Corrected(walk, trivial, std::move(start), correction, options, run).run();
}

}  // namespace codimap
