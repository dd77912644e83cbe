// A model that was fitted: its result, and new points.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
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

NewPoints placed(const AnyPoints& points, const Model::State& state, const Execution& run) {
  if (!state.kernel)
    fail(ErrorKind::bad_data, "a model of a graph cannot embed new points: it has no coordinates to place them by");
  check_new_points(points, state.preparation.columns, run);
  const Index size = rows_of(points);
  const Companions beside(state);
  NewPoints result;
  result.embedding = Matrix<double>(size, state.extension.coordinates.cols());
  result.layout = Matrix<double>(beside.layout.coordinates.size() > 0 ? size : 0, beside.layout.coordinates.cols());
  const Index sums = state.kernel->neighbors() == dense ? state.regions : values_of_neighbors;
  const Index rows = std::max<Index>(1, values_at_a_time / (sums + state.preparation.columns));
  for (Index begin = 0; begin < size; begin += rows) {
    const Index end = std::min(size, begin + rows);
    const Prepared some = prepare(row_range(points, begin, end), state.preparation, run);
    const NewPointAffinity affinity = state.kernel->new_region_sums(some.points(), state.region_of, state.regions, run);
    const auto carry = [&](const Extension& extension) { return extend(affinity.region_sums, extension, run); };
    const Matrix<double> part = carry(state.extension);
    std::copy_n(part.data(), part.size(), result.embedding.row(begin).data());
    if (result.layout.size() > 0) {
      const Matrix<double> places = carry(beside.layout);
      std::copy_n(places.data(), places.size(), result.layout.row(begin).data());
    }
    if (beside.component.coordinates.size() > 0)
      for (const double number : values_of(carry(beside.component)))
        result.component_of.push_back(static_cast<Index>(std::lround(number)));
    if (beside.trivial.coordinates.size() > 0)
      for (const double root : values_of(carry(beside.trivial))) result.trivial.push_back(root);
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
