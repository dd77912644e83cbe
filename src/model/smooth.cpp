#include "codimap/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "diffusion/walk.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

constexpr Index tile_columns = 64;  // a block of so many columns costs hardly more to fetch than one

struct Request {
  Index rows;
  Index cols;
  Index time;
};

void check(const Model& model, const Model::State& state, const Request& asked, const Execution& run) {
  if (!state.kernel) fail(ErrorKind::bad_data, "a model of a graph does not hold its walk, so it cannot smooth values");
  if (state.kernel->size() != state.points)
    fail(ErrorKind::bad_data,
         "this model holds the walk between landmarks only; smooth with one by the compressed, exact or roseland "
         "method");
  if (asked.rows != model.points())
    fail(ErrorKind::bad_data, "values must have a row for each point of the model ({}); got {}", model.points(),
         asked.rows);
  if (asked.time < 0) fail(ErrorKind::bad_option, "time must not be negative; got {}", asked.time);
  if (!run.max_memory) return;
  const double tiles = 2.0 * static_cast<double>(std::min(tile_columns, asked.cols));
  const double needed = static_cast<double>(peak_memory_bytes()) +
                        sizeof(double) * static_cast<double>(asked.rows) * (static_cast<double>(asked.cols) + tiles);
  if (needed > static_cast<double>(*run.max_memory))
    fail(ErrorKind::out_of_memory,
         "smoothing {} columns needs more memory than the limit of {:.0f} MB; the smallest limit that would do is "
         "{:.0f}M, or take fewer columns at a time",
         asked.cols, std::ceil(static_cast<double>(*run.max_memory) / 1e6), std::ceil(needed / 1e6));
}

/// By tiles of columns. take(row, first, tile row) copies a row's values of the columns from `first` on.
template <class Take>
Matrix<double> smoothed(const Model::State& state, const Request& asked, Take take, const Execution& run) {
  const Order order(state.order);
  auto result = Matrix<double>::for_overwrite(asked.rows, asked.cols);
  for (Index first = 0; first < asked.cols; first += tile_columns) {
    const Index width = std::min(tile_columns, asked.cols - first);
    Matrix<double> tile(asked.rows, width);
    for (Index i = 0; i < asked.rows; ++i) take(order.given(i), first, tile.row(i));
    for (Index step = 0; step < asked.time; ++step) tile = walk(*state.kernel, tile, run);
    for (Index i = 0; i < asked.rows; ++i) std::ranges::copy(tile.row(i), result.row(order.given(i)).begin() + first);
  }
  return result;
}

}  // namespace

Matrix<double> smooth(const Model& model, Points values, Index time, const Execution& run) {
  const Request asked{values.rows(), values.cols(), time};
  check(model, model.state(), asked, run);
  return values.visit([&](const auto& view) {
    const auto take = [&](Index row, Index first, std::span<double> to) {
      std::copy_n(view.row(row).begin() + first, to.size(), to.begin());
    };
    return smoothed(model.state(), asked, take, run);
  });
}

Matrix<double> smooth(const Model& model, const SparsePoints& values, Index time, const Execution& run) {
  return values.visit([&](const auto& sparse) {
    const Request asked{sparse.rows(), sparse.cols(), time};
    check(model, model.state(), asked, run);
    const auto take = [&](Index row, Index first, std::span<double> to) {
      const auto [columns, given, count] = sparse.row(row);
      const Index last = first + static_cast<Index>(to.size());
      for (auto* at = std::lower_bound(columns, columns + count, first); at != columns + count && *at < last; ++at)
        to[*at - first] = static_cast<double>(given[at - columns]);
    };
    return smoothed(model.state(), asked, take, run);
  });
}

}  // namespace codimap
