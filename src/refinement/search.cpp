#include "refinement/search.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "refinement/laplacian.hpp"

namespace codimap {
namespace {

// Rounding must not raise what is left of the constant vector above all else.
constexpr double most_of_constant = 1e6;

/// P·x on the finest level.
template <class T>
RowwiseOperatorOn<T> walk_of(const Levels& levels, const Execution& run) {
  const NodeLevel& level = levels[0];
  if constexpr (std::is_same_v<T, double>)
    if (levels.is_dense())
      return [&](MatrixView<double> x, const auto& consume) {
        levels.kernel->multiply_rows(
            x, {},
            [&](Index begin, Index end, double* rows) {
              for (Index i = begin; i < end; ++i)
                for (Index c = 0; c < x.cols(); ++c) rows[(i - begin) * x.cols() + c] /= level.degree[i];
              consume(begin, end, rows);
            },
            run);
      };
  return [&](MatrixView<T> x, const auto& consume) {
    with_laplacian_rows(level, x, run, [&](const auto& row) {
      parallel_for(run, x.rows(), block_rows_a_range(x.cols()), [&](Index begin, Index end) {
        std::optional<FlushToZero> flush;
        if constexpr (std::is_same_v<T, float>) flush.emplace();
        auto product = Matrix<T>::for_overwrite(end - begin, x.cols());
        for (Index i = begin; i < end; ++i) {
          T* to = product.row(i - begin).data();
          row(i, to);
          const auto by = static_cast<T>(1 / level.degree[i]);
          for (Index c = 0; c < x.cols(); ++c) to[c] = x(i, c) - by * to[c];
        }
        consume(begin, end, product.data());
      });
    });
  };
}

}  // namespace

/// What a random vector has of one eigenvector, over what the filter leaves of all others.
double MissedSearch::stand_out() const { return 3 * std::sqrt(static_cast<double>(levels_[0].size())); }

double MissedSearch::last_sure(std::span<const double> values) {
  constexpr std::size_t unsure = 3;
  return 1 - values[values.size() - std::min(unsure, values.size())];
}

/// A filter that damps all below the guards, where that shows all above those that are sure; else one that damps a
/// little less, and leaves more of the few eigenvectors in between.
MissedSearch::Filter MissedSearch::filter_for(std::span<const double> values, double low) const {
  constexpr double further_below = 1.5;  // times as far from 1 as the last guard
  constexpr double least_width = 1e-3;
  const double sure = last_sure(values);
  Interval damped{.low = low, .high = 1 - values.back()};
  Index degree = degree_for_gain(sure, damped, stand_out(), degree_);
  if (degree == degree_)
    damped.high = std::clamp(damped_below(sure, low, stand_out(), degree), 1 - further_below * values.back(), damped.high);
  damped.low = std::min(damped.low, damped.high - least_width);
  degree = std::min(degree, degree_for_gain(1, damped, most_of_constant, degree));
  return {.damped = damped, .degree = degree, .shown_above = std::min(1.0, value_of_gain(stand_out(), damped, degree))};
}

bool MissedSearch::pays(std::span<const double> values) const {
  return filter_for(values, floor_.value_or(0)).shown_above < 1 - values.front();
}

template <class T>
void MissedSearch::fill(Matrix<T>& block, Index columns, std::span<const double> values) {
  if (!floor_) {
    const DiffusionAffinity affinity(*levels_.kernel);
    const RowwiseOperator multiply = [&](MatrixView<double> x, const auto& consume) {
      affinity.multiply_rows(x, consume, run_);
    };
    floor_ = spectrum_floor(multiply, levels_.kernel->size(), seed_, run_);
  }
  const Filter best = filter_for(values, *floor_);
  searched_above_ = best.shown_above;

  auto random = Matrix<T>::for_overwrite(block.rows(), columns);
  const auto eights = static_cast<std::uint64_t>((columns + 7) / 8);
  parallel_for(run_, block.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < columns; c += 8) {
        const auto counter = static_cast<std::uint64_t>(i) * eights + static_cast<std::uint64_t>(c / 8);
        const auto eight = random_eight(seed_ + (searches_ << 32), RandomStream::search, counter);
        for (Index q = c; q < std::min(c + 8, columns); ++q) random(i, q) = static_cast<T>(eight[q - c]);
      }
  });
  ++searches_;
  filter(walk_of<T>(levels_, run_), random, best.damped, best.degree);
  const Index first = block.cols() - columns;
  parallel_for(run_, block.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) std::copy_n(random.row(i).data(), columns, block.row(i).data() + first);
  });
}

template void MissedSearch::fill(Matrix<float>&, Index, std::span<const double>);
template void MissedSearch::fill(Matrix<double>&, Index, std::span<const double>);

}  // namespace codimap
