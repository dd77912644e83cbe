#include "refinement/solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/pencil.hpp"
#include "refinement/cycle.hpp"
#include "refinement/estimate.hpp"
#include "refinement/laplacian.hpp"
#include "refinement/search.hpp"
#include "refinement/solution.hpp"
#include "refinement/subspace.hpp"

namespace codimap {
namespace {

constexpr Index guards = 14;       // beside the components: fewer miss vectors, more cost time
constexpr Index random_columns = 8;
constexpr Index widening = 8;      // columns a step, where a level takes more than
constexpr Index patient_steps = 2;
constexpr Index most_wider = 48;   // columns beside twice the components
constexpr Index most_coarse_steps = 15;
constexpr double coarse_goal = 0.1;  // estimated angle
constexpr Index most_searches = 6;
// Steps after which a residual that did not fall by a third is at what rounding leaves.
constexpr Index most_idle_steps = 12;
constexpr double progress = 0.7;
// float32 tells values apart that are not this near to each other and to 0.
constexpr double least_value_in_float = 1e-8;
// Images that are mixed keep rounding of this size beside smaller values, and it grows from step to step.
constexpr double least_value_to_mix = 1e-6;
// Squared length of a unit column, beside others, that is more than rounding.
template <class T>
constexpr double noise = std::is_same_v<T, float> ? 1e-5 : 1e-12;

Index whole_registers(Index columns) { return (columns + 7) / 8 * 8; }

/// What a step does beside correcting every pair.
struct StepPlan {
  Index random = 0;        // columns
  bool search = false;     // the last of these are for missed eigenvectors
  bool directions = true;  // whether it keeps where it led to
  Index columns = 0;       // that pairs are kept for
};

template <class T>
class Iteration {
 public:
  Iteration(const Levels& levels, const SolveOptions& options, const Execution& run)
      : levels_(levels),
        options_(options),
        run_(run),
        block_(block_columns(options.components)),
        // A limit of memory was planned for without what is seldom needed.
        widest_(run.max_memory ? block_ : std::max(block_, whole_registers(2 * options.components + most_wider))),
        cycle_(levels, run),
        search_(levels, options.search_degree, options.seed, run) {}

  Solution run() {
    Index l = levels_.count() - 1;
    start(l);
    if (levels_.values.empty()) iterate(l);
    while (--l >= 0) {
      prolong(l);
      iterate(l);
    }
    return finish();
  }

 private:
  [[nodiscard]] Index components() const { return options_.components; }

  void start(Index l) {
    const Index columns = std::min(block_, std::ssize(levels_.values));
    space_.values.assign(levels_.values.begin(), levels_.values.begin() + columns);
    if (l == 0 && columns > 0) {  // solved already
      reached_.estimated_angles.assign(static_cast<std::size_t>(components()), 0);
      reached_.searched_above = 1 - space_.values.back();
    }
    space_.x = Matrix<T>::for_overwrite(levels_[l].size(), columns);
    for (Index i = 0; i < space_.x.rows(); ++i)
      for (Index c = 0; c < columns; ++c) space_.x(i, c) = static_cast<T>(levels_.vectors(i, c));
    multiply(levels_, l, space_.x, space_.kx, run_);
  }

  /// Ritz vectors of a level, constant on its nodes, are Ritz vectors of the finer one. What was widened stays behind.
  void prolong(Index l) {
    const NodeLevel& level = levels_[l];
    const Index columns = std::min(space_.x.cols(), block_);
    auto x = Matrix<T>::for_overwrite(level.size(), columns);
    parallel_for(run_, level.size(), block_rows_a_range(columns), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        std::copy_n(space_.x.row(level.regions.region_of[i]).data(), columns, x.row(i).data());
    });
    Subspace<T> finer;
    finer.values.assign(space_.values.begin(), space_.values.begin() + columns);
    finer.x = std::move(x);
    space_ = std::move(finer);
    multiply(levels_, l, space_.x, space_.kx, run_);
  }

  void iterate(Index l) {
    AngleEstimate estimate(components());
    for (Index step = 1; !take_step(l, step, estimate); ++step) {
    }
  }

