#include "refinement/cycle.hpp"

#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "linalg/blocks.hpp"
#include "linalg/dense.hpp"
#include "refinement/laplacian.hpp"

namespace codimap {
namespace {

// The Chebyshev polynomial of degree 2 that damps the upper three quarters of [0, 2], which bounds the spectrum of
// diag(leaving)⁻¹·K. What lies below, regions see.
constexpr double centre = 1.25;
constexpr double half_width = 0.75;
constexpr double first_ratio = half_width / centre;
constexpr double second_ratio = 1 / (2 * centre / half_width - first_ratio);
constexpr auto first_step = static_cast<float>(1 / centre);
constexpr auto momentum = static_cast<float>(first_ratio * second_ratio);
constexpr auto second_step = static_cast<float>(2 * second_ratio / half_width);

// A residual that the first of two cycles brought down to a quarter is left at that.
constexpr double enough = 1.0 / 16;  // its square

void shape(Matrix<float>& block, Index rows, Index cols) {
  if (block.rows() != rows || block.cols() != cols) block = Matrix<float>::for_overwrite(rows, cols);
}

/// take(i, row of K·x).
template <class Take>
void over_laplacian(const NodeLevel& level, const Matrix<float>& x, const Execution& run, const Take& take) {
  with_laplacian_rows(level, x.view(), run, [&](const auto& row) {
    parallel_for(run, x.rows(), block_rows_a_range(x.cols()), [&](Index begin, Index end) {
      const FlushToZero flush;
      std::vector<float> sums(static_cast<std::size_t>(x.cols()));
      for (Index i = begin; i < end; ++i) {
        row(i, sums.data());
        take(i, sums.data());
      }
    });
  });
}

}  // namespace

Cycle::Cycle(const Levels& levels, const Execution& run)
    : levels_(levels), run_(run), blocks_(static_cast<std::size_t>(levels.count())) {
  if (levels.values.empty()) return;
  const Index n = levels.vectors.rows();
  Matrix<double> scaled = levels.vectors;
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < scaled.cols(); ++c) scaled(i, c) /= levels.values[static_cast<std::size_t>(c)];
  Matrix<double> transposed(levels.vectors.cols(), n);
  for (Index i = 0; i < n; ++i)
    for (Index c = 0; c < transposed.rows(); ++c) transposed(c, i) = levels.vectors(i, c);
  const Matrix<double> inverse = product(scaled, transposed, run);
  inverse_ = Matrix<float>::for_overwrite(n, n);
  std::transform(inverse.data(), inverse.data() + inverse.size(), inverse_.data(),
                 [](double value) { return static_cast<float>(value); });
}

void Cycle::apply(Index l, const Matrix<float>& r, Matrix<float>& x) {
  const NodeLevel& level = levels_[l];
  shape(x, level.size(), r.cols());
  if (l + 1 == levels_.count()) return solve_coarsest(r, x);
  if (l == 0 && levels_.is_dense()) return apply_to_regions(r, x);
  Matrix<float>& smoothed = blocks_[l].smoothed;
  shape(smoothed, level.size(), r.cols());
  smooth_before(level, r, x, smoothed);
  restrict_residual(level, r, smoothed, blocks_[l + 1].residual);
  solve(l + 1);
  add_coarse(level, smoothed, blocks_[l + 1].correction, x);
  smooth_after(level, r, smoothed, x);
}

/// Two steps from 0: `smoothed` ends as p(K)·r.
void Cycle::smooth_before(const NodeLevel& level, const Matrix<float>& r, Matrix<float>& x, Matrix<float>& smoothed) const {
  const Index width = r.cols();
  parallel_for(run_, level.size(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const float by = first_step * level.inverse_leaving[i];
      for (Index c = 0; c < width; ++c) x(i, c) = by * r(i, c);
    }
  });
  over_laplacian(level, x, run_, [&](Index i, const float* image) {
    const float by = second_step * level.inverse_leaving[i];
    const float* from = x.data() + i * width;
    const float* asked = r.data() + i * width;
    float* to = smoothed.data() + i * width;
    for (Index c = 0; c < width; ++c) to[c] = (1 + momentum) * from[c] + by * (asked[c] - image[c]);
  });
}

