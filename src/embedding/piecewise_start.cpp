#include "embedding/piecewise_start.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "embedding/split_regions.hpp"
#include "embedding/trivial.hpp"
#include "linalg/krylov_space.hpp"
#include "linalg/sparse.hpp"
#include "linalg/sparse_eigen.hpp"
#include "linalg/tall.hpp"

namespace codimap {
namespace {

constexpr double all_but_cut_off = 1e-3;  // 1 − λ
constexpr double suspicious = 1e-6;       // the same of the first pair: of large data that hang together it may be 1e-5
constexpr Index points_a_piece = 4;       // for each region that is split off there are so many points, or more
constexpr Index random_columns = 4;
// Damps what mixes, so that random vectors keep what they were on pieces alone.
constexpr Interval mixing{.low = -1, .high = 0.95};
constexpr Index degree = 16;

/// By what one pass tells: a point that the walk leaves with probability p has ρ₁ = 1 − 2p, or the map of regions has
/// found a piece.
bool is_suspicious(const DiffusionAffinity& affinity, const PointMap& coarse, std::uint64_t seed,
                   const Execution& run) {
  if (coarse.eigenvalues.front() > 1 - suspicious) return true;
  return std::ranges::max(coherence(affinity, 1, seed, run).values) > 1 - 2 * all_but_cut_off;
}

std::optional<Regions> with_pieces(const DiffusionAffinity& affinity, const PointMap& coarse, std::uint64_t seed,
                                   const Execution& run) {
  const Index most = coarse.regions + affinity.kernel().size() / points_a_piece;
  return split_apart(affinity, {.of_point = coarse.region_of, .count = coarse.regions},
                     {.below = mixing, .degree = degree, .apart = 0.1F}, most, seed, run);
}

/// What is constant on each region: orthonormal columns Z = Q^½·C·D^-½.
struct PiecewiseSpace {
  std::vector<double> degree;  // of the regions
  SparseRows columns;
  SparseRows transposed;
  SparseRows walk;  // Zᵀ·A·Z

  PiecewiseSpace(const Kernel& kernel, const Regions& regions, const Execution& run)
      : degree(static_cast<std::size_t>(regions.count)) {
    for (Index i = 0; i < kernel.size(); ++i) degree[regions.of_point[i]] += kernel.degree()[i];
    columns =
        per_point(kernel.size(), regions, [&](Index i, Index r) { return std::sqrt(kernel.degree()[i] / degree[r]); });
    transposed = codimap::transposed(columns, run);
    const SparseRows indicator = per_point(kernel.size(), regions, [](Index, Index) { return 1.0; });
    walk = transposed_product(indicator, to_sparse(kernel.region_sums(regions.of_point, regions.count, run)), run);
    for (Index r = 0; r < walk.rows(); ++r)
      for (Index e = walk.offsets[r]; e < walk.offsets[r + 1]; ++e)
        walk.values[e] /= std::sqrt(degree[r] * degree[walk.columns[e]]);
  }

 private:
  template <class Entry>
  static SparseRows per_point(Index points, const Regions& regions, const Entry& entry) {
    SparseRows rows{.cols = regions.count, .offsets = {0}, .columns = {}, .values = {}};
    for (Index i = 0; i < points; ++i) {
      rows.columns.push_back(static_cast<std::int32_t>(regions.of_point[i]));
      rows.values.push_back(entry(i, regions.of_point[i]));
      rows.offsets.push_back(i + 1);
    }
    return rows;
  }
};

/// The leading pairs of the regions' walk, and its shifted inverse.
struct CoarsePairs {
  EigenPairs pairs;
  SymmetricOperator resolvent;
  double shift = 0;
};

constexpr double least_shift = 1e-10;

/// How often the walk leaves the regions that it leaves least: about what 1 − λ of the last wanted pair is.
double leaving(const SparseRows& walk, Index components) {
  std::vector<double> shares;
  for (Index r = 0; r < walk.rows(); ++r) {
    const auto row = row_of(walk, r);
    const auto* self = std::find(row.columns, row.columns + row.count, r);
    shares.push_back(self == row.columns + row.count ? 1 : 1 - row.values[self - row.columns]);
  }
  std::ranges::nth_element(shares, shares.begin() + components);
  return std::clamp(shares[static_cast<std::size_t>(components)], least_shift, all_but_cut_off);
}

/// A shift much larger than 1 − λ of the last pair that is wanted would not tell it from others.
std::optional<CoarsePairs> coarse_pairs(const SparseRows& walk, MatrixView<double> trivial, Index components,
                                        Index columns, const Execution& run) {
  double shift = leaving(walk, components);
  while (true) {
    std::optional<SymmetricOperator> inverse = resolvent(walk, shift, run);
    if (!inverse) return std::nullopt;
    std::optional<EigenPairs> found = largest_eigenpairs_near_one(walk, *inverse, shift, columns, trivial, run);
    if (!found) return std::nullopt;
    EigenPairs& pairs = *found;
    const double last = 1 - pairs.values[static_cast<std::size_t>(components - 1)];
    if (last > shift / 10 || shift == least_shift) return CoarsePairs{std::move(pairs), std::move(*inverse), shift};
    shift = std::max(last, least_shift);
  }
}

Matrix<double> random_vectors(const RefineOperator& walk, Index size, std::uint64_t seed, const Execution& run) {
  Matrix<double> block = RandomColumns(seed, size).draw(random_columns, run);
  filter_in_float(walk.walk_float, walk.scale, block, mixing, degree, run);
  return block;
}

}  // namespace

std::optional<PiecewiseStart> piecewise_start(const DiffusionAffinity& affinity, const RefineOperator& walk,
                                              const PointMap& coarse, Index components, Index columns,
                                              std::uint64_t seed, const Execution& run) {
  if (!affinity.fits_float() || !is_suspicious(affinity, coarse, seed, run)) return std::nullopt;
  const std::optional<Regions> regions = with_pieces(affinity, coarse, seed, run);
  if (!regions) return std::nullopt;
  PiecewiseSpace space(affinity.kernel(), *regions, run);
  const Matrix<double> trivial = trivial_vectors(std::vector<Index>(space.degree.size()), space.degree);
  std::optional<CoarsePairs> found = coarse_pairs(space.walk, trivial, components, columns, run);
  if (!found) return std::nullopt;
  PiecewiseStart result;
  result.cut_off = std::ranges::count_if(found->pairs.values, [](double v) { return v > 1 - all_but_cut_off; });
  result.start.values = std::move(found->pairs.values);
  result.start.vectors = side_by_side(product(space.columns, found->pairs.vectors, run),
                                      random_vectors(walk, affinity.kernel().size(), seed, run), run);
  result.correction = [space = std::move(space), inverse = std::move(found->resolvent), shift = found->shift,
                       run](MatrixView<double> block) {
    Matrix<double> sums = inverse(product(space.transposed, block, run));
    for (Index r = 0; r < sums.rows(); ++r)
      for (double& value : sums.row(r)) value /= shift;
    Matrix<double> corrections = product(space.columns, sums, run);
    parallel_for(run, block.rows(), 2048, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        std::ranges::transform(block.row(i), corrections.row(i), corrections.row(i).begin(), std::plus{});
    });
    return corrections;
  };
  return result;
}

}  // namespace codimap
