// A model that was fitted: its result, and new points.

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

// New points at a time: their region sums take at most 64 MiB.
constexpr Index sums_at_a_time = Index{1} << 23;

/// Rows [begin, end).
Points rows_of(Points points, Index begin, Index end) {
  return points.visit([&]<class T>(const MatrixView<T>& view) {
    return Points(MatrixView<T>(view.data() + begin * view.cols(), end - begin, view.cols()));
  });
}

void check_new_points(Points points, Index features) {
  if (points.cols() != features)
    fail(ErrorKind::bad_data, "new points must have {} columns like those of the model; got {}", features,
         points.cols());
  points.visit([](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k)
        if (!std::isfinite(view(i, k)))
          fail(ErrorKind::bad_data, "points must be finite; row {}, column {} is {}", i + 1, k + 1, view(i, k));
  });
}

}  // namespace

const Result& Model::result() const& { return state_->result; }
const Options& Model::options() const& { return state_->options; }
Index Model::points() const { return state_->points; }
Index Model::features() const { return state_->kernel ? state_->kernel->features() : 0; }

Matrix<double> Model::transform(Points points, const Execution& run) const {
  if (!state_->kernel)
    fail(ErrorKind::bad_data, "a model of a graph cannot embed new points: it has no coordinates to place them by");
  check_new_points(points, features());
  Matrix<double> result(points.rows(), state_->extension.coordinates.cols());
  const Index rows = std::max<Index>(1, sums_at_a_time / state_->regions);
  for (Index begin = 0; begin < points.rows(); begin += rows) {
    const Index end = std::min(points.rows(), begin + rows);
    Points some = rows_of(points, begin, end);
    std::variant<Matrix<float>, Matrix<double>> owned;
    if (!state_->preparation.changes_nothing()) {
      owned = prepare(some, state_->preparation);
      some = std::visit([](const auto& matrix) { return Points(matrix); }, owned);
    }
    const Matrix<double> embedded =
        extend(state_->kernel->new_region_sums(some, state_->region_of, state_->regions, run), state_->extension, run);
    std::copy_n(embedded.data(), embedded.size(), result.row(begin).data());
  }
  return result;
}

}  // namespace codimap
