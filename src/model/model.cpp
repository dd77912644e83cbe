// A model that was fitted: its result, and new points.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "linalg/sparse.hpp"
#include "model/carry.hpp"

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

/// B of new nodes, whose affinities to the nodes of the graph are given.
template <class T>
SparseRows region_sums_of(const SparseView<T>& affinities, const Model::State& state, const Execution& run) {
  const std::vector<double>& weight = state.node_weight;
  return sparse_rows(affinities.rows(), state.regions, run, [&](Index begin, Index end, SparseRows& part) {
    RowSums sums(state.regions);
    for (Index i = begin; i < end; ++i) {
      for (Index e = affinities.begin(i); e < affinities.end(i); ++e) {
        const std::int32_t y = affinities.column(e);
        sums.add(state.region_of[y], static_cast<double>(affinities.value(e)) * (weight.empty() ? 1 : weight[y]));
      }
      sums.flush(part);
    }
  });
}

template <class T>
void check_affinities(const SparseView<T>& affinities) {
  for (Index i = 0; i < affinities.rows(); ++i) {
    double sum = 0;
    for (Index e = affinities.begin(i); e < affinities.end(i); ++e) {
      const auto affinity = static_cast<double>(affinities.value(e));
      if (affinity < 0)
        fail(ErrorKind::bad_data, "affinities must not be negative; new node {} has {:g} to node {}", i, affinity,
             affinities.column(e));
      sum += affinity;
    }
    if (!(sum > 0)) fail(ErrorKind::bad_data, "new node {} has no affinity to any node of the model", i);
  }
}

/// New nodes beside the graph of the model: rows of affinities to its nodes.
NewPoints placed_nodes(const AnyPoints& rows, const Model::State& state, const Execution& run) {
  if (!is_sparse(rows))
    fail(ErrorKind::bad_data,
         "a model of a graph has no coordinates to place points by; give sparse rows of affinities to its {} nodes",
         state.points);
  check_new_points(rows, state.points, run);
  NewPoints result = places_for(rows_of(rows), state);
  const auto carry_rows = [&]<class T>(const SparseView<T>& affinities) {
    check_affinities(affinities);
    carry(region_sums_of(affinities, state, run), state, Companions(state), 0, result, run);
  };
  if (const auto* single = std::get_if<SparseView<float>>(&rows)) carry_rows(*single);
  if (const auto* wide = std::get_if<SparseView<double>>(&rows)) carry_rows(*wide);
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