/// Two steps from x, which holds the result.
void Cycle::smooth_after(const NodeLevel& level, const Matrix<float>& r, Matrix<float>& smoothed, Matrix<float>& x) const {
  const Index width = r.cols();
  over_laplacian(level, x, run_, [&](Index i, const float* image) {
    const float by = first_step * level.inverse_leaving[i];
    const float* from = x.data() + i * width;
    const float* asked = r.data() + i * width;
    float* to = smoothed.data() + i * width;
    for (Index c = 0; c < width; ++c) to[c] = from[c] + by * (asked[c] - image[c]);
  });
  over_laplacian(level, smoothed, run_, [&](Index i, const float* image) {
    const float by = second_step * level.inverse_leaving[i];
    const float* now = smoothed.data() + i * width;
    const float* asked = r.data() + i * width;
    float* to = x.data() + i * width;
    for (Index c = 0; c < width; ++c) to[c] = now[c] + momentum * (now[c] - to[c]) + by * (asked[c] - image[c]);
  });
}

/// Cᵀ(r − K·x).
void Cycle::restrict_residual(const NodeLevel& level, const Matrix<float>& r, const Matrix<float>& x,
                              Matrix<float>& to) const {
  const Index width = r.cols();
  shape(to, level.regions.count, width);
  with_laplacian_rows(level, x.view(), run_, [&](const auto& row) {
    parallel_for(run_, to.rows(), std::max<Index>(32, block_rows_a_range(width) / 8), [&](Index begin, Index end) {
      const FlushToZero flush;
      std::vector<float> image(static_cast<std::size_t>(width));
      for (Index region = begin; region < end; ++region) {
        float* sum = to.data() + region * width;
        std::fill_n(sum, width, 0.0F);
        for (Index p = level.offsets[region]; p < level.offsets[region + 1]; ++p) {
          const Index i = level.members[p];
          row(i, image.data());
          const float* asked = r.data() + i * width;
          for (Index c = 0; c < width; ++c) sum[c] += asked[c] - image[c];
        }
      }
    });
  });
}

void Cycle::add_coarse(const NodeLevel& level, const Matrix<float>& fine, const Matrix<float>& coarse,
                       Matrix<float>& x) const {
  const Index width = x.cols();
  parallel_for(run_, level.size(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const float* from = coarse.data() + level.regions.region_of[i] * width;
      const float* now = fine.data() + i * width;
      float* to = x.data() + i * width;
      for (Index c = 0; c < width; ++c) to[c] = now[c] + from[c];
    }
  });
}

void Cycle::solve_coarsest(const Matrix<float>& r, Matrix<float>& x) const {
  if (inverse_.rows() == 0) {
    const std::vector<float>& inverse = levels_.levels.back().inverse_leaving;
    for (Index i = 0; i < r.rows(); ++i)
      for (Index c = 0; c < r.cols(); ++c) x(i, c) = inverse[i] * r(i, c);
    return;
  }
  auto coefficients = Matrix<double>::for_overwrite(r.rows(), r.cols());
  std::copy_n(r.data(), r.size(), coefficients.data());
  combine<float>({&inverse_}, coefficients, {&x}, run_);
}

