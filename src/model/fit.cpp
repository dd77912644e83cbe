// The whole method, from points or a graph to a model.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "baselines/baselines.hpp"
#include "model/forecast.hpp"
#include "model/order.hpp"
#include "model/stages.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

/// Everything that can be said of the options before any work.
Options checked(Options options, Index size) {
  if (size < 2) fail(ErrorKind::bad_data, "at least 2 points are needed to embed any; got {}", size);
  const std::optional<Index> components = options.map.components;
  if (components && *components < 1) fail(ErrorKind::bad_option, "components must be at least 1; got {}", *components);
  if (!(options.map.time >= 0 && std::isfinite(options.map.time)))
    fail(ErrorKind::bad_option, "time must not be negative; got {:g}", options.map.time);
  if (options.regions.coherence_time < 1)
    fail(ErrorKind::bad_option, "coherence_time must be at least 1 step; got {}", options.regions.coherence_time);
  if (options.method == Method::exact) {
    options.regions.regions.reset();
    if (components && *components >= size)
      fail(ErrorKind::bad_data, "components must be less than the number of points ({}); got {}", size, *components);
    return options;
  }
  std::optional<Index>& regions = options.regions.regions;
  if (!regions)
    regions = std::min(size, std::max(std::min<Index>(500, size / 4), 4 * components.value_or(default_components)));
  if (*regions < 1) fail(ErrorKind::bad_option, "regions must be at least 1; got {}", *regions);
  if (*regions > size)
    fail(ErrorKind::bad_data, "regions must be between 1 and the number of points ({}); got {}", size, *regions);
  if (components && *components >= *regions)
    fail(ErrorKind::bad_data, "components must be less than the number of regions ({}); got {}", *regions, *components);
  return options;
}

/// The paper, from coherence to interpolation.
PointMap compressed_map(const Kernel& kernel, const Components& parts, const Options& options, const Order& order,
                        Stages& stages, Result& result) {
  const Index t = options.regions.coherence_time;
  const std::uint64_t seed = options.regions.seed;
  const DiffusionAffinity affinity(kernel);
  if (options.method == Method::landmarks) {
    result.partition = stages.run("partition", 0, [&](const Execution& run) {
      return spectral_partition(kernel, *options.regions.regions, seed, run);
    });
  } else {
    const Coherence rho =
        stages.run("coherence", 1, [&](const Execution& run) { return coherence(affinity, t, seed, run); });
    const int passes = static_cast<int>(2 * t * ((*options.regions.regions + 255) / 256));
    result.partition = stages.run("partition", passes, [&](const Execution& run) {
      // Drawn by the caller's numbers of the points, so that a seed means the same points in whatever order they are
      // held.
      std::vector<Index> centroids =
          order.to_held(sample_centroids(order.to_given(rho.values), *options.regions.regions, seed, run));
      return nearest_centroid(affinity, rho, std::move(centroids), parts, t, run);
    });
    result.coherence_error = rho.relative_error;
  }
  const Partition& partition = result.partition;
  const CompressedKernel compressed = stages.run("compression", 2, [&](const Execution& run) {
    return compress(kernel, partition.region_of, partition.regions, run);
  });
  std::vector<Index> component_of;  // k-means may join what is not connected: then only K_S can tell
  for (const Index centroid : partition.centroids) component_of.push_back(parts.component_of[centroid]);
  const SpectralMap map = stages.run("spectrum", 0, [&](const Execution& run) {
    return spectral_map(compressed, options.map.components, component_of, run);
  });

  PointMap embedded;
  embedded.eigenvalues = map.eigenvalues;
  embedded.region_of = partition.region_of;
  embedded.regions = partition.regions;
  embedded.extension = interpolation_of(compressed, map, options.map.interpolation);
  embedded.vectors = stages.run("interpolation", 1, [&](const Execution& run) {
    return extend(compressed.point_region_affinity, embedded.extension, run);
  });
  return embedded;
}

Matrix<double> as_doubles(Points points, const Order& order) {
  Matrix<double> result(points.rows(), points.cols());
  points.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i) std::ranges::copy(view.row(order.given(i)), result.row(i).begin());
  });
  return result;
}

/// `points` is none for a graph.
PointMap map_points(const Kernel& kernel, const Components& parts, const Points* points, const Options& options,
                    const Order& order, Stages& stages, Result& result) {
  const std::optional<Index> components = options.map.components;
  const Index landmarks = options.regions.regions.value_or(0);
  const std::uint64_t seed = options.regions.seed;
  if (!points && (options.method == Method::nystrom || options.method == Method::centroids))
    fail(ErrorKind::bad_data,
         "this method takes means of points, which a graph does not have; "
         "take compressed, exact, roseland or landmarks");
  switch (options.method) {
    case Method::exact:
      return stages.run("spectrum", 0, [&](const Execution& run) { return exact_map(kernel, parts, components, run); });
    case Method::nystrom:
      return stages.run("landmarks", 0, [&](const Execution& run) {
        return nystrom_map(kernel, as_doubles(*points, order), landmarks, components, seed, run);
      });
    case Method::centroids:
      return stages.run("landmarks", 0, [&](const Execution& run) {
        return centroid_map(options.kernel, as_doubles(*points, order), landmarks, components, seed, run);
      });
    case Method::roseland:
      return stages.run("landmarks", 0,
                        [&](const Execution& run) { return roseland_map(kernel, landmarks, components, seed, run); });
    case Method::compressed:
    case Method::landmarks:
      break;
  }
  return compressed_map(kernel, parts, options, order, stages, result);
}