  /// Where a level takes long, eigenvalues lie close or something was missed: more columns, and random ones again.
  [[nodiscard]] StepPlan plan_of(Index l, Index step) const {
    const Index now = space_.x.cols();
    const bool patient = step <= patient_steps || (l == 0 && for_bounds_);
    const Index room = levels_[l].size() / 4;
    StepPlan plan;
    plan.directions = step > 1;
    plan.columns = std::max(now, std::min(patient ? block_ : std::min(widest_, now + widening), room));
    plan.search = l == 0 && wants_search(step);
    if (step == 1 || !patient || plan.search) plan.random = random_columns;
    plan.random += std::max<Index>(0, block_ - now);
    return plan;
  }

  /// The second step knows the guards well enough; what it finds may not be all.
  [[nodiscard]] bool wants_search(Index step) const {
    if (step < 2 || searches_ == most_searches) return false;
    return (searches_ == 0 || found_missed_) && std::ssize(space_.values) >= components() &&
           search_.pays(space_.values);
  }

  /// Returns whether it was the last on this level.
  [[nodiscard]] bool take_step(Index l, Index step, AngleEstimate& estimate) {
    const NodeLevel& level = levels_[l];
    const StepPlan plan = plan_of(l, step);
    add_corrections(l, plan);
    centre(level, space_.w, run_);
    if (plan.random > 0) {
      project_out(level, space_.x, space_.w, run_);
      centre(level, space_.w, run_);  // of what is left rounding may be a part
    }
    multiply(levels_, l, space_.w, space_.kw, run_);
    const Matrix<double> g = gram<T>(space_.vectors(), space_.vectors(), level.degree, true, run_);
    const Matrix<double> h = gram<T>(space_.vectors(), space_.images(), {}, true, run_);
    const EigenPairs pairs = smallest_pencil_pairs(h, g, noise<T>);
    const Index kept = std::min(plan.columns, std::ssize(pairs.values));
    const Matrix<double> chosen = first_columns(pairs.vectors, kept);
    space_.values.assign(pairs.values.begin(), pairs.values.begin() + kept);
    note_turn(g, chosen, plan.search, estimate);
    // Residuals are known only behind the step; without them a last step need not keep where it led to.
    const bool to_residual = l == 0 && options_.to_residual;
    const bool last = !to_residual && is_last(l, step, estimate);
    const bool directions = plan.directions && !last;
    move_to(l, chosen, directions ? new_directions(g, chosen, space_.x.cols()) : Matrix<double>(g.rows(), 0));
    return to_residual ? is_last(l, step, estimate) : last;
  }

  [[nodiscard]] bool is_last(Index l, Index step, const AngleEstimate& estimate) {
    if (l > 0) return estimate_excess(estimate.angles(), coarse_goal) <= 1 || step == most_coarse_steps;
    const double excess = note_convergence(step, estimate);
    if (excess < progress * best_excess_) {
      best_excess_ = excess;
      best_step_ = step;
    }
    return excess <= 1 || step == options_.max_steps || step - best_step_ >= most_idle_steps;
  }

  /// W: the cycle of residuals and of random columns.
  void add_corrections(Index l, const StepPlan& plan) {
    const NodeLevel& level = levels_[l];
    const Index n = level.size();
    const Index width = space_.x.cols() + plan.random;
    // In float32 residuals lie where K·W will, and corrections are W.
    Matrix<float> own_residuals;
    Matrix<float> own_corrections;
    Matrix<float>& residuals = [&]() -> Matrix<float>& {
      if constexpr (std::is_same_v<T, float>) return space_.kw;
      return own_residuals;
    }();
    Matrix<float>& corrections = [&]() -> Matrix<float>& {
      if constexpr (std::is_same_v<T, float>) return space_.w;
      return own_corrections;
    }();
    if (residuals.rows() != n || residuals.cols() != width) residuals = Matrix<float>::for_overwrite(n, width);
    fill_residuals(level, space_, options_.seed + static_cast<std::uint64_t>(1000 * l), residuals, run_);
    cycle_.apply(l, residuals, corrections);
    if constexpr (!std::is_same_v<T, float>) {
      if (space_.w.cols() != width) space_.w = Matrix<T>::for_overwrite(n, width);
      parallel_for(run_, n, block_rows_a_range(width), [&](Index begin, Index end) {
        std::copy(corrections.data() + begin * width, corrections.data() + end * width, space_.w.row(begin).data());
      });
    }
    if (plan.search) search_.fill(space_.w, random_columns, space_.values);
  }

