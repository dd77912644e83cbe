// The whole method, from points or a graph to a model.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "baselines/baselines.hpp"
#include "diffusion/chosen_neighbors.hpp"
#include "diffusion/chosen_precision.hpp"
#include "diffusion/dimension.hpp"
#include "diffusion/walk.hpp"
#include "linalg/sparse.hpp"
#include "model/forecast.hpp"
#include "model/joined_map.hpp"
#include "model/order.hpp"
#include "model/stages.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

void check_refinement(const Options& options) {
  const auto& [refine, tolerance] = std::pair(options.map.refine, options.map.tolerance);
  if (refine && !(*refine > 0)) fail(ErrorKind::bad_option, "refine must be a residual above 0; got {:g}", *refine);
  if (tolerance && !(*tolerance > 0))
    fail(ErrorKind::bad_option, "tolerance must be an angle above 0; got {:g}", *tolerance);
  if (refine && tolerance)
    fail(ErrorKind::bad_option, "refine and tolerance both say when a map is good enough; give one of them");
  const bool asked = tolerance || (refine && *refine != unrefined);
  if (asked && !is_refined(options))
    fail(
        ErrorKind::bad_option,
        "only a compressed map with point_to_region interpolation is refined; leave out refine and tolerance, or that");
}

/// Everything that can be said of the options before any work.
Options checked(Options options, Index size) {
  if (size < 2) fail(ErrorKind::bad_data, "at least 2 points are needed to embed any; got {}", size);
  const std::optional<Index> components = options.map.components;
  if (components && *components < 1 && components != by_eigengap)
    fail(ErrorKind::bad_option, "components must be at least 1; got {}", *components);
  const double time = options.map.time.value_or(1);
  if (!(time >= 0 && std::isfinite(time))) fail(ErrorKind::bad_option, "time must not be negative; got {:g}", time);
  if (options.regions.coherence_time < 1)
    fail(ErrorKind::bad_option, "coherence_time must be at least 1 step; got {}", options.regions.coherence_time);
  check_refinement(options);
  const Index layout = options.map.layout_dimensions;
  if (layout != 2 && layout != 3 && layout != no_layout)
    fail(ErrorKind::bad_option, "layout_dimensions must be 2 or 3, or 0 for no layout; got {}", layout);
  const bool by_parts = maps_by_parts(options.method);
  if (!by_parts) options.map.layout_dimensions = no_layout;
  if (options.map.eigenvectors == Eigenvectors::symmetric &&
      (!by_parts || options.map.interpolation == Interpolation::region_to_point))
    fail(ErrorKind::bad_option,
         "symmetric eigenvectors are those of the compressed, exact and landmarks methods with point_to_region "
         "interpolation; change the method or leave them out");
  if (options.method == Method::exact) {
    options.regions.regions.reset();
    if (components && *components >= size)
      fail(ErrorKind::bad_data, "components must be less than the number of points ({}); got {}", size, *components);
    return options;
  }
  std::optional<Index>& regions = options.regions.regions;
  if (!regions)
    regions = std::min(size, std::max(std::min<Index>(500, size / 4), 4 * expected_components(options.map)));
  if (*regions < 1) fail(ErrorKind::bad_option, "regions must be at least 1; got {}", *regions);
  if (*regions > size)
    fail(ErrorKind::bad_data, "regions must be between 1 and the number of points ({}); got {}", size, *regions);
  if (components && *components >= *regions)
    fail(ErrorKind::bad_data, "components must be less than the number of regions ({}); got {}", *regions, *components);
  return options;
}

Matrix<double> as_doubles(Points points, const Order& order) {
  Matrix<double> result(points.rows(), points.cols());
  points.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i) std::ranges::copy(view.row(order.given(i)), result.row(i).begin());
  });
  return result;
}

/// By a method that knows nothing of connected components. `points` is none for a graph.
PointMap map_by_landmarks(const Kernel& kernel, const Points* points, const Options& options, const Order& order,
                          const Execution& run) {
  const Index landmarks = *options.regions.regions;
  std::optional<Index> components = options.map.components;
  if (components == by_eigengap) components = std::min(spectrum_for_gap, landmarks - 1);
  const std::uint64_t seed = options.regions.seed;
  if (options.method == Method::roseland) return roseland_map(kernel, landmarks, components, seed, run);
  if (!points)
    fail(ErrorKind::bad_data,
         "this method takes means of points, which a graph does not have; "
         "take compressed, exact, roseland or landmarks");
  const Matrix<double> values = as_doubles(*points, order);
  if (options.method == Method::nystrom) return nystrom_map(kernel, values, landmarks, components, seed, run);
  return centroid_map(options.kernel, values, landmarks, components, seed, run);
}

