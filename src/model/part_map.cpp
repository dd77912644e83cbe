#include "model/part_map.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "baselines/baselines.hpp"
#include "embedding/refined_map.hpp"
#include "model/state.hpp"
#include "model/unit_columns.hpp"

namespace codimap {
namespace {

/// All eigenpairs of so small a kernel are found in no time.
constexpr Index small_enough_to_solve = 512;

Components one_component(Index size) {
  return {.component_of = std::vector<Index>(static_cast<std::size_t>(size)), .sizes = {size}};
}

RefineGoal goal_of(const MapOptions& options) {
  RefineGoal goal;
  goal.proven_angle = options.tolerance;
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

PointMap compressed_map(const Kernel& kernel, const Partition& partition, const MapOptions& options,
                        PartComponents components, Stages& stages) {
  const CompressedKernel compressed = stages.run("compression", 2, [&](const Execution& run) {
    return compress(kernel, partition.region_of, partition.regions, run);
  });
  const SpectralMap map = stages.run("spectrum", 0, [&](const Execution& run) {
    return spectral_map(compressed, components.least, std::vector<Index>(compressed.degree.size()), run,
                        components.spare);
  });
  PointMap embedded;
  embedded.eigenvalues = map.eigenvalues;
  embedded.region_of = partition.region_of;
  embedded.regions = partition.regions;
  embedded.extension = interpolation_of(compressed, map, options.interpolation);
  embedded.vectors = stages.run("interpolation", 1, [&](const Execution& run) {
    return extend(compressed.point_region_affinity, embedded.extension, run);
  });
  return embedded;
}

PointMap refined(const Kernel& kernel, const Partition& partition, const Options& options, PartComponents components,
                 Index wanted, Stages& stages) {
  components.spare += spare_components(wanted);
  PointMap start = compressed_map(kernel, partition, options.map, components, stages);
  return stages.run("refinement", 0, [&](const Execution& run) {
    const Index found = std::min(wanted, static_cast<Index>(start.eigenvalues.size()));
    return refined_map(DiffusionAffinity(kernel), std::move(start), found, goal_of(options.map), options.regions.seed,
                       run);
  });
}

double power(double eigenvalue, double time) {
  if (eigenvalue < 0 && time != std::floor(time))
    fail(ErrorKind::bad_data, "an eigenvalue is {:g}: it has powers of whole times only; got time {:g}", eigenvalue,
         time);
  return std::pow(eigenvalue, time);
}

}  // namespace

PartMap map_part(const Kernel& kernel, const Options& options, PartComponents components, Index regions,
                 const Order& order, Stages& stages) {
  const std::uint64_t seed = options.regions.seed;
  Partition partition;
  double coherence_error = 0;
  if (options.method == Method::landmarks)
    partition = stages.run("partition", 0,
                           [&](const Execution& run) { return spectral_partition(kernel, regions, seed, run); });
  if (options.method == Method::compressed)
    partition =
        coherence_partition(DiffusionAffinity(kernel), options.regions, regions, order, stages, coherence_error);

  const Index wanted = components.least.value_or(std::min(default_components, kernel.size() - 1)) + components.spare;
  const bool small = kernel.size() <= small_enough_to_solve || 4 * (wanted + spare_components(wanted)) > kernel.size();
  PointMap map;
  if (options.method == Method::exact || (is_refined(options) && small))
    map = stages.run("spectrum", 0, [&](const Execution& run) {
      return exact_map(kernel, one_component(kernel.size()), components.least, run, components.spare);
    });
  else if (is_refined(options))
    map = refined(kernel, partition, options, components, wanted, stages);
  else
    map = compressed_map(kernel, partition, options.map, components, stages);

  PartMap part = scaled(std::move(map), kernel, options.map.time, stages);
  part.partition = std::move(partition);
  part.coherence_error = coherence_error;
  return part;
}

PartMap scaled(PointMap map, const Kernel& kernel, double time, Stages& stages) {
  PartMap part;
  stages.run("residuals", 2, [&](const Execution& run) {
    part.spectrum.residuals = residuals(DiffusionAffinity(kernel), map.eigenvalues, map.vectors, run);
    Matrix<double>& factors = map.extension.factors;
    factors = Matrix<double>(1, map.vectors.cols());
    unit_factors(map.vectors, kernel.degree(), factors, run);
    for (Index c = 0; c < factors.cols(); ++c) factors(0, c) *= power(map.eigenvalues[c], time);
    parallel_for(run, map.vectors.rows(), 4096, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index c = 0; c < factors.cols(); ++c) map.vectors(i, c) *= factors(0, c);
    });
  });
  part.spectrum.eigenvalues = std::move(map.eigenvalues);
  part.spectrum.certificate = std::move(map.certificate);
  part.embedding = std::move(map.vectors);
  part.region_of = std::move(map.region_of);
  part.regions = map.regions;
  part.extension = std::move(map.extension);
  part.landmark_kernel = std::move(map.landmark_kernel);
  return part;
}

}  // namespace codimap
