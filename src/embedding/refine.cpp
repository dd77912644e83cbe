#include "embedding/refine.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "embedding/estimated_angle.hpp"
#include "linalg/krylov_space.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

// Of every error that lies in the damped interval, a filter leaves one part in this many of the last component. At
// first little is known of the guards, and a longer filter would damp too little of the spectrum; then it is as long as
// what is left asks for.
constexpr double first_gain = 4;
constexpr double least_gain = 2.5;
constexpr double margin = 1.5;  // a little more than is asked for costs less than another step
constexpr Index most_degree = 48;
constexpr Index probes = 4;
// A smooth start: short filters first, which take away nearly all that lies far below, then longer ones.
constexpr double smoothing_gain = 100;
constexpr double smoothing_degree = 8;
constexpr double longer = 1.75;
constexpr int most_probed = 6;
constexpr std::size_t unsure_guards = 3;
// A filter in float32 does as much as one in float64 until residuals come near to 6e-7, where rounding keeps them; with
// very long rows perhaps earlier, so that below the larger of these they must be seen to fall.
constexpr double least_residual_in_float = 5e-6;
constexpr double safe_residual_in_float = 1e-4;

class Refinement {
 public:
  Refinement(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start, const RefineOptions& options,
             const Execution& run)
      : trivial_(trivial),
        scale_(walk.scale),
        options_(options),
        run_(run),
        random_(options.seed, trivial.rows()),
        floor_(start.floor),
        values_(std::move(start.values)),
        active_(std::move(start.vectors)),
        columns_(active_.cols()),
        random_start_(start.random),
        next_gain_(start.random ? options.most_gain : first_gain),
        smoothing_degree_(start.smooth ? smoothing_degree : most_degree) {
    multiply_ = counted(walk.multiply);
    if (walk.walk_float) walk_float_ = counted(walk.walk_float);
    if (!start.smooth) find_floor();
    locked_.vectors = locked_.images = Matrix<double>(trivial.rows(), 0);
    add_guards();
  }

  RefinedPairs run() {
    if (!random_start_) probe();
    while (true) {
      step();
      // What was missed before may not have been all.
      const double excess = options_.excess(state_);
      const bool good = excess <= 1 && (!found_missed_ || probed_ == most_probed);
      if (good || state_.products >= options_.max_products) return finish();
      next_gain_ = std::clamp(margin * excess, least_gain, options_.most_gain);
      lock();
      if (found_missed_ && ++probed_ < most_probed) probe();
    }
  }

 private:
  template <class T>
  RowwiseOperatorOn<T> counted(const RowwiseOperatorOn<T>& multiply) {
    return [this, &multiply](MatrixView<T> block, const auto& consume) {
      stop_if_cancelled(run_);
      ++state_.products;
      multiply(block, consume);
    };
  }

  /// A start without columns to spare gets random ones: without a guard no filter could tell the last component from
  /// what lies behind it.
  void add_guards() {
    const Index lacking = components() + probes - columns_;
    if (lacking <= 0) return;
    Matrix<double> block = random_.draw(lacking, run_);
    project_out_known(block);
    active_ = side_by_side(active_, orthonormalise(std::move(block), 1e-12, run_).columns, run_);
    columns_ = active_.cols();
    values_.resize(static_cast<std::size_t>(columns_), values_.back() / 2);
  }

  /// Once it is known, filters are shorter, which pays where they are long.
  void find_floor() {
    if (!floor_) floor_ = spectrum_floor(multiply_, trivial_.rows(), options_.seed, run_);
  }

  [[nodiscard]] Index components() const { return options_.components; }
  /// Values so far, of locked pairs and active ones, are descending but for what was found late.
  [[nodiscard]] double last_wanted() const { return values_[static_cast<std::size_t>(components() - 1)]; }
  /// What is not wanted: below the guards. At least a little below what is.
  [[nodiscard]] Interval damped() const {
    const auto last = std::min(static_cast<std::size_t>(columns_), values_.size()) - 1;
    const double high = std::min(values_[last], last_wanted() - 1e-9);
    return {.low = std::min(floor_.value_or(-1), high - 1e-3), .high = high};
  }

  /// Raises the last component by `gain`, but what rounding leaves of the trivial vectors not above all else.
  [[nodiscard]] Index safe_degree(Interval below, double gain, Index most) const {
    constexpr double most_of_trivial = 1e6;
    return std::min(degree_for_gain(last_wanted(), below, gain, most),
                    degree_for_gain(1, below, most_of_trivial, most));
  }

