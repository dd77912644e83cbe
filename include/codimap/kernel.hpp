// The kernel G of pairwise affinities, its degree q, and the walk on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/matrix.hpp"
#include "codimap/neighbors.hpp"

namespace codimap {

/// s(x), the scale of a point, is the distance to its nearest other point of number KernelOptions::bandwidth_neighbor.
enum class KernelKind {
  adaptive,  // exp(−‖x−y‖²/s(x)²) + exp(−‖x−y‖²/s(y)²): each point its own scale
  gaussian,  // exp(−‖x−y‖²/ε): one scale for all points
  alpha_decay,  // exp(−(‖x−y‖/s(x))^a) + exp(−(‖x−y‖/s(y))^a) without terms below 1e-4: PHATE's, graphtools'
  variable_bandwidth,  // exp(−‖x−y‖²/(ε·b(x)·b(y))), b a power of the density: Berry and Harlim's, as in pyDiffMap
  local_gaussian,  // √(2s(x)s(y)/(s(x)²+s(y)²))·exp(−‖x−y‖²/(s(x)²+s(y)²)), s half of the scale: destiny's
  umap,  // a + b − a·b, a = exp(−(‖x−y‖ − ρ(x))/σ(x)), b the same of y: UMAP's, which is scanpy's default
  function,  // KernelOptions::function
};

/// How ε is chosen where none is given.
enum class EpsilonRule {
  effective_neighbors,  // a typical point has as many neighbours as docs/epsilon.md says
  bgh,  // where Σ exp(−‖x−y‖²/ε) grows fastest with ε (Berry, Giannakis, Harlim), as pyDiffMap does
};

/// What ‖x − y‖ stands for.
enum class Metric {
  euclidean,
  cosine,       // ‖x − y‖² = 2(1 − cos(x, y)): the distance of the rows scaled to unit length
  correlation,  // the same with the mean of each row taken off first
};

/// The k nearest points of each query, by the search that neighbour kernels use: exact in up to three columns, among up
/// to 20,000 points and for few queries; else `recall` says about which share was found, and `wanted_recall` which
/// share is looked for, as KernelOptions::neighbor_recall. A query that is a point is its own first neighbour, unless
/// the point has copies. Squared distances are as `metric` has them.
[[nodiscard]] Neighbors nearest_neighbors(Points queries, Points points, Index k, Metric metric = Metric::euclidean,
                                          const Execution& run = {}, std::optional<double> wanted_recall = {});

enum class Precision { float32, float64 };

/// Stands for "every pair" where a number of neighbours is asked for.
inline constexpr Index dense = 0;

/// Neighbours that a kernel keeps where their number is left open, or as many as there are points: 15 others.
inline constexpr Index default_neighbors = 16;

struct KernelOptions {
  KernelKind kind = KernelKind::adaptive;
  Metric metric = Metric::euclidean;
  /// J: the adaptive scale of a point is the distance to its J-th nearest other point, copies counted once. Groups of
  /// up to J points far from all others are not told apart from the rest; larger joins more distant points.
  Index bandwidth_neighbor = 7;
  /// a of alpha_decay. Larger makes an affinity more nearly a matter of yes or no.
  double decay = 40;
  /// Whether a point has an affinity to itself. Those of Palantir, destiny and scanpy have none.
  bool self_affinity = true;
  /// Scale of the Gaussian, in squared data units. Larger joins more distant points. Unset: chosen from the data.
  std::optional<double> epsilon{};
  EpsilonRule epsilon_rule = EpsilonRule::effective_neighbors;
  /// Nearest neighbours of each point that keep an affinity, the point itself being the first; `dense` keeps every
  /// pair, but for affinities so small that a row of them adds less than 2^-40 (in float32 2^-24) of the
  /// smallest degree. Unset: `default_neighbors`; for local_gaussian as many as destiny takes, for alpha_decay 100.
  /// Kinds other than gaussian, adaptive and function have no dense kernel.
  std::optional<Index> neighbors{};
  /// Share of the true neighbours that is looked for, above 0 and at most 1; 1 finds every one, and takes longer. Few
  /// points and few columns are searched exactly in any case. Unset: about 0.99.
  std::optional<double> neighbor_recall{};
  /// α: affinities are divided by (q(x)·q(y))^α. 0 keeps the density of the points in the map, 1 takes it out.
  double density_normalization = 0;
  /// In what the affinities are evaluated; sums are float64 either way. Unset: as the points come.
  std::optional<Precision> precision{};
  /// The weights of a graph that is fitted are distances of neighbours, which become affinities as
  /// `neighbor_affinities` has them.
  bool distances = false;
  /// g(x, y) for KernelKind::function: symmetric, not negative, positive for x = y; called from many threads.
  std::function<double(std::span<const double> x, std::span<const double> y)> function{};
};

/// B(x, j), the affinity of point x to region j.
using PointRegionAffinity = DenseOrSparse;

/// Marks a point that belongs to no region.
inline constexpr Index no_region = -1;

/// Whether an affinity connects two points of these degrees: below 2^-40 of either, the walk hardly ever follows it,
/// and eigenvalues would lie so close to 1 that float64 could not tell which vectors are theirs.
[[nodiscard]] constexpr bool connects(double affinity, double degree_x, double degree_y) {
  return affinity > 0 && affinity >= 0x1p-40 * std::min(degree_x, degree_y);
}

/// Rows of a kernel as it stores them: one for each distinct point, with columns that are distinct points too.
struct StoredRows {
  std::variant<std::monostate, SparseView<float>, SparseView<double>> rows{};
  std::span<const Index> row_of{};  // of each point; empty where every point has its own