/// The residual of a level to its correction: one cycle, or two steps of flexible conjugate gradients with the cycle as
/// preconditioner. Each column has steps of its own.
void Cycle::solve(Index l) {
  const NodeLevel& level = levels_[l];
  LevelBlocks& now = blocks_[l];
  const Matrix<float>& r = now.residual;
  apply(l, r, now.correction);
  if (l + 1 == levels_.count() || !level.solved_twice) return;

  const Index width = r.cols();
  const auto column = [](Index c) { return static_cast<std::size_t>(c); };
  multiply(level, now.correction, now.image);
  const std::vector<double> first = sums_over_rows(level.size(), 3 * width, run_, [&](Index i, double* sums) {
    for (Index c = 0; c < width; ++c) {
      const double x = now.correction(i, c);
      const double asked = r(i, c);
      sums[c] += x * now.image(i, c);
      sums[width + c] += x * asked;
      sums[2 * width + c] += asked * asked * level.inverse_leaving[i];
    }
  });
  std::vector<float> step(column(width));
  for (Index c = 0; c < width; ++c)
    step[column(c)] = first[column(c)] > 0 ? static_cast<float>(first[column(width + c)] / first[column(c)]) : 0.0F;

  shape(now.rest, level.size(), width);
  const std::vector<double> left = sums_over_rows(level.size(), width, run_, [&](Index i, double* sums) {
    for (Index c = 0; c < width; ++c) {
      const float rest = r(i, c) - step[column(c)] * now.image(i, c);
      now.rest(i, c) = rest;
      sums[c] += static_cast<double>(rest) * rest * level.inverse_leaving[i];
    }
  });
  bool done = true;
  for (Index c = 0; c < width; ++c) done = done && left[column(c)] <= enough * first[column(2 * width + c)];
  std::vector<float> second_step(column(width));
  if (!done) {
    apply(l, now.rest, now.second);
    multiply(level, now.second, now.product);
    const std::vector<double> second = sums_over_rows(level.size(), 3 * width, run_, [&](Index i, double* sums) {
      for (Index c = 0; c < width; ++c) {
        const double x = now.second(i, c);
        sums[c] += x * now.image(i, c);
        sums[width + c] += x * now.product(i, c);
        sums[2 * width + c] += x * now.rest(i, c);
      }
    });
    for (Index c = 0; c < width; ++c) {
      // Both directions made conjugate: of the second, what the first has of it is taken away.
      const double rho = first[column(c)];
      const double mixed = second[column(c)];
      const double beta = second[column(width + c)];
      const double own = rho > 0 ? beta - mixed * mixed / rho : 0;
      constexpr double rounding = 1e-6;
      if (!(own > rounding * beta)) continue;
      const double by = second[column(2 * width + c)] / own;
      second_step[column(c)] = static_cast<float>(by);
      step[column(c)] -= static_cast<float>(mixed / rho * by);
    }
  }
  parallel_for(run_, level.size(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index c = 0; c < width; ++c) {
        now.correction(i, c) *= step[column(c)];
        if (!done) now.correction(i, c) += second_step[column(c)] * now.second(i, c);
      }
  });
}

void Cycle::multiply(const NodeLevel& level, const Matrix<float>& x, Matrix<float>& image) const {
  shape(image, x.rows(), x.cols());
  over_laplacian(level, x, run_, [&](Index i, const float* row) { std::copy_n(row, x.cols(), image.row(i).data()); });
}

/// Without rows to smooth by: what regions know, and D⁻¹·r of what they do not, K being nearly D there.
void Cycle::apply_to_regions(const Matrix<float>& r, Matrix<float>& x) {
  const NodeLevel& level = levels_[0];
  const NodeLevel& coarse = levels_[1];
  LevelBlocks& blocks = blocks_[1];
  const Index width = r.cols();
  shape(blocks.residual, coarse.size(), width);
  parallel_for(run_, coarse.size(), 8, [&](Index begin, Index end) {
    std::vector<double> sum(static_cast<std::size_t>(width));
    for (Index region = begin; region < end; ++region) {
      std::ranges::fill(sum, 0);
      for (Index p = level.offsets[region]; p < level.offsets[region + 1]; ++p)
        for (Index c = 0; c < width; ++c) sum[static_cast<std::size_t>(c)] += r(level.members[p], c);
      for (Index c = 0; c < width; ++c) blocks.residual(region, c) = static_cast<float>(sum[static_cast<std::size_t>(c)]);
    }
  });
  solve(1);
  parallel_for(run_, level.size(), block_rows_a_range(width), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Index region = level.regions.region_of[i];
      const auto inverse_degree = static_cast<float>(1 / coarse.degree[region]);
      for (Index c = 0; c < width; ++c)
        x(i, c) = level.inverse_leaving[i] * r(i, c) + blocks.correction(region, c) -
                  inverse_degree * blocks.residual(region, c);
    }
  });
}

}  // namespace codimap
