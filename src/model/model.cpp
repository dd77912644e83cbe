// A model that was fitted: its result, and new points.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "linalg/sparse.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

// New points at a time: what is held of them takes about 64 MiB. Many at a time share the lists that they meet.
constexpr Index values_at_a_time = Index{1} << 23;
constexpr Index values_of_neighbors = 100;  // of a new point: its neighbours, and its sparse region sums

void check_new_points(const AnyPoints& points, Index features, const Execution& run) {
  if (cols_of(points) != features)
    fail(ErrorKind::bad_data, "new points must have {} columns like those of the model; got {}", features,
         cols_of(points));
  check_finite(points, run);
}

std::vector<double> values_of(const Matrix<double>& matrix) { return {matrix.data(), matrix.data() + matrix.size()}; }

/// What is carried to new points beside their coordinates.
struct Companions {
  explicit Companions(const Model::State& state)
      : layout(beside(state.extension, state.layout_anchors)),
        component(beside(state.extension, Matrix<double>(static_cast<Index>(state.extension.component_of.size()), 1))),
        trivial(beside(state.extension, Matrix<double>(state.regions, state.extension.total_degree.empty() ? 0 : 1))) {
    std::ranges::copy(state.extension.component_of, component.coordinates.data());
    std::fill_n(trivial.coordinates.data(), trivial.coordinates.size(), 1.0);
    trivial.total_degree = state.extension.total_degree;
  }

  /// Means over the same regions, of other values.
  static Extension beside(const Extension& map, Matrix<double> values) {
    return {.region_weight = map.region_weight, .coordinates = std::move(values), .component_of = map.component_of};
  }

  Extension layout;
  Extension component;  // the number of each region's component: all regions of a mean are of one
  Extension trivial;    // NewPoints::trivial
};

NewPoints places_for(Index size, const Model::State& state) {
  NewPoints result;
  result.embedding = Matrix<double>(size, state.extension.coordinates.cols());
  result.layout = Matrix<double>(state.layout_anchors.size() > 0 ? size : 0, state.layout_anchors.cols());
  return result;
}

/// From regions to the new points from row `begin` on, whose affinities to the regions are given.
void carry(const PointRegionAffinity& region_sums, const Model::State& state, const Companions& beside, Index begin,
           NewPoints& result, const Execution& run) {
  const auto carried = [&](const Extension& extension) { return extend(region_sums, extension, run); };
  const Matrix<double> part = carried(state.extension);
  std::copy_n(part.data(), part.size(), result.embedding.row(begin).data());
  if (result.layout.size() > 0) {
    const Matrix<double> places = carried(beside.layout);
    std::copy_n(places.data(), places.size(), result.layout.row(begin).data());
  }
  if (beside.component.coordinates.size() > 0)
    for (const double number : values_of(carried(beside.component)))
      result.component_of.push_back(static_cast<Index>(std::lround(number)));
  if (beside.trivial.coordinates.size() > 0)
    for (const double root : values_of(carried(beside.trivial))) result.trivial.push_back(root);
}

/// B of new nodes, whose affinities to the nodes of the graph are given.
SparseRows region_sums_of(const SparseView<double>& affinities, const Model::State& state, const Execution& run) {
  const std::vector<double>& weight = state.node_weight;
  return sparse_rows(affinities.rows(), state.regions, run, [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(state.regions);
    for (Index i = begin; i < end; ++i) {
      for (Index e = affinities.begin(i); e < affinities.end(i); ++e) {
        const std::int32_t y = affinities.columns[e];
        sums.add(state.region_of[y], affinities.value(e) * (weight.empty() ? 1 : weight[y]));
      }
      sums.flush(part);
    }
  });
}

/// New nodes beside the graph of the model: rows of affinities to its nodes.
NewPoints placed_nodes(const AnyPoints& rows, const Model::State& state, const Execution& run) {
  const auto* affinities = std::get_if<SparseView<double>>(&rows);
  if (affinities == nullptr)
    fail(ErrorKind::bad_data,
         "a model of a graph has no coordinates to place points by; give sparse rows of float64 affinities to its {} "
         "nodes",
         state.points);
  check_new_points(rows, state.points, run);
  for (Index i = 0; i < affinities->rows(); ++i) {
    double sum = 0;
    for (Index e = affinities->begin(i); e < affinities->end(i); ++e) {
      if (affinities->value(e) < 0)
        fail(ErrorKind::bad_data, "affinities must not be negative; new node {} has {:g} to node {}", i,
             affinities->value(e), affinities->columns[e]);
      sum += affinities->value(e);
    }
    if (!(sum > 0)) fail(ErrorKind::bad_data, "new node {} has no affinity to any node of the model", i);
  }
  NewPoints result = places_for(rows_of(rows), state);
  carry(region_sums_of(*affinities, state, run), state, Companions(state), 0, result, run);
  return result;
}

NewPoints placed(const AnyPoints& points, const Model::State& state, const Execution& run) {
  if (!state.kernel) return placed_nodes(points, state, run);
  check_new_points(points, state.preparation.columns, run);
  const Index size = rows_of(points);
  const Companions beside(state);
  NewPoints result = places_for(size, state);
  const Index sums = state.kernel->neighbors() == dense ? state.regions : values_of_neighbors;
  const Index rows = std::max<Index>(1, values_at_a_time / (sums + state.preparation.columns));
  for (Index begin = 0; begin < size; begin += rows) {
    const Index end = std::min(size, begin + rows);
    const Prepared some = prepare(row_range(points, begin, end), state.preparation, run);
    const NewPointAffinity affinity = state.kernel->new_region_sums(some.points(), state.region_of, state.regions, run);
    carry(affinity.region_sums, state, beside, begin, result, run);
    result.distances.insert(result.distances.end(), affinity.distances.begin(), affinity.distances.end());
  }
  return result;
}

Matrix<double> layout_of(const AnyPoints& points, const Model::State& state, const Execution& run) {
  if (state.layout_anchors.size() == 0)
    fail(ErrorKind::bad_data, "the model has no layout to place new points in; fit it with layout_dimensions 2 or 3");
  return placed(points, state, run).layout;
}

}  // namespace

const Result& Model::result() const& { return state_->result; }
const Options& Model::options() const& { return state_->options; }
Index Model::points() const { return state_->points; }
Index Model::features() const { return state_->preparation.columns; }

Matrix<double> Model::transform(Points points, const Execution& run) const { return place(points, run).embedding; }

Matrix<double> Model::transform(const SparsePoints& points, const Execution& run) const {
  return place(points, run).embedding;
}

Matrix<double> Model::layout(Points points, const Execution& run) const {
  return layout_of(any_points(points), *state_, run);
}

Matrix<double> Model::layout(const SparsePoints& points, const Execution& run) const {
  return layout_of(any_points(points), *state_, run);
}

NewPoints Model::place(Points points, const Execution& run) const { return placed(any_points(points), *state_, run); }

NewPoints Model::place(const SparsePoints& points, const Execution& run) const {
  return placed(any_points(points), *state_, run);
}

}  // namespace codimap