  [[nodiscard]] bool empty() const { return std::holds_alternative<std::monostate>(rows); }
};

/// G: symmetric, not negative, with positive degrees. All that a stage may ask of it is here, so that one whose rows
/// live on many machines can stand in. What is not abstract is put together from what is, for kernels that have no
/// shorter way.
class Kernel {
 public:
  virtual ~Kernel() = default;

  [[nodiscard]] virtual Index size() const = 0;
  /// q = G·1.
  [[nodiscard]] virtual std::span<const double> degree() const = 0;
  /// G·block.
  [[nodiscard]] Matrix<double> multiply(MatrixView<double> block, const Execution& run) const;
  /// G·block, sparse where it may be.
  [[nodiscard]] virtual DenseOrSparse multiply_sparse(const SparseRows& block, const Execution& run) const;

  /// Rows of a product that are handed out together: [0, 96), [96, 192), …
  static constexpr Index rows_at_a_time = 96;
  /// Takes rows [begin, end) of a product, which are its to overwrite; called from many threads.
  using RowConsumer = std::function<void(Index begin, Index end, double* rows)>;
  /// G·diag(weight)·block, handed out by rows, so that it need not be stored; no weight stands for ones.
  virtual void multiply_rows(MatrixView<double> block, std::span<const double> weight, const RowConsumer& consume,
                             const Execution& run) const = 0;

