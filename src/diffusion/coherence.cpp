// ρ_t(x) = ‖aᵗ(x,·)‖² (Prop. 4): where the diffusion from a point keeps together.

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "codimap/kernel.hpp"

namespace codimap {
namespace {

constexpr Index exact_points = 4096;
constexpr Index projections = 256;
constexpr Index columns_at_a_time = 256;
constexpr Index block_values = Index{1} << 25;  // of projections at a time: 256 MiB
constexpr Index rows_a_range = 4096;

void add_row_norms(const Matrix<double>& block, std::vector<double>& sums, const Execution& run) {
  parallel_for(run, block.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (const double value : block.row(i)) sums[i] += value * value;
  });
}

void add_row_norms(const SparseRows& block, std::vector<double>& sums, const Execution& run) {
  parallel_for(run, block.rows(), rows_a_range, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index e = block.offsets[i]; e < block.offsets[i + 1]; ++e) sums[i] += block.values[e] * block.values[e];
  });
}

/// ρ₁(x) = Σ_y G(x,y)²/(q(x)q(y)): one pass over G.
std::vector<double> one_step(const Kernel& kernel, const Execution& run) {
  std::vector<double> inverse_degree(kernel.degree().begin(), kernel.degree().end());
  for (double& value : inverse_degree) value = 1 / value;
  std::vector<double> rho = kernel.row_squares(inverse_degree, run);
  for (Index i = 0; i < kernel.size(); ++i) rho[i] *= inverse_degree[i];
  return rho;
}

/// Every column of Aᵗ, a block of them at a time.
std::vector<double> many_steps(const DiffusionAffinity& affinity, Index t, const Execution& run) {
  const Index size = affinity.kernel().size();
  std::vector<double> rho(static_cast<std::size_t>(size));
  for (Index begin = 0; begin < size; begin += columns_at_a_time) {
    std::vector<Index> selected(static_cast<std::size_t>(std::min(columns_at_a_time, size - begin)));
    std::iota(selected.begin(), selected.end(), begin);
    std::visit([&](const auto& block) { add_row_norms(block, rho, run); }, affinity.power_columns(selected, t, run));
  }
  return rho;
}

/// E‖(AᵗΩ)(x,·)‖² = m·ρ_t(x) for Ω of m independent columns of ±1, with relative variance below 2/m.
std::vector<double> projected(const DiffusionAffinity& affinity, Index t, std::uint64_t seed, const Execution& run) {
  const Index size = affinity.kernel().size();
  std::vector<double> rho(static_cast<std::size_t>(size));
  const auto width = static_cast<Index>(
      std::bit_floor(static_cast<std::uint64_t>(std::clamp<Index>(block_values / size, 16, projections))));
  for (Index first = 0; first < projections; first += width) {
    auto block = Matrix<double>::for_overwrite(size, width);
    parallel_for(run, size, rows_a_range, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < block.cols(); ++c) {
          const auto counter = static_cast<std::uint64_t>(i * projections + first + c);
          block(i, c) = random_bits(seed, RandomStream::projection, counter) & 1 ? 1 : -1;
        }
    });
    for (Index step = 0; step < t; ++step) block = affinity.multiply(block, run);
    add_row_norms(block, rho, run);
  }
  for (double& value : rho) value /= projections;
  return rho;
}

}  // namespace

Coherence coherence(const DiffusionAffinity& affinity, Index t, std::uint64_t seed, const Execution& run) {
  if (t < 1) fail(ErrorKind::bad_option, "coherence_time must be at least 1 step; got {}", t);
  if (t == 1) return {.values = one_step(affinity.kernel(), run), .relative_error = 0};
  if (affinity.kernel().size() <= exact_points) return {.values = many_steps(affinity, t, run), .relative_error = 0};
  return {.values = projected(affinity, t, seed, run), .relative_error = std::sqrt(2.0 / projections)};
}

}  // namespace codimap
