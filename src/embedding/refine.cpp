#include "embedding/refine.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/parallel.hpp"
#include "linalg/krylov_space.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

// Of every error that lies in the damped interval, a filter leaves one part in this many of the last component: enough
// to be worth a Rayleigh–Ritz step, which costs as much as a few products.
constexpr double gain_a_step = 5;
constexpr Index most_degree = 48;
constexpr Index probes = 4;
constexpr Index most_probe_degree = 40;

class Refinement {
 public:
  Refinement(const RowwiseOperator& multiply, MatrixView<double> trivial, RefineStart start,
             const RefineOptions& options, const Execution& run)
      : trivial_(trivial),
        options_(options),
        run_(run),
        random_(options.seed, trivial.rows()),
        values_(std::move(start.values)),
        active_(std::move(start.vectors)),
        columns_(active_.cols()) {
    multiply_ = [this, &multiply](MatrixView<double> block, const auto& consume) {
      stop_if_cancelled(run_);
      ++state_.products;
      multiply(block, consume);
    };
    floor_ = spectrum_floor(multiply_, trivial.rows(), options.seed, run);
    locked_.vectors = locked_.images = Matrix<double>(trivial.rows(), 0);
    state_.searched_above = 1;
  }

  RefinedPairs run() {
    probe();
    while (true) {
      step();
      if (options_.reached(state_) || state_.products >= options_.max_products) return finish();
      lock();
      if (found_missed_) probe();
    }
  }

 private:
  [[nodiscard]] Index components() const { return options_.components; }
  /// Values so far, of locked pairs and active ones, are descending but for what was found late.
  [[nodiscard]] double last_wanted() const { return values_[static_cast<std::size_t>(components() - 1)]; }
  /// What is not wanted: below the guards. At least a little below what is.
  [[nodiscard]] Interval damped() const {
    const auto last = std::min(static_cast<std::size_t>(columns_), values_.size()) - 1;
    const double high = std::min(values_[last], last_wanted() - 1e-9);
    return {.low = std::min(floor_, high - 1e-3), .high = high};
  }

  void project_out_known(Matrix<double>& block) const {
    for (const MatrixView<double>& known : {trivial_, locked_.vectors.view()})
      if (known.cols() > 0)
        subtract_product(block, first_columns(known, known.cols()),
                         dot(first_columns(known, known.cols()), block, run_), run_);
  }

  /// Random vectors, filtered until an eigenvector above the guards that has only their share of it stands out.
  void probe() {
    const double stand_out = 3 * std::sqrt(static_cast<double>(trivial_.rows()));
    const Interval below = damped();
    const Index degree = degree_for_gain(last_wanted(), below, stand_out, most_probe_degree);
    Matrix<double> block = random_.draw(probes, run_);
    project_out_known(block);
    filter(multiply_, block, below, degree);
    project_out_known(block);
    active_ = side_by_side(active_, orthonormalise(std::move(block), 1e-12, run_).columns);
    const double reach = std::cosh(std::acosh(stand_out) / static_cast<double>(degree));
    state_.searched_above =
        std::min(state_.searched_above, (reach * (below.high - below.low) + below.high + below.low) / 2);
  }

  void step() {
    const Interval below = damped();
    const Matrix<double> before = active_;
    filter(multiply_, active_, below, degree_for_gain(last_wanted(), below, gain_a_step, most_degree));
    const Index degree = degree_for_gain(last_wanted(), below, gain_a_step, most_degree);
    project_out_known(active_);
    auto images = Matrix<double>::for_overwrite(active_.rows(), active_.cols());
    multiply_(active_, [&](Index begin, Index end, const double* rows) {
      std::copy_n(rows, (end - begin) * images.cols(), images.row(begin).data());
    });
    state_.pairs = rayleigh_ritz(active_, images, run_);
    estimate(before, below, degree);
  }

  /// What is left of an error after a filter is what it was, which is about how far the vector has moved, times what
  /// the filter makes of the largest value beyond the guards over what it makes of the vector's own.
  void estimate(const Matrix<double>& before, Interval below, Index degree) {
    const RitzBlock& pairs = state_.pairs;
    values_ = locked_.values;
    values_.insert(values_.end(), pairs.values.begin(), pairs.values.end());
    std::ranges::sort(values_, std::greater{});
    const double beyond = filter_gain(damped().high, below, degree);
    const Matrix<double> overlap = dot(first_columns(before, before.cols()), pairs.vectors, run_);
    const Index locked = locked_.vectors.cols();
    const Index from_start = std::min(columns_ - locked, before.cols());
    state_.estimated_angles.resize(static_cast<std::size_t>(locked));  // locked ones stay what they were
    found_missed_ = false;
    for (Index i = 0; i < std::min(components() - locked, overlap.cols()); ++i) {
      double largest = 0;
      double seen = 0;
      for (Index j = 0; j < before.cols(); ++j) {
        largest = std::max(largest, std::abs(overlap(j, i)));
        if (j < from_start) seen += overlap(j, i) * overlap(j, i);
      }
      found_missed_ = found_missed_ || seen < 0.1;
      const double left = beyond / filter_gain(pairs.values[static_cast<std::size_t>(i)], below, degree);
      state_.estimated_angles.push_back(std::acos(std::min(largest, 1.0)) * left / std::max(1 - left, 0.1));
    }
  }

  /// Leading pairs that are good enough stay as they are: the rest goes on beside them.
  void lock() {
    const Index locked = locked_.vectors.cols();
    RitzBlock& pairs = state_.pairs;
    Index good = 0;
    while (locked + good < std::ssize(state_.estimated_angles) &&
           state_.estimated_angles[static_cast<std::size_t>(locked + good)] < options_.locked_angle)
      ++good;
    locked_.vectors = side_by_side(locked_.vectors, columns_of(pairs.vectors, 0, good));
    locked_.images = side_by_side(locked_.images, columns_of(pairs.images, 0, good));
    locked_.values.insert(locked_.values.end(), pairs.values.begin(), pairs.values.begin() + good);
    // Behind the guards there is nothing worth a product.
    active_ = columns_of(pairs.vectors, good, std::min(columns_ - locked, pairs.vectors.cols()));
  }

  static Matrix<double> columns_of(const Matrix<double>& from, Index first, Index last) {
    auto result = Matrix<double>::for_overwrite(from.rows(), last - first);
    for (Index i = 0; i < from.rows(); ++i)
      std::copy(from.row(i).begin() + first, from.row(i).begin() + last, result.row(i).begin());
    return result;
  }

  RefinedPairs finish() {
    if (locked_.vectors.cols() > 0)
      state_.pairs = rayleigh_ritz(side_by_side(locked_.vectors, state_.pairs.vectors),
                                   side_by_side(locked_.images, state_.pairs.images), run_);
    return std::move(state_);
  }

  MatrixView<double> trivial_;
  const RefineOptions& options_;
  const Execution& run_;
  RowwiseOperator multiply_;
  RandomColumns random_;
  double floor_ = -1;
  std::vector<double> values_;
  Matrix<double> active_;
  RitzBlock locked_;
  Index columns_;
  bool found_missed_ = false;
  RefinedPairs state_;
};

}  // namespace

RefinedPairs refine(const RowwiseOperator& multiply, MatrixView<double> trivial, RefineStart start,
                    const RefineOptions& options, const Execution& run) {
  return Refinement(multiply, trivial, std::move(start), options, run).run();
}

}  // namespace codimap