  void project_out_known(Matrix<double>& block) const {
    for (const MatrixView<double>& known : {trivial_, locked_.vectors.view(), trivial_})
      if (known.cols() > 0)
        subtract_product(block, first_columns(known, known.cols()),
                         dot(first_columns(known, known.cols()), block, run_), run_);
  }

  /// Whether the pairs are so far from exact that rounding to float32 does not matter beside.
  [[nodiscard]] bool float_will_do() {
    const auto& residuals = state_.pairs.residuals;
    const Index wanted = std::min(components() - locked_.vectors.cols(), std::ssize(residuals));
    if (wanted <= 0) return true;
    const double largest = *std::max_element(residuals.begin(), residuals.begin() + wanted);
    const double before = std::exchange(largest_residual_, largest);
    return largest > safe_residual_in_float || (largest > least_residual_in_float && largest < before / 2);
  }

  void filter_in(bool in_float, Matrix<double>& block, Interval below, Index degree) const {
    if (in_float)
      filter_in_float(walk_float_, scale_, block, below, degree, run_);
    else
      filter(multiply_, block, below, degree);
  }

  /// A gain that raises the share a random vector has of an eigenvector above all else.
  [[nodiscard]] double stand_out() const { return 3 * std::sqrt(static_cast<double>(trivial_.rows())); }

  /// Random vectors, filtered until an eigenvector above the guards that has only their share of it stands out.
  void probe() {
    const Interval below = damped();
    const Index degree = safe_degree(below, stand_out(), options_.probe_degree);
    const double above = value_of_gain(stand_out(), below, degree);
    if (above >= 1) return;
    Matrix<double> block = random_.draw(probes, run_);
    project_out_known(block);
    filter_in(walk_float_ != nullptr, block, below, degree);
    project_out_known(block);
    active_ = side_by_side(active_, orthonormalise(std::move(block), 1e-12, run_).columns, run_);
    probed_above_ = std::min(probed_above_, above);
  }

  /// The interval that the next filter damps, and its degree. A smooth start needs only what is far below damped.
  [[nodiscard]] std::pair<Interval, Index> next_filter() {
    const Interval below = damped();
    const auto degree = static_cast<Index>(smoothing_degree_);
    smoothing_degree_ = std::min(smoothing_degree_ * longer, static_cast<double>(most_degree));
    const Interval far_below{.low = below.low, .high = damped_below(last_wanted(), below.low, smoothing_gain, degree)};
    smoothed_ = degree < most_degree && far_below.high < below.high;
    if (smoothed_) return {far_below, degree};
    find_floor();
    const Interval beyond_guards = damped();
    return {beyond_guards, safe_degree(beyond_guards, next_gain_, most_degree)};
  }

  void step() {
    const auto [below, degree] = next_filter();
    filters_.push_back({below, degree});
    // How far vectors move is not asked behind a smooth start, but for what random ones bring.
    const bool compared = !smoothed_ || probed_above_ < 1;
    const Matrix<double> before = columns_between(active_, 0, compared ? active_.cols() : 0, run_);
    filter_in(walk_float_ && float_will_do(), active_, below, degree);
    project_out_known(active_);
    Matrix<double> images = images_of(multiply_, active_);
    state_.pairs = rayleigh_ritz(std::move(active_), std::move(images), run_);
    estimate(before, below, degree);
  }

  /// What is left of an error after a filter is what it was, which is about how far the vector has moved, times what
  /// the filter makes of the largest value beyond the guards over what it makes of the vector's own.
  [[nodiscard]] double angle_behind_filter(const Matrix<double>& overlap, std::size_t pair, Interval below,
                                           Index degree) const {
    double largest = 0;
    for (Index j = 0; j < overlap.rows(); ++j)
      largest = std::max(largest, std::abs(overlap(j, static_cast<Index>(pair))));
    const double beyond = filter_gain(damped().high, below, degree);
    const double left = beyond / filter_gain(state_.pairs.values[pair], below, degree);
    return std::acos(std::min(largest, 1.0)) * left / std::max(1 - left, 0.1);
  }