  /// B = G·C with C the indicator of region_of; a point of `no_region` adds to none.
  [[nodiscard]] virtual PointRegionAffinity region_sums(std::span<const Index> region_of, Index regions,
                                                        const Execution& run) const = 0;
  /// Membership diffused along P in rounds: in each, every point of `no_region` with an affinity to points of a region
  /// joins the region it has most affinity to, the lower one where two are equal. Returns how many are never reached.
  [[nodiscard]] virtual Index spread_regions(std::span<Index> region_of, Index regions, const Execution& run) const;
  /// Row reduction: Σ_y G(x,y)²·weight(y).
  [[nodiscard]] virtual std::vector<double> row_squares(std::span<const double> weight, const Execution& run) const = 0;
  /// Row reduction: the smallest label(y) among x itself and the y that G connects to it: see `connects`.
  [[nodiscard]] virtual std::vector<Index> row_minimum(std::span<const Index> label, const Execution& run) const = 0;
  /// The first point of the connected component of each point.
  [[nodiscard]] virtual std::vector<Index> component_roots(const Execution& run) const;
  /// G[:, selected].
  [[nodiscard]] virtual DenseOrSparse columns(std::span<const Index> selected, const Execution& run) const = 0;
  /// G[points, points], for ascending points that nothing connects to any others: a connected component.
  [[nodiscard]] virtual std::shared_ptr<const Kernel> restricted_to(std::span<const Index> points,
                                                                    const Execution& run) const;
  /// The rows themselves; empty for a kernel that does not store them.
  [[nodiscard]] virtual StoredRows stored_rows() const { return {}; }
};

/// Region sums of new points, and how far these points are from those of the kernel.
struct NewPointAffinity {
  PointRegionAffinity region_sums;
  /// Of each, the distance to the nearest point of the kernel over the scale there: that point's own, or √ε where one ε
  /// serves all. Empty for a kernel by a function, whose distances nobody knows.
  std::vector<double> distances;
};

/// A kernel made from points, which therefore has affinities to points it has not seen.
class PointKernel : public Kernel {
 public:
  [[nodiscard]] virtual Index features() const = 0;
  /// The ε in force; 1 for kinds without one.
  [[nodiscard]] virtual double epsilon() const = 0;
  /// Neighbours kept for each point; `dense` for all.
  [[nodiscard]] virtual Index neighbors() const = 0;
  /// Share of the true neighbours among those kept: 1 where the search was exact, else estimated on a sample.
  [[nodiscard]] virtual double neighbor_recall() const { return 1; }
  /// Region sums for new points, by the rule that made the rows of the kernel: the row of a new point that equals a
  /// point of the kernel is that point's row.
  [[nodiscard]] virtual NewPointAffinity new_region_sums(Points points, std::span<const Index> region_of, Index regions,
                                                         const Execution& run) const = 0;
  /// Points far from all others, ascending. Where points have scales of their own: those with a scale more than 5 times
  /// the median scale of their neighbours. Where one ε serves all: those whose affinity to others is less than 1/1000
  /// of the median point's. Not known of a model that was loaded, nor of an adaptive kernel of every pair.
  [[nodiscard]] virtual std::span<const Index> outlying() const { return {}; }
};

/// G from points. Point i of the kernel is row order[i] of `points`, or row i where no order is given. It is fastest
/// when neighbours in this order are neighbours in space, as `locality_order` has them.
[[nodiscard]] std::shared_ptr<const PointKernel> point_kernel(Points points, const KernelOptions& options = {},
                                                              const Execution& run = {},
                                                              std::span<const Index> order = {});

/// An order of the points in which those near to each other in space are near to each other in memory.
[[nodiscard]] std::vector<Index> locality_order(Points points, const Execution& run = {});

/// G given as a graph. Nodes without an edge get a self-loop of weight 1, so that every degree is positive.
[[nodiscard]] std::shared_ptr<const Kernel> graph_kernel(Graph graph, double density_normalization = 0,
                                                         const Execution& run = {});
/// The same of a graph that the caller keeps alive as long as the kernel: it is not copied unless nodes are without an
/// edge, nor are its weights unless they change by density normalization.
[[nodiscard]] std::shared_ptr<const Kernel> borrowed_graph_kernel(GraphView graph, double density_normalization = 0,
                                                                  const Execution& run = {});

/// Affinities of neighbours that were found elsewhere.
struct NeighborAffinities {
  Graph graph;                      // for graph_kernel
  std::optional<double> epsilon{};  // the one used; gaussian kernel only
};

/// The weights of `distances` are distances, in either row of a pair or in both. Of the options kind, ε and
/// bandwidth_neighbor count; ε and scales are chosen as point_kernel does with the fewest neighbours that any point
/// has.
[[nodiscard]] NeighborAffinities neighbor_affinities(GraphView distances, const KernelOptions& options = {},
                                                     const Execution& run = {});

/// The ε that `point_kernel` takes when none is given (docs/epsilon.md says how).
[[nodiscard]] double choose_epsilon(Points points, const Execution& run = {});

/// A = Q^-½ G Q^-½, the symmetric conjugate of the walk P = Q⁻¹G.
class DiffusionAffinity {
 public:
  explicit DiffusionAffinity(const Kernel& kernel);
  [[nodiscard]] const Kernel& kernel() const { return kernel_; }
  /// A·block.
  [[nodiscard]] Matrix<double> multiply(MatrixView<double> block, const Execution& run) const;
  /// A·block, sparse where it may be.
  [[nodiscard]] DenseOrSparse multiply_sparse(SparseRows block, const Execution& run) const;
  /// A·block, handed out by rows.
  void multiply_rows(MatrixView<double> block, const Kernel::RowConsumer& consume, const Execution& run) const;
  /// Aᵗ[:, selected], t ≥ 1.
  [[nodiscard]] DenseOrSparse power_columns(std::span<const Index> selected, Index t, const Execution& run) const;

 private:
  const Kernel& kernel_;
  std::vector<double> inverse_root_degree_;
};

/// ρ_t(x) = ‖aᵗ(x,·)‖², the t-step diffusion coherence (Prop. 4).
struct Coherence {
  std::vector<double> values;
  /// Standard deviation of a value relative to itself: 0 where exact, √(2/projections) where estimated.
  double relative_error = 0;
};

/// Exact for t = 1 and for up to 4096 points; otherwise estimated from 256 random projections (row norms of AᵗΩ).
[[nodiscard]] Coherence coherence(const DiffusionAffinity& affinity, Index t, std::uint64_t seed = 0,
                                  const Execution& run = {});

/// Connected components: the component of each point, numbered by size, the largest first.
struct Components {
  std::vector<Index> component_of;
  std::vector<Index> sizes;
};

[[nodiscard]] Components connected_components(const Kernel& kernel, const Execution& run = {});

}  // namespace codimap
