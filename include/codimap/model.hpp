// Fit once, then read the result, embed new points, save and load.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codimap/map.hpp"

namespace codimap {

class OutputFile;

enum class Method {
  compressed,  // the paper's
  exact,       // the diffusion map itself
  nystrom,     // L-dMaps: k-means medoids weighted by their volume, extended by Nyström's formula
  centroids,   // the exact map of k-means centroids, averaged with kernel weights
  roseland,    // random landmarks, singular vectors of the point-to-landmark kernel
  landmarks,   // graphtools': regions by k-means on the leading singular vectors, then as compressed
};

/// What is done to the points first, in this order. A model does the same to new points.
struct PrepareOptions {
  /// Cofactor c of arcsinh(x/c); 5 is the habit for mass cytometry.
  std::optional<double> arcsinh{};
  /// log(1 + x).
  bool log1p = false;
  /// Each column to mean 0 and standard deviation 1; a constant column becomes 0.
  bool standardize = false;
  /// The points' first principal components instead of their columns, or `no_pca`; sparse points stay sparse until
  /// then. Components that were asked for are exact up to residuals of 1e-10 of the total variance; the largest loading
  /// of each is positive. Unset: the first 100 of more than 100 columns, or as many as there are. These hold the
  /// variance that can be held, but neighbouring ones may be mixed where both variances are small. The metrics of
  /// directions keep the columns: components keep distances, not angles.
  std::optional<Index> pca{};
};

/// As PrepareOptions::pca: the columns themselves.
inline constexpr Index no_pca = -1;

/// How points are shared out to regions.
enum class PartitionRule {
  coherence,  // the paper's: to the sampled centroid of smallest angular diffusion distance
  refined,    // k-means in the coordinates of the map that coherence gives
  kmeans,     // k-means on the points
};

struct RegionOptions {
  /// Regions, or landmarks for the methods that have them. More are more accurate and cost more. Unset: 500 or a
  /// quarter of the points if that is less, and at least four for each component.
  std::optional<Index> regions{};
  PartitionRule partition = PartitionRule::coherence;
  /// t of coherence and partition, in pointwise steps. Larger joins what lies further apart.
  Index coherence_time = 1;
  std::uint64_t seed = 0;
};

/// Whose eigenvectors the coordinates are.
enum class Eigenvectors {
  walk,       // φ of P, of unit norm under the stationary distribution π
  symmetric,  // √π·φ of Q^-½GQ^-½, of unit Euclidean norm, as scanpy's and destiny's
};

struct MapOptions {
  /// Diffusion coordinates, or `by_eigengap`. Unset: 10, or as many as there are.
  std::optional<Index> components{};
  /// t of λᵗφ, in pointwise steps. Larger keeps only what is far apart. Unset: where the entropy of the spectrum stops
  /// falling fast.
  std::optional<double> time = 1;
  /// Instead of λᵗ their sum over all times from 1 on, λ/(1 − λ): no time has to be chosen.
  bool multiscale = false;
  Eigenvectors eigenvectors = Eigenvectors::walk;
  Interpolation interpolation = Interpolation::point_to_region;
  /// Residual ‖Aψ − λψ‖ that the compressed map is refined to; `unrefined` leaves it as the paper has it. Unset: until
  /// it is about as good as the exact map, by what the last step still changed (see Certificate::estimated_angles).
  std::optional<double> refine{};
  /// Instead: the bound, in radians, on the angle between every component and that of the exact map on the same kernel.
  /// The certificate says which components have none.
  std::optional<double> tolerance{};
  /// Dimensions of the picture (Result::layout): 2, 3 or `no_layout`.
  Index layout_dimensions = 2;
};

/// As MapOptions::layout_dimensions.
inline constexpr Index no_layout = 0;

/// As MapOptions::components: as many as lie before the largest gap among the first 20 eigenvalues.
inline constexpr Index by_eigengap = -1;

/// As MapOptions::refine: any residual will do.
inline constexpr double unrefined = std::numeric_limits<double>::infinity();

struct Options {
  Method method = Method::compressed;
  PrepareOptions prepare{};
  KernelOptions kernel{};
  RegionOptions regions{};
  MapOptions map{};
};

/// Diffusion maps that people have used before.
enum class Preset { paper, scanpy, palantir, phate, destiny, pydiffmap };

/// The options with which codimap makes the diffusion map of the paper, to the letter, or of another package with its
/// default settings: the same columns up to their scale, where both find the same neighbours and the graph is
/// connected. docs/guide.md has the formulas.
[[nodiscard]] Options preset_options(Preset preset);

struct StageReport {
  std::string name;
  double seconds = 0;
  std::size_t peak_bytes = 0;  // of the process, at the end of the stage
};

/// What a stage is expected to take, before any work.
struct StageForecast {
  std::string name;
  std::size_t bytes = 0;  // that the process holds at most while it runs, the points included
  double seconds = 0;
};

struct Forecast {
  std::vector<StageForecast> stages;
  [[nodiscard]] std::size_t peak_bytes() const;
  [[nodiscard]] double seconds() const;
};

/// The spectrum of one connected component, and how well it is known.
struct Spectrum {
  /// λ in pointwise units, descending, the trivial 1 left out.
  std::vector<double> eigenvalues;
  /// ‖Aψ − λψ‖ for ψ = Q^½φ of unit norm: an eigenvalue of A lies within it of λ.
  std::vector<double> residuals;
  Certificate certificate;
  /// About how many points each coordinate is about: (Σv²)²/Σv⁴ over the points of the component, their number where
  /// all values are equal in magnitude, 1 where a single point has a value.
  std::vector<double> participation;
  /// σ of the walk between regions, by which the paper estimates λ, and never above |λ|; empty where the part was
  /// solved without regions.
  std::vector<double> region_eigenvalues;
  /// Behind those of the components, where the number of these was chosen by them.
  std::vector<double> further_eigenvalues;
};

/// "components 1–14 are within 0.1° of exact; 15–16 are known as a pair, within 0.3°; 17–20 are without a bound"; of a map
/// that was not refined, what its residuals say of eigenvalues.
[[nodiscard]] std::string certificate_in_words(const Spectrum& spectrum);
/// How far from the exact map new points come by a refined one; empty where nothing is known.
[[nodiscard]] std::string new_points_in_words(const Spectrum& spectrum);

/// Of the largest connected component, where there are several: each has a map of its own.
struct Result : Spectrum {
  /// λᵗφ, one row a point in input order, one column a component; the largest entry of a column by magnitude is
  /// positive. Where the graph is not connected, a column holds the coordinate of that number in each component's own
  /// map, and 0 where a component has fewer: coordinates of different connected components have nothing to do with each
  /// other.
  Matrix<double> embedding;
  /// A picture: a place for each point, near that of others if the walk leads from one to the other in few steps (see
  /// region_layout). Each connected component has an area in proportion to its points, beside the others. Empty for
  /// methods other than compressed, exact and landmarks, and with `no_layout`.
  Matrix<double> layout;
  /// The stationary distribution q/Σq of the walk, a value for each point.
  std::vector<double> stationary;
  Partition partition;                        // empty for methods without regions
  std::vector<Index> component_of;            // connected component of each point; empty where there is one
  std::vector<Index> component_sizes;         // of the connected components, descending
  std::vector<Index> outlying;                // rows far from all others (PointKernel::outlying), ascending
  std::vector<Spectrum> other_spectra;        // of the components after the largest that have more than one point
  std::optional<double> epsilon;              // where the kernel has one
  std::optional<double> intrinsic_dimension;  // estimated around a typical point; unset for a graph
  std::optional<Index> neighbors;         // neighbours kept for each point; unset for a dense kernel or a given graph
  std::optional<double> neighbor_recall;  // PointKernel::neighbor_recall, where there are neighbours
  double coherence_error = 0;             // Coherence::relative_error
  std::vector<StageReport> stages;        // empty in a model that was loaded: times would change its bytes
};

/// New points in the map of a model.
struct NewPoints {
  Matrix<double> embedding;
  Matrix<double> layout;  // empty where the model has none
  /// How far each is from the points of the model, in units of the scale there (NewPointAffinity::distances).
  std::vector<double> distances;
  std::vector<Index> component_of;  // as in Result; empty where there is one
  /// √(q/Σq), with Σ over the component, where coordinates are those of the symmetric matrix; otherwise empty.
  std::vector<double> trivial;
};

class Model {
 public:
  struct State;
  explicit Model(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  [[nodiscard]] const Result& result() const&;
  [[nodiscard]] Result result() && { return result(); }  // of a passing model, as in fit(points).result()
  /// The options in force, with everything that was chosen filled in.
  [[nodiscard]] const Options& options() const&;
  [[nodiscard]] Options options() && { return options(); }
  /// Numbers of a point as it is given; 0 for a model of a graph.
  [[nodiscard]] Index features() const;
  [[nodiscard]] Index points() const;
  /// Embeds new points as the training points were: a training row gives its own coordinates again.
  [[nodiscard]] Matrix<double> transform(Points points, const Execution& run = {}) const;
  /// A model of a graph takes rows of affinities to its nodes in place of points.
  [[nodiscard]] Matrix<double> transform(const SparsePoints& points, const Execution& run = {}) const;
  /// The place of new points in the picture (Result::layout); an error where the model has none.
  [[nodiscard]] Matrix<double> layout(Points points, const Execution& run = {}) const;
  [[nodiscard]] Matrix<double> layout(const SparsePoints& points, const Execution& run = {}) const;
  /// Both, and how far the points are from those of the model.
  [[nodiscard]] NewPoints place(Points points, const Execution& run = {}) const;
  [[nodiscard]] NewPoints place(const SparsePoints& points, const Execution& run = {}) const;
  /// What the library's other functions of a model go by.
  [[nodiscard]] const State& state() const { return *state_; }
  /// Versioned, checksummed bytes that `model_from_bytes` turns back; `note` is a text of the caller's.
  [[nodiscard]] std::vector<std::byte> to_bytes(const std::string& note = {}) const;
  /// Writes them as a file, which `load_model` reads. Files are codimap::io's; all else here is codimap::core's.
  void save(OutputFile& out, const std::string& note = {}) const;
  /// The same under a name, in place of any file that has it.
  void save(const std::filesystem::path& path, const std::string& note = {}) const;

 private:
  std::shared_ptr<const State> state_;
};

/// The map of all connected components as one: the eigenvectors of the whole symmetric matrix A.
struct MergedMap {
  std::vector<double> eigenvalues;
  /// √π·φ of unit Euclidean norm, one column an eigenvalue; 0 outside of the component that it belongs to.
  Matrix<double> vectors;
};

/// The `count` eigenvalues of largest magnitude that are in the model, descending, each component's own 1 among them:
/// what scanpy's diffmap holds. Fewer where the model has fewer.
[[nodiscard]] MergedMap merged_map(const Model& model, Index count);

struct LoadedModel {
  Model model;
  std::string note;
};

/// What `fit` would take, by the sizes of its input alone. Memory is known well; time is measured on one tile of a
/// kernel and reckoned from there, without the tiles that may be skipped, and is good for a factor of two; but the
/// exact map takes as many steps as it takes.
[[nodiscard]] Forecast forecast(Points points, const Options& options = {}, const Execution& run = {});
[[nodiscard]] Forecast forecast(const SparsePoints& points, const Options& options = {}, const Execution& run = {});
[[nodiscard]] Forecast forecast(GraphView graph, const Options& options = {}, const Execution& run = {});

/// A limit of memory (Execution::max_memory) is kept by taking more passes or, where no precision is asked for,
/// float32. If that is not enough, the fit ends at once with ErrorKind::out_of_memory and the smallest limit that would
/// do. Sparse points of few columns, and with `no_pca` all of them, become dense.
[[nodiscard]] Model fit(Points points, const Options& options = {}, const Execution& run = {});
[[nodiscard]] Model fit(const SparsePoints& points, const Options& options = {}, const Execution& run = {});
[[nodiscard]] Model fit(GraphView graph, const Options& options = {}, const Execution& run = {});
/// `name` is what errors call the bytes. What follows from the rest of a model is not in its bytes and made anew: the
/// affinities of neighbours, and from these the coordinates of the points, to rounding in the precision of the points.
[[nodiscard]] LoadedModel model_from_bytes(std::span<const std::byte> bytes, const std::string& name = "model",
                                           const Execution& run = {});
[[nodiscard]] LoadedModel load_model(const std::filesystem::path& path, const Execution& run = {});

}  // namespace codimap