/// √π·φ in place of φ, π the stationary distribution of each component.
void make_symmetric(PartMap& map, std::span<const double> degree, const Components& parts, const Execution& run) {
  std::vector<double>& total = map.extension.total_degree;
  total.assign(parts.sizes.size(), 0);
  for (std::size_t i = 0; i < degree.size(); ++i) total[parts.component_of[i]] += degree[i];
  parallel_for(run, map.embedding.rows(), 4096, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (double& value : map.embedding.row(i)) value *= std::sqrt(degree[i] / total[parts.component_of[i]]);
  });
}

void round_to_float32(Matrix<double>& matrix) {
  for (double& value : std::span(matrix.data(), static_cast<std::size_t>(matrix.size())))
    value = static_cast<double>(static_cast<float>(value));
}

/// What progress is reported by; nothing where nobody asks for it.
std::vector<StageForecast> expected_stages(const FitSize& size, const Plan& plan) {
  if (!plan.run.progress) return {};
  std::vector<StageForecast> stages = forecast_memory(size, plan.options, plan.run);
  forecast_time(size, plan.options, plan.run, stages);
  return stages;
}

/// `size` is what was planned by, before the connected components were known.
Model finish(std::shared_ptr<Model::State> state, const Kernel& kernel, const Points* points, const Order& order,
             FitSize size, Stages& stages) {
  Result& result = state->result;
  const Components parts =
      stages.run("components", 1, [&](const Execution& run) { return connected_components(kernel, run); });
  result.component_sizes = parts.sizes;
  JoinedMap joined;
  if (maps_by_parts(state->options.method)) {
    // Each has a kernel of its own for a while; what that takes beside the whole must keep the limit too.
    size.largest = parts.sizes.front();
    (void)plan_within_limit(size, state->options, stages.run());
    const bool takes_points = state->options.regions.partition == PartitionRule::kmeans && points;
    const std::optional<Matrix<double>> values =
        takes_points ? std::optional(as_doubles(*points, order)) : std::nullopt;
    joined = map_parts(kernel, parts, values ? &*values : nullptr, state->options, order, stages);
  } else {
    PointMap map = stages.run("landmarks", 0, [&](const Execution& run) {
      return map_by_landmarks(kernel, points, state->options, order, run);
    });
    joined.map = scaled(std::move(map), kernel, state->options.map, stages);
  }
  PartMap& map = joined.map;
  state->options.map.components = map.embedding.cols();
  state->options.map.time = map.time;
  static_cast<Spectrum&>(result) = std::move(map.spectrum);
  result.other_spectra = std::move(joined.other_spectra);
  result.partition = std::move(map.partition);
  result.coherence_error = map.coherence_error;
  if (state->options.map.eigenvectors == Eigenvectors::symmetric)
    make_symmetric(map, kernel.degree(), parts, stages.run());
  result.embedding = order.to_given(std::move(map.embedding), stages.run());
  result.layout = order.to_given(std::move(map.layout.points), stages.run());
  result.stationary = order.to_given(stationary_of(kernel), stages.run());
  result.partition.region_of = order.to_given(std::move(result.partition.region_of), stages.run());
  for (Index& centroid : result.partition.centroids) centroid = order.given(centroid);
  if (parts.sizes.size() > 1) result.component_of = order.to_given(parts.component_of, stages.run());
  state->region_of = std::move(map.region_of);
  state->regions = map.regions;
  if (!map.landmark_kernel) state->order = order.rows();
  state->extension = std::move(map.extension);
  state->layout_anchors = std::move(map.layout.anchors);
  if (state->in_float32) {
    round_to_float32(state->extension.coordinates);
    round_to_float32(state->layout_anchors);
  }
  if (map.landmark_kernel) state->kernel = std::move(map.landmark_kernel);
  stages.finish();
  return Model(std::move(state));
}

Options checked(const AnyPoints& points, const Options& options) {
  Options in_force = checked(options, rows_of(points));
  in_force.prepare = prepare_in_force(options, rows_of(points), cols_of(points));
  check_preparation(in_force.prepare, rows_of(points), cols_of(points));
  return in_force;
}

/// q^-α of the nodes; empty where α = 0. What GraphKernel multiplies the weights of both ends of an edge by.
template <class T>
std::vector<double> node_weights(const SparseView<T>& graph, double alpha) {
  std::vector<double> weight;
  if (alpha == 0) return weight;
  for (Index i = 0; i < graph.rows(); ++i) {
    const SparseRow<T> row = graph.row(i);
    const double degree = std::accumulate(row.values, row.values + row.count, 0.0);
    weight.push_back(degree > 0 ? std::pow(degree, -alpha) : 1);  // an isolated node gets a self-loop of weight 1
  }
  return weight;
}