  void estimate(const Matrix<double>& before, Interval below, Index degree) {
    const RitzBlock& pairs = state_.pairs;
    values_ = locked_.values;
    values_.insert(values_.end(), pairs.values.begin(), pairs.values.end());
    std::ranges::sort(values_, std::greater{});
    const Matrix<double> overlap = dot(first_columns(before, before.cols()), pairs.vectors, run_);
    const Index locked = locked_.vectors.cols();
    const Index from_start = std::min(columns_ - locked, before.cols());
    state_.estimated_angles.resize(static_cast<std::size_t>(locked));  // locked ones stay what they were
    found_missed_ = !random_start_ && missed(overlap, from_start);
    if (random_start_) probed_above_ = value_of_gain(stand_out(), filters_);
    // The last guards are the least known: what they hide may lie above them.
    const auto last = std::min(static_cast<std::size_t>(columns_), values_.size());
    const bool unsure = found_missed_ || last <= unsure_guards;
    state_.searched_above = unsure ? 1 : std::max(probed_above_, values_[last - unsure_guards]);
    for (Index i = 0; i < std::min(components() - locked, overlap.cols()); ++i) {
      const auto pair = static_cast<std::size_t>(i);
      const double value = state_.pairs.values[pair];
      const double damped_from = smoothed_ ? half_damped(value, below, degree) : damped().high;
      const double angle = smoothed_ ? angle_behind_smoothing(state_.pairs.residuals[pair], value - damped_from)
                                     : angle_behind_filter(overlap, pair, below, degree);
      state_.estimated_angles.push_back(std::max(angle, angle_to_others(state_.pairs, pair, value - damped_from)));
    }
  }

  /// Whether there is a component that was not in the space before, but for the random vectors; or, down to where these
  /// tell, as many pairs as there are of them: then there may be more than they can show.
  [[nodiscard]] bool missed(const Matrix<double>& overlap, Index from_start) const {
    Index unseen = 0;
    const Index locked = locked_.vectors.cols();
    for (Index i = 0; i < overlap.cols(); ++i) {
      if (state_.pairs.values[static_cast<std::size_t>(i)] < probed_above_) break;
      double seen = 0;
      for (Index j = 0; j < from_start; ++j) seen += overlap(j, i) * overlap(j, i);
      if (seen < 0.1 && locked + i < components()) return true;
      if (seen < 0.5) ++unseen;
    }
    return unseen >= probes;
  }

  /// Leading pairs that are good enough stay as they are: the rest goes on beside them.
  void lock() {
    const Index locked = locked_.vectors.cols();
    RitzBlock& pairs = state_.pairs;
    Index good = 0;
    while (locked + good < std::ssize(state_.estimated_angles) &&
           state_.estimated_angles[static_cast<std::size_t>(locked + good)] < options_.locked_angle)
      ++good;
    locked_.vectors = side_by_side(locked_.vectors, columns_between(pairs.vectors, 0, good, run_), run_);
    locked_.images = side_by_side(locked_.images, columns_between(pairs.images, 0, good, run_), run_);
    locked_.values.insert(locked_.values.end(), pairs.values.begin(), pairs.values.begin() + good);
    // Behind the guards there is nothing worth a product.
    const Index last = std::min(columns_ - locked, pairs.vectors.cols());
    active_ = good == 0 && last == pairs.vectors.cols() ? std::move(pairs.vectors)
                                                        : columns_between(pairs.vectors, good, last, run_);
    pairs.vectors = pairs.images = {};
  }

  RefinedPairs finish() {
    RitzBlock& pairs = state_.pairs;
    if (locked_.vectors.cols() > 0)
      pairs = rayleigh_ritz(side_by_side(std::move(locked_.vectors), std::move(pairs.vectors), run_),
                            side_by_side(std::move(locked_.images), std::move(pairs.images), run_), run_);
    return std::move(state_);
  }

  MatrixView<double> trivial_;
  std::span<const double> scale_;
  const RefineOptions& options_;
  const Execution& run_;
  RowwiseOperator multiply_;
  RowwiseOperatorOn<float> walk_float_;
  RandomColumns random_;
  std::optional<double> floor_;  // of the spectrum
  std::vector<double> values_;
  Matrix<double> active_;
  RitzBlock locked_;
  Index columns_;
  bool random_start_;
  std::vector<Filter> filters_;  // so far
  double largest_residual_ = std::numeric_limits<double>::infinity();
  double next_gain_;
  double smoothing_degree_;  // of the next filter
  bool smoothed_ = false;    // by the last one
  bool found_missed_ = false;
  int probed_ = 0;           // again
  double probed_above_ = 1;  // an eigenvalue above this would have shown in the random vectors
  RefinedPairs state_;
};

}  // namespace

RefinedPairs refine(const RefineOperator& walk, MatrixView<double> trivial, RefineStart start,
                    const RefineOptions& options, const Execution& run) {
  return Refinement(walk, trivial, std::move(start), options, run).run();
}

}  // namespace codimap
