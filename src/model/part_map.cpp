#include "model/part_map.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "baselines/baselines.hpp"
#include "embedding/choose_components.hpp"
#include "embedding/choose_time.hpp"
#include "embedding/refined_map.hpp"
#include "model/participation.hpp"
#include "model/state.hpp"
#include "model/unit_columns.hpp"

namespace codimap {
namespace {

/// So few points, or so few for each component, are solved at once: levels of them would hold no more than vectors.
constexpr Index small_enough_to_solve = 512;
constexpr Index enough_a_component = 10;

Components one_component(Index size) {
  return {.component_of = std::vector<Index>(static_cast<std::size_t>(size)), .sizes = {size}};
}

RefineGoal goal_of(const MapOptions& options) {
  RefineGoal goal;
  goal.bound = options.tolerance;
  if (options.refine) goal.residual = options.refine;
  return goal;
}

Partition coherence_partition(const DiffusionAffinity& affinity, const RegionOptions& options, Index regions,
                              const Order& order, Stages& stages, double& error) {
  const Index t = options.coherence_time;
  const Coherence rho =
      stages.run("coherence", 1, [&](const Execution& run) { return coherence(affinity, t, options.seed, run); });
  error = rho.relative_error;
  const int passes = static_cast<int>(2 * t * ((regions + 255) / 256));
  return stages.run("partition", passes, [&](const Execution& run) {
    // Drawn by the caller's numbers of the points, so that a seed means the same points in whatever order they are
    // held.
    std::vector<Index> centroids =
        order.to_held(sample_centroids(order.to_given(rho.values, run), regions, options.seed, run));
    return nearest_centroid(affinity, rho, std::move(centroids), one_component(affinity.kernel().size()), t, run);
  });
}

CompressedKernel compressed_to(const Kernel& kernel, const Partition& partition, Stages& stages) {
  return stages.run("compression", 2, [&](const Execution& run) {
    return compress(kernel, partition.region_of, partition.regions, run);
  });
}

/// The walk between regions and its map, Φ_S.
struct RegionMap {
  CompressedKernel compressed;
  SpectralMap map;
};

/// A map that will be refined need not be found to the last digit, as spectral_map with a spare component does not.
RegionMap region_map(CompressedKernel compressed, PartComponents components, bool will_be_refined, Stages& stages) {
  if (will_be_refined) components.spare += 1;
  RegionMap result{std::move(compressed), {}};
  result.map = stages.run("spectrum", 0, [&](const Execution& run) {
    return spectral_map(result.compressed, components.least, std::vector<Index>(result.compressed.degree.size()), run,
                        components.spare);
  });
  return result;
}

PointMap interpolated(const RegionMap& regions, const Partition& partition, Interpolation interpolation,
                      Stages& stages) {
  PointMap embedded;
  embedded.eigenvalues = regions.map.eigenvalues;
  embedded.region_of = partition.region_of;
  embedded.regions = partition.regions;
  embedded.extension = interpolation_of(regions.compressed, regions.map, interpolation);
  embedded.vectors = stages.run("interpolation", 1, [&](const Execution& run) {
    return extend(regions.compressed.point_region_affinity, embedded.extension, run);
  });
  return embedded;
}

PointMap refined(const Kernel& kernel, const Partition& partition, RegionMap regions, const Options& options,
                 Index wanted, Stages& stages) {
  return stages.run("refinement", 0, [&](const Execution& run) {
    KnownRegions known{.region_of = partition.region_of, .count = partition.regions, .affinity = {}};
    if (kernel.stored_rows().empty()) known.affinity = std::move(regions.compressed.point_region_affinity);
    regions = {};
    return refined_map(kernel, std::move(known), wanted, goal_of(options.map), options.regions.seed, run);
  });
}

/// By k-means, where that is asked for.
Partition chosen_partition(const Kernel& kernel, const Matrix<double>* points, Partition partition,
                           const Options& options, PartComponents components, Index regions, const Execution& run) {
  const Components one = one_component(kernel.size());
  if (options.regions.partition == PartitionRule::refined)
    return refined_partition(kernel, one, partition, components.least, options.regions.seed, run);
  if (!points)
    fail(ErrorKind::bad_data, "a kmeans partition takes means of points, which a graph does not have; take refined");
  return kmeans_partition(*points, one, regions, options.regions.seed, run);
}

/// What the picture is drawn from: the kernel compressed to the map's regions or, where the map has none, to some for
/// the picture alone.
struct Drawn {
  Layout layout;
  std::optional<CompressedKernel> compressed;  // to the map's regions
};

Drawn draw(const Kernel& kernel, const Partition& partition, const Options& options, const Order& order,
           Stages& stages) {
  Partition own;
  double error = 0;
  if (partition.regions == 0)
    own = coherence_partition(DiffusionAffinity(kernel), options.regions, regions_to_draw(kernel.size()), order, stages,
                              error);
  const Partition& regions = partition.regions == 0 ? own : partition;
  Drawn drawn{{}, compressed_to(kernel, regions, stages)};
  const bool pointwise = options.method == Method::exact || is_refined(options);
  drawn.layout = stages.run("layout", 0, [&](const Execution& run) {
    return part_layout(kernel, regions.region_of, *drawn.compressed, pointwise, options, run);
  });
  if (partition.regions == 0) drawn.compressed.reset();
  return drawn;
}

double power(double eigenvalue, double time) {
  if (eigenvalue < 0 && time != std::floor(time))
    fail(ErrorKind::bad_data, "an eigenvalue is {:g}: it has powers of whole times only; got time {:g}", eigenvalue,
         time);
  if (eigenvalue == 0 && time == 0)
    fail(ErrorKind::bad_data,
         "an eigenvalue is 0: new points have no coordinates of it at time 0; take a longer time, or fewer components");
  return std::pow(eigenvalue, time);
}

/// What each column is multiplied by beside its norm and sign.
std::vector<double> weights(std::span<const double> eigenvalues, bool multiscale, double time) {
  if (multiscale) return multiscale_weights(eigenvalues);
  std::vector<double> powers;
  for (const double eigenvalue : eigenvalues) powers.push_back(power(eigenvalue, time));
  return powers;
}

Matrix<double> first_of(const Matrix<double>& matrix, Index columns) {
  auto result = Matrix<double>::for_overwrite(matrix.rows(), columns);
  for (Index i = 0; i < matrix.rows(); ++i) std::copy_n(matrix.row(i).data(), columns, result.row(i).data());
  return result;
}

/// Leaves the first `count` components.
void keep_first(Index count, PointMap& map, Spectrum& spectrum) {
  if (count >= map.vectors.cols()) return;
  const auto keep = [&](auto& values) { values.resize(std::min(values.size(), static_cast<std::size_t>(count))); };
  spectrum.further_eigenvalues.assign(map.eigenvalues.begin() + count, map.eigenvalues.end());
  Certificate& certificate = map.certificate;
  keep(map.eigenvalues);
  keep(map.residuals);
  keep(certificate.eigenvalue_errors);
  keep(certificate.angles);
  keep(certificate.group_of);
  keep(certificate.estimated_angles);
  map.vectors = first_of(map.vectors, count);
  map.extension.coordinates = first_of(map.extension.coordinates, count);
}

}  // namespace

PartMap map_part(const Kernel& kernel, const Matrix<double>* points, const Options& options, PartComponents components,
                 Index regions, const Order& order, Stages& stages) {
  const std::uint64_t seed = options.regions.seed;
  const PartitionRule rule = options.regions.partition;
  Partition partition;
  double coherence_error = 0;
  if (options.method == Method::landmarks)
    partition = stages.run("partition", 0,
                           [&](const Execution& run) { return spectral_partition(kernel, regions, seed, run); });
  if (options.method == Method::compressed && rule != PartitionRule::kmeans)
    partition =
        coherence_partition(DiffusionAffinity(kernel), options.regions, regions, order, stages, coherence_error);
  if (options.method == Method::compressed && rule != PartitionRule::coherence)
    partition = stages.run("partition", 0, [&](const Execution& run) {
      return chosen_partition(kernel, points, std::move(partition), options, components, regions, run);
    });

  const Index wanted = components.least.value_or(std::min(default_components, kernel.size() - 1)) + components.spare;
  const Index nodes = distinct_points(kernel);
  const bool small = nodes <= std::max(small_enough_to_solve, enough_a_component * wanted);
  Drawn drawn;
  if (options.map.layout_dimensions != no_layout) drawn = draw(kernel, partition, options, order, stages);
  PointMap map;
  const bool solved_at_once = options.method == Method::exact || (is_refined(options) && small);
  if (solved_at_once)
    map = stages.run("spectrum", 0, [&](const Execution& run) {
      return exact_map(kernel, one_component(kernel.size()), components.least, run, components.spare);
    });
  std::vector<double> region_eigenvalues;
  if (!solved_at_once) {
    CompressedKernel compressed =
        drawn.compressed ? std::move(*drawn.compressed) : compressed_to(kernel, partition, stages);
    RegionMap regions_map = region_map(std::move(compressed), components, is_refined(options), stages);
    region_eigenvalues = regions_map.map.eigenvalues;
    map = is_refined(options) ? refined(kernel, partition, std::move(regions_map), options, wanted, stages)
                              : interpolated(regions_map, partition, options.map.interpolation, stages);
  }

  PartMap part = scaled(std::move(map), kernel, options.map, stages);
  part.spectrum.region_eigenvalues = std::move(region_eigenvalues);
  part.layout = std::move(drawn.layout);
  part.partition = std::move(partition);
  part.coherence_error = coherence_error;
  return part;
}

PartMap scaled(PointMap map, const Kernel& kernel, const MapOptions& options, Stages& stages) {
  PartMap part;
  stages.run("residuals", 2, [&](const Execution& run) {
    if (map.residuals.empty())
      map.residuals = residuals_of(DiffusionAffinity(kernel), map.eigenvalues, map.vectors, run);
    if (options.components == by_eigengap)
      keep_first(choose_components(map.eigenvalues, map.residuals), map, part.spectrum);
    part.time = options.time ? *options.time : static_cast<double>(choose_time(map.eigenvalues));
    part.spectrum.participation = participation_of(map.vectors, run);  // while none is 0 times its weight
    const std::vector<double> weight = weights(map.eigenvalues, options.multiscale, part.time);
    Matrix<double>& factors = map.extension.factors;
    factors = Matrix<double>(1, map.vectors.cols());
    unit_factors(map.vectors, kernel.degree(), factors, run);
    for (Index c = 0; c < factors.cols(); ++c) factors(0, c) *= weight[c];
    parallel_for(run, map.vectors.rows(), 4096, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < factors.cols(); ++c)
          map.vectors(i, c) = map.vectors(i, c) * factors(0, c) + 0.0;  // never −0
    });
  });
  part.spectrum.eigenvalues = std::move(map.eigenvalues);
  part.spectrum.residuals = std::move(map.residuals);
  part.spectrum.certificate = std::move(map.certificate);
  part.embedding = std::move(map.vectors);
  part.region_of = std::move(map.region_of);
  part.regions = map.regions;
  part.extension = std::move(map.extension);
  part.landmark_kernel = std::move(map.landmark_kernel);
  return part;
}

}  // namespace codimap
