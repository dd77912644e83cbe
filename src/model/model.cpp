// A model that was fitted: its result, and new points.

#include <algorithm>

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

NewPoints placed(const AnyPoints& points, const Model::State& state, const Execution& run) {
  if (!state.kernel)
    fail(ErrorKind::bad_data, "a model of a graph cannot embed new points: it has no coordinates to place them by");
  check_new_points(points, state.preparation.columns, run);
  const Index size = rows_of(points);
  NewPoints result{Matrix<double>(size, state.extension.coordinates.cols()), {}};
  const Index sums = state.kernel->neighbors() == dense ? state.regions : values_of_neighbors;
  const Index rows = std::max<Index>(1, values_at_a_time / (sums + state.preparation.columns));
  for (Index begin = 0; begin < size; begin += rows) {
    const Index end = std::min(size, begin + rows);
    const Prepared some = prepare(row_range(points, begin, end), state.preparation, run);
    const NewPointAffinity affinity = state.kernel->new_region_sums(some.points(), state.region_of, state.regions, run);
    const Matrix<double> part = extend(affinity.region_sums, state.extension, run);
    std::copy_n(part.data(), part.size(), result.embedding.row(begin).data());
    result.distances.insert(result.distances.end(), affinity.distances.begin(), affinity.distances.end());
  }
  return result;
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

NewPoints Model::place(Points points, const Execution& run) const { return placed(any_points(points), *state_, run); }

NewPoints Model::place(const SparsePoints& points, const Execution& run) const {
  return placed(any_points(points), *state_, run);
}

}  // namespace codimap
