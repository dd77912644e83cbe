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
constexpr Index searchers = 4;  // random vectors
constexpr Index most_search_degree = 150;
constexpr int most_searches = 5;

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
  }

  RefinedPairs run() {
    for (int searches = 0;;) {
      step();
      const bool spent = state_.products >= options_.max_products;
      if (!spent && !options_.reached(state_)) {
        lock();
        continue;
      }
      join_locked();
      if (spent || !search() || ++searches == most_searches) return std::move(state_);
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

  /// Raises the last component by `gain`, but what rounding leaves of the trivial vectors not above all else.
  [[nodiscard]] Index safe_degree(Interval below, double gain, Index most) const {
    constexpr double most_gain = 1e6;
    return std::min(degree_for_gain(last_wanted(), below, gain, most), degree_for_gain(1, below, most_gain, most));
  }

  void project_out(MatrixView<double> known, Matrix<double>& block) const {
    if (known.cols() == 0) return;
    const TallView columns = first_columns(known, known.cols());
    subtract_product(block, columns, dot(columns, block, run_), run_);
  }

  /// Looks for eigenvectors that the pairs have nothing of, among random vectors filtered until any that has only their
  /// share of it stands out. What may be such is put beside the pairs, to go on with.
  bool search() {
    const double stand_out = 3 * std::sqrt(static_cast<double>(trivial_.rows()));
    const Interval below = damped();
    const Index degree = safe_degree(below, stand_out, most_search_degree);
    Matrix<double> block = random_.draw(searchers, run_);
    project_out(trivial_, block);
    filter(multiply_, block, below, degree);
    for (const MatrixView<double>& known : {trivial_, state_.pairs.vectors.view(), trivial_}) project_out(known, block);
    block = orthonormalise(std::move(block), 1e-12, run_).columns;
    if (block.cols() == 0) return false;
    const RitzBlock found = rayleigh_ritz(block, image(block), run_);
    // Below this even an eigenvector that stands out may be hidden among others.
    const double reach = std::cosh(std::acosh(stand_out) / static_cast<double>(degree));
    state_.searched_above = std::max(found.values.front() + 2 * found.residuals.front(),
                                     (reach * (below.high - below.low) + below.high + below.low) / 2);
    if (found.values.front() + found.residuals.front() <= last_wanted()) return false;
    active_ = side_by_side(columns_of(state_.pairs.vectors, 0, std::min(columns_, state_.pairs.vectors.cols())),
                           found.vectors);
    return true;
  }

  Matrix<double> image(const Matrix<double>& block) const {
    auto result = Matrix<double>::for_overwrite(block.rows(), block.cols());
    multiply_(block, [&](Index begin, Index end, const double* rows) {
      std::copy_n(rows, (end - begin) * result.cols(), result.row(begin).data());
    });
    return result;
  }

  void step() {
    const Interval below = damped();
    const Matrix<double> before = active_;
    const Index degree = safe_degree(below, gain_a_step, most_degree);
    filter(multiply_, active_, below, degree);
    for (const MatrixView<double>& known : {trivial_, locked_.vectors.view(), trivial_}) project_out(known, active_);
    state_.pairs = rayleigh_ritz(active_, image(active_), run_);
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
    state_.estimated_angles.resize(static_cast<std::size_t>(locked));  // locked ones stay what they were
    for (Index i = 0; i < std::min(components() - locked, overlap.cols()); ++i) {
      double largest = 0;
      for (Index j = 0; j < before.cols(); ++j) largest = std::max(largest, std::abs(overlap(j, i)));
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

  /// All pairs again as one.
  void join_locked() {
    if (locked_.vectors.cols() == 0) return;
    state_.pairs = rayleigh_ritz(side_by_side(locked_.vectors, state_.pairs.vectors),
                                 side_by_side(locked_.images, state_.pairs.images), run_);
    locked_ = {};
    locked_.vectors = locked_.images = Matrix<double>(trivial_.rows(), 0);
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
  RefinedPairs state_;
};

}  // namespace

RefinedPairs refine(const RowwiseOperator& multiply, MatrixView<double> trivial, RefineStart start,
                    const RefineOptions& options, const Execution& run) {
  return Refinement(multiply, trivial, std::move(start), options, run).run();
}

}  // namespace codimap