double power(double eigenvalue, double time) {
  if (eigenvalue < 0 && time != std::floor(time))
    fail(ErrorKind::bad_data, "an eigenvalue is {:g}: it has powers of whole times only; got time {:g}", eigenvalue,
         time);
  return std::pow(eigenvalue, time);
}

/// What makes φ of unit norm under the stationary distribution, the largest entry of each column positive, and of that
/// λᵗφ: one factor a column.
std::vector<double> column_factors(const PointMap& map, std::span<const double> degree, double time) {
  const double total = std::accumulate(degree.begin(), degree.end(), 0.0);
  std::vector<double> factors;
  for (Index c = 0; c < map.vectors.cols(); ++c) {
    double square = 0;
    double largest = 0;
    for (Index i = 0; i < map.vectors.rows(); ++i) {
      const double value = map.vectors(i, c);
      square += degree[i] / total * value * value;
      if (std::abs(value) > std::abs(largest)) largest = value;
    }
    factors.push_back(std::copysign(1 / std::sqrt(square), largest) * power(map.eigenvalues[c], time));
  }
  return factors;
}

Model finish(std::shared_ptr<Model::State> state, const Kernel& kernel, const Points* points, const Order& order,
             Stages& stages) {
  Result& result = state->result;
  const Components parts =
      stages.run("components", 1, [&](const Execution& run) { return connected_components(kernel, run); });
  result.component_sizes = parts.sizes;
  PointMap map = map_points(kernel, parts, points, state->options, order, stages, result);
  state->options.map.components = map.vectors.cols();
  result.eigenvalues = map.eigenvalues;
  result.residuals = stages.run("residuals", 1, [&](const Execution& run) {
    return residuals(DiffusionAffinity(kernel), map.eigenvalues, map.vectors, run);
  });
  state->factors = column_factors(map, kernel.degree(), state->options.map.time);
  multiply_columns(map.vectors, state->factors);
  result.embedding = order.to_given(std::move(map.vectors));
  result.partition.region_of = order.to_given(result.partition.region_of);
  for (Index& centroid : result.partition.centroids) centroid = order.given(centroid);
  state->region_of = std::move(map.region_of);
  state->regions = map.regions;
  state->extension = std::move(map.extension);
  if (map.landmark_kernel) state->kernel = std::move(map.landmark_kernel);
  return Model(std::move(state));
}

}  // namespace

Model fit(Points points, const Options& options, const Execution& run) {
  const auto state = std::make_shared<Model::State>();
  state->options = checked(options, points.rows());
  state->points = points.rows();
  refuse_above_limit(points.rows(), points.cols(), state->options, run);
  Stages stages(run, state->result.stages);

  state->preparation = learn_preparation(points, options.prepare);
  std::variant<Matrix<float>, Matrix<double>> owned;
  Points prepared = points;
  if (!state->preparation.changes_nothing()) {
    owned = prepare(points, state->preparation);
    prepared = std::visit([](const auto& matrix) { return Points(matrix); }, owned);
  }
  const Order order(stages.run("order", 0, [&](const Execution& stage) { return locality_order(prepared, stage); }));
  const std::shared_ptr<const PointKernel> kernel = stages.run(
      "kernel", 2, [&](const Execution& stage) { return point_kernel(prepared, options.kernel, stage, order.rows()); });
  state->kernel = kernel;
  state->options.kernel.neighbors = kernel->neighbors();
  if (options.kernel.kind == KernelKind::gaussian)
    state->result.epsilon = state->options.kernel.epsilon = kernel->epsilon();
  if (kernel->neighbors() != dense) state->result.neighbors = kernel->neighbors();
  return finish(state, *kernel, &prepared, order, stages);
}

Model fit(Graph graph, const Options& options, const Execution& run) {
  const auto state = std::make_shared<Model::State>();
  state->options = checked(options, graph.rows());
  state->points = graph.rows();
  Options as_points = state->options;  // a graph costs what that many neighbours of points do
  as_points.kernel.neighbors = 1 + static_cast<Index>(graph.columns.size()) / graph.rows();
  refuse_above_limit(graph.rows(), 0, as_points, run);
  Stages stages(run, state->result.stages);
  const std::shared_ptr<const Kernel> kernel = stages.run("kernel", 1, [&](const Execution& stage) {
    return graph_kernel(std::move(graph), options.kernel.density_normalization, stage);
  });
  return finish(state, *kernel, nullptr, Order(), stages);
}

}  // namespace codimap
