#include "codimap/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "diffusion/walk.hpp"
#include "linalg/sparse.hpp"
#include "model/state.hpp"

namespace codimap {
namespace {

constexpr Index most_tile_columns = 64;  // a block of so many columns costs hardly more to fetch than one

struct Request {
  Index rows;
  Index cols;
  Index time;
};

void check(const Model& model, const Request& asked) {
  const Model::State& state = model.state();
  if (!state.kernel) fail(ErrorKind::bad_data, "a model of a graph does not hold its walk, so it cannot smooth values");
  if (state.kernel->size() != state.points)
    fail(ErrorKind::bad_data,
         "this model holds the walk between landmarks only; smooth with one by the compressed, exact or roseland "
         "method");
  if (asked.rows != model.points())
    fail(ErrorKind::bad_data, "values must have a row for each point of the model ({}); got {}", model.points(),
         asked.rows);
  if (asked.time < 0) fail(ErrorKind::bad_option, "time must not be negative; got {}", asked.time);
}

/// Columns that are held at a time, so that the limit is kept beside `whole` columns of a result. A tile, what a step
/// makes of it, and the tile in the caller's order are there at once.
Index columns_of_tile(const Request& asked, Index whole, const Execution& run) {
  constexpr double copies = 3;
  const Index most = std::min(most_tile_columns, std::max<Index>(asked.cols, 1));
  if (!run.max_memory) return most;
  const double column = sizeof(double) * static_cast<double>(asked.rows);
  const double held = static_cast<double>(peak_memory_bytes()) + column * static_cast<double>(whole);
  const double limit = static_cast<double>(*run.max_memory);
  if (held + copies * column > limit)
    fail(ErrorKind::out_of_memory,
         "smoothing {} columns needs more memory than the limit of {:.0f} MB; the smallest limit that would do is "
         "{:.0f}M{}",
         asked.cols, std::ceil(limit / 1e6), std::ceil((held + copies * column) / 1e6),
         whole > 0 ? ", or take fewer columns at a time" : "");
  return std::min(most, static_cast<Index>((limit - held) / (copies * column)));
}

/// get(row, first, to) copies a row's values of the columns from `first` on.
template <class Get>
void smoothed(const Model::State& state, const Request& asked, Index tile_columns, Get get, const TakeColumns& take,
              const Execution& run) {
  const Order order(state.order);
  for (Index first = 0; first < asked.cols; first += tile_columns) {
    const Index width = std::min(tile_columns, asked.cols - first);
    Matrix<double> tile(asked.rows, width);
    for (Index i = 0; i < asked.rows; ++i) get(order.given(i), first, tile.row(i));
    for (Index step = 0; step < asked.time; ++step) tile = walk(*state.kernel, tile, run);
    take(first, order.to_given(std::move(tile), run));
  }
}

/// f(get) for values of either kind.
template <class F>
void with_getter(const Points& values, const F& f) {
  values.visit([&](const auto& view) {
    f([&](Index row, Index first, std::span<double> to) {
      std::copy_n(view.row(row).begin() + first, to.size(), to.begin());
    });
  });
}

template <class F>
void with_getter(const SparsePoints& values, const F& f) {
  values.visit([&](const auto& sparse) {
    f([&](Index row, Index first, std::span<double> to) {
      const auto [columns, given, count] = sparse.row(row);
      const Index last = first + static_cast<Index>(to.size());
      for (auto* at = std::lower_bound(columns, columns + count, first); at != columns + count && *at < last; ++at)
        to[*at - first] = static_cast<double>(given[at - columns]);
    });
  });
}

template <class Values>
void by_columns(const Model& model, const Values& values, Index time, const TakeColumns& take, const Execution& run) {
  const Request asked{values.rows(), values.cols(), time};
  check(model, asked);
  const Index columns = columns_of_tile(asked, 0, run);
  with_getter(values, [&](const auto& get) { smoothed(model.state(), asked, columns, get, take, run); });
}

template <class Values>
Matrix<double> whole(const Model& model, const Values& values, Index time, const Execution& run) {
  const Request asked{values.rows(), values.cols(), time};
  check(model, asked);
  const Index columns = columns_of_tile(asked, asked.cols, run);
  auto result = Matrix<double>::for_overwrite(asked.rows, asked.cols);
  const TakeColumns take = [&](Index first, MatrixView<double> tile) {
    for (Index i = 0; i < asked.rows; ++i) std::ranges::copy(tile.row(i), result.row(i).begin() + first);
  };
  with_getter(values, [&](const auto& get) { smoothed(model.state(), asked, columns, get, take, run); });
  return result;
}

}  // namespace

Matrix<double> smooth(const Model& model, Points values, Index time, const Execution& run) {
  return whole(model, values, time, run);
}

Matrix<double> smooth(const Model& model, const SparsePoints& values, Index time, const Execution& run) {
  check_rows(values, run);
  return whole(model, values, time, run);
}

void smooth_by_columns(const Model& model, Points values, Index time, const TakeColumns& take, const Execution& run) {
  by_columns(model, values, time, take, run);
}

void smooth_by_columns(const Model& model, const SparsePoints& values, Index time, const TakeColumns& take,
                       const Execution& run) {
  check_rows(values, run);
  by_columns(model, values, time, take, run);
}

}  // namespace codimap