Forecast forecast_points(const AnyPoints& points, const Options& options, const Execution& run) {
  const Options in_force = checked(points, options);
  FitSize size = size_of(points, in_force.prepare, accuracy_of(options.prepare));
  return forecast_of(size, in_force, run);
}

Model fit_points(const AnyPoints& points, const Options& options, const Execution& run) {
  const auto state = std::make_shared<Model::State>();
  const Options in_force = checked(points, options);
  const FitSize size = size_of(points, in_force.prepare, accuracy_of(options.prepare));
  const Plan plan = plan_within_limit(size, in_force, run);
  const KernelOptions& kernel_options = plan.options.kernel;
  state->options = plan.options;
  state->points = rows_of(points);
  Stages stages(plan.run, state->result.stages, expected_stages(size, plan));

  const auto learn = [&](const Execution& stage) {
    return learn_preparation(points, in_force.prepare, accuracy_of(options.prepare), stage);
  };
  std::pair<Preparation, Prepared> learnt =
      needs_preparation(points, in_force.prepare) ? stages.run("preparation", 0, learn) : learn(stages.run());
  state->preparation = std::move(learnt.first);
  const Points prepared = learnt.second.points();
  const Order order(stages.run("order", 0, [&](const Execution& stage) { return locality_order(prepared, stage); }));
  const bool searches = chosen_neighbors(kernel_options, state->points) != dense;
  const std::shared_ptr<const PointKernel> kernel =
      stages.run(searches ? "neighbors" : "kernel", searches ? 0 : 2,
                 [&](const Execution& stage) { return point_kernel(prepared, kernel_options, stage, order.rows()); });
  state->kernel = kernel;
  state->in_float32 = chosen_precision(prepared, kernel_options) == Precision::float32;
  state->options.kernel.neighbors = kernel->neighbors();
  if (kernel_options.kind == KernelKind::gaussian)
    state->result.epsilon = state->options.kernel.epsilon = kernel->epsilon();
  for (const Index i : kernel->outlying()) state->result.outlying.push_back(order.given(i));
  std::ranges::sort(state->result.outlying);
  state->result.intrinsic_dimension = intrinsic_dimension(prepared, state->options.kernel, stages.run());
  if (kernel->neighbors() != dense) {
    state->result.neighbors = kernel->neighbors();
    state->result.neighbor_recall = kernel->neighbor_recall();
  }
  return finish(state, *kernel, &prepared, order, size, stages);
}

}  // namespace

Forecast forecast(Points points, const Options& options, const Execution& run) {
  return forecast_points(any_points(points), options, run);
}

Forecast forecast(const SparsePoints& points, const Options& options, const Execution& run) {
  return forecast_points(any_points(points), options, run);
}

Forecast forecast(GraphView graph, const Options& options, const Execution& run) {
  const Options in_force = checked(options, graph.rows());
  if (options.kernel.distances)
    return forecast_of(size_of(neighbor_affinities(graph, options.kernel, run).graph), in_force, run);
  check_rows(graph, run);
  return forecast_of(size_of(graph), in_force, run);
}

Model fit(Points points, const Options& options, const Execution& run) {
  return fit_points(any_points(points), options, run);
}

Model fit(const SparsePoints& points, const Options& options, const Execution& run) {
  return fit_points(any_points(points), options, run);
}

Model fit(GraphView graph, const Options& options, const Execution& run) {
  const auto state = std::make_shared<Model::State>();
  Options in_force = checked(options, graph.rows());
  NeighborAffinities affinities;
  Execution silent = run;  // until it is known what there is to do
  silent.progress = {};
  if (options.kernel.distances) {
    affinities = Stages(silent, state->result.stages).run("affinities", 0, [&](const Execution& stage) {
      return neighbor_affinities(graph, options.kernel, stage);
    });
    graph = affinities.graph;
    state->result.epsilon = affinities.epsilon;
    if (affinities.epsilon) in_force.kernel.epsilon = affinities.epsilon;
  } else {
    check_rows(graph, silent);
  }
  // What a graph takes is only known by going through it, which nobody asked for without a limit or progress.
  const FitSize size = run.max_memory || run.progress ? size_of(graph) : FitSize{};
  const Plan plan = plan_within_limit(size, in_force, run);
  const double alpha = options.kernel.density_normalization;
  state->options = plan.options;
  state->points = graph.rows();
  state->node_weight = graph.visit([&](const auto& rows) { return node_weights(rows, alpha); });
  Stages stages(plan.run, state->result.stages, expected_stages(size, plan));
  const std::shared_ptr<const Kernel> kernel =
      stages.run("kernel", 1, [&](const Execution& stage) { return borrowed_graph_kernel(graph, alpha, stage); });
  return finish(state, *kernel, nullptr, Order(), size, stages);
}

}  // namespace codimap