  void note_turn(const Matrix<double>& g, const Matrix<double>& chosen, bool searched, AngleEstimate& estimate) {
    const Index m = space_.x.cols();
    const Index found = std::min(components(), chosen.cols());
    Matrix<double> overlap(m, components());
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < g.rows(); ++j)
        for (Index c = 0; c < found; ++c) overlap(i, c) += g(i, j) * chosen(j, c);
    estimate.add_step(space_.values, overlap);
    if (!searched) return;
    ++searches_;
    found_missed_ = false;
    for (Index c = 0; c < found; ++c) {
      double seen = 0;
      for (Index i = 0; i < m; ++i) seen += overlap(i, c) * overlap(i, c);
      constexpr double mostly_new = 0.5;
      const bool above = 1 - space_.values[static_cast<std::size_t>(c)] > search_.searched_above();
      found_missed_ = found_missed_ || (above && seen < mostly_new);
    }
  }

  /// X and P become new combinations of the space.
  void move_to(Index l, const Matrix<double>& chosen, const Matrix<double>& directions) {
    const Index n = space_.x.rows();
    Matrix<double> coefficients(chosen.rows(), chosen.cols() + directions.cols());
    for (Index i = 0; i < chosen.rows(); ++i) {
      double* row = coefficients.row(i).data();
      std::copy_n(directions.row(i).data(), directions.cols(), std::copy_n(chosen.row(i).data(), chosen.cols(), row));
    }
    const auto mix = [&](const Blocks<T>& blocks, Matrix<T>& x, Matrix<T>& p) {
      Matrix<T> new_x;
      Matrix<T> new_p;
      Matrix<T>* x_out = &x;
      Matrix<T>* p_out = &p;
      if (x.cols() != chosen.cols()) *(x_out = &new_x) = Matrix<T>::for_overwrite(n, chosen.cols());
      if (p.cols() != directions.cols()) *(p_out = &new_p) = Matrix<T>::for_overwrite(n, directions.cols());
      combine<T>(blocks, coefficients, {x_out, p_out}, run_);
      if (x_out != &x) x = std::move(new_x);
      if (p_out != &p) p = std::move(new_p);
    };
    mix(space_.vectors(), space_.x, space_.p);
    centre(levels_[l], space_.x, run_);  // else rounding grows from step to step
    centre(levels_[l], space_.p, run_);
    if (levels_[l].rows.empty() && space_.values.front() > least_value_to_mix) {
      mix(space_.images(), space_.kx, space_.kp);
    } else {
      // Anew: where K·x is much smaller than what it would be mixed of, little but rounding would be left.
      multiply(levels_, l, space_.x, space_.kx, run_);
      multiply(levels_, l, space_.p, space_.kp, run_);
    }
  }

  double note_convergence(Index step, const AngleEstimate& estimate) {
    reached_.steps = step;
    reached_.estimated_angles = estimate.angles();
    reached_.values.clear();
    for (const double value : space_.values) reached_.values.push_back(1 - value);
    reached_.residuals = residual_norms(levels_[0], space_, run_);
    const bool sure = searches_ > 0 && !found_missed_;
    reached_.searched_above =
        sure ? std::max(search_.searched_above(), MissedSearch::last_sure(space_.values)) : 1;
    const Verdict verdict = options_.excess(reached_);
    for_bounds_ = verdict.for_bounds;
    return verdict.excess;
  }

  Solution finish() {
    cycle_.forget();
    const Index columns = std::min(block_, space_.x.cols());
    Matrix<double> x = first_columns(space_.x, columns);
    Matrix<double> kx = first_columns(space_.kx, levels_[0].rows.empty() ? columns : 0);
    space_ = {};
    return solution_of(levels_, std::move(x), std::move(kx), components(), std::move(reached_), run_);
  }

  const Levels& levels_;
  const SolveOptions& options_;
  const Execution& run_;
  Index block_;
  Index widest_;
  Cycle cycle_;
  MissedSearch search_;
  Index searches_ = 0;
  bool found_missed_ = false;
  bool for_bounds_ = false;
  double best_excess_ = std::numeric_limits<double>::infinity();
  Index best_step_ = 0;
  Subspace<T> space_;
  Convergence reached_;
};

}  // namespace

Index block_columns(Index components) { return whole_registers(components + guards); }

Solution solve(const Levels& levels, const SolveOptions& options, const Execution& run) {
  const bool in_float = !levels.is_dense() && !options.to_residual &&
                        (levels.values.empty() || levels.values.front() > least_value_in_float);
  if (in_float) return Iteration<float>(levels, options, run).run();
  return Iteration<double>(levels, options, run).run();
}

}  // namespace codimap
