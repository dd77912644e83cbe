#include "model/prepare.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "linalg/principal_components.hpp"

namespace codimap {
namespace {

constexpr Index values_a_range = 1 << 14;
constexpr Index chosen_components = 100;  // as PHATE takes

Index rows_a_range(Index cols) { return std::max<Index>(1, values_a_range / std::max<Index>(cols, 1)); }

double transformed(double value, const PrepareOptions& options, Index row) {
  if (options.arcsinh) value = std::asinh(value / *options.arcsinh);
  if (options.log1p) {
    if (value <= -1) fail(ErrorKind::bad_data, "log1p needs values above −1; row {} has {:g}", row + 1, value);
    value = std::log1p(value);
  }
  return value;
}

/// Points after arcsinh and log1p, which leave zeros as they are: a copy of them only where one of the two is asked
/// for.
template <class T>
struct DenseStep {
  MatrixView<T> view;
  Matrix<T> owned;

  DenseStep(MatrixView<T> points, const PrepareOptions& options, const Execution& run) : view(points) {
    if (!options.arcsinh && !options.log1p) return;
    owned = Matrix<T>::for_overwrite(points.rows(), points.cols());
    parallel_for(run, points.rows(), rows_a_range(points.cols()), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < points.cols(); ++k)
          owned(i, k) = static_cast<T>(transformed(static_cast<double>(points(i, k)), options, i));
    });
    view = owned;
  }

  Prepared finish(const Preparation& preparation, const Execution& run) && {
    if (!preparation.options.standardize) return owned.size() > 0 ? Prepared(std::move(owned)) : Prepared(view);
    if (owned.size() == 0) owned = Matrix<T>::for_overwrite(view.rows(), view.cols());
    const std::vector<double>& mean = preparation.moments.mean;
    const std::vector<double>& scale = preparation.moments.scale;
    parallel_for(run, view.rows(), rows_a_range(view.cols()), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < view.cols(); ++k)
          owned(i, k) = static_cast<T>((static_cast<double>(view(i, k)) - mean[k]) * scale[k]);
    });
    return Prepared(std::move(owned));
  }
};

template <class T>
struct SparseStep {
  SparseView<T> view;
  std::vector<T, UnsetAllocator<T>> owned;

  SparseStep(const SparseView<T>& points, const PrepareOptions& options, const Execution& run) : view(points) {
    if (!options.arcsinh && !options.log1p) return;
    owned.resize(static_cast<std::size_t>(points.entries()));
    const Index first = points.begin(0);
    const Index entries_a_row = points.entries() / std::max<Index>(points.rows(), 1);
    parallel_for(run, points.rows(), rows_a_range(entries_a_row), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index e = points.begin(i); e < points.end(i); ++e)
          owned[static_cast<std::size_t>(e - first)] =
              static_cast<T>(transformed(static_cast<double>(points.value(e)), options, i));
    });
    view = view.with_values(owned);
  }

  Prepared finish(const Preparation& preparation, const Execution& run) && {
    auto result = Matrix<T>::for_overwrite(view.rows(), view.cols());
    const std::vector<double>& mean = preparation.moments.mean;
    const std::vector<double>& scale = preparation.moments.scale;
    const bool standardize = preparation.options.standardize;
    const auto seen = [&](double value, Index k) {
      return static_cast<T>(standardize ? (value - mean[k]) * scale[k] : value);
    };
    parallel_for(run, view.rows(), rows_a_range(view.cols()), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        for (Index k = 0; k < view.cols(); ++k) result(i, k) = seen(0, k);
        for (Index e = view.begin(i); e < view.end(i); ++e)
          result(i, view.column(e)) = seen(static_cast<double>(view.value(e)), view.column(e));
      }
    });
    return Prepared(std::move(result));
  }
};

template <class T>
DenseStep<T> first_step(MatrixView<T> points, const PrepareOptions& options, const Execution& run) {
  return {points, options, run};
}
template <class T>
SparseStep<T> first_step(const SparseView<T>& points, const PrepareOptions& options, const Execution& run) {
  return {points, options, run};
}

template <class T>
Prepared scores(const CentredMatrix& matrix, const Matrix<double>& loadings, const Execution& run) {
  auto result = Matrix<T>::for_overwrite(matrix.rows(), loadings.cols());
  const auto take = [&](Index begin, MatrixView<double> rows) {
    std::transform(rows.data(), rows.data() + rows.size(), result.row(begin).data(),
                   [](double value) { return static_cast<T>(value); });
  };
  matrix.multiply(loadings, take, run);
  return Prepared(std::move(result));
}

Prepared scores(const AnyPoints& points, const Preparation& preparation, const Execution& run) {
  const auto matrix = centred(points, preparation.moments);
  return value_bytes(points) == sizeof(float) ? scores<float>(*matrix, preparation.loadings, run)
                                              : scores<double>(*matrix, preparation.loadings, run);
}

}  // namespace

PrepareOptions prepare_in_force(const Options& options, Index rows, Index cols) {
  PrepareOptions in_force = options.prepare;
  if (in_force.pca) return in_force;
  // A function of two points is one of their columns.
  const bool of_distances = options.kernel.metric == Metric::euclidean && options.kernel.kind != KernelKind::function;
  const bool many = of_distances && cols > chosen_components && rows > 1;
  in_force.pca = many ? std::min(chosen_components, rows - 1) : no_pca;
  return in_force;
}

void check_preparation(const PrepareOptions& options, Index rows, Index cols) {
  if (options.arcsinh && !(*options.arcsinh > 0 && std::isfinite(*options.arcsinh)))
    fail(ErrorKind::bad_option, "the cofactor of arcsinh must be a positive number; got {:g}", *options.arcsinh);
  if (!components_kept(options)) return;
  if (*options.pca < 1) fail(ErrorKind::bad_option, "pca must keep at least 1 component; got {}", *options.pca);
  if (*options.pca > std::min(rows - 1, cols))
    fail(ErrorKind::bad_data, "pca must keep at most {} components, as {} points of {} columns have no more; got {}",
         std::min(rows - 1, cols), rows, cols, *options.pca);
}

std::pair<Preparation, Prepared> learn_preparation(const AnyPoints& points, const PrepareOptions& options,
                                                   const PrincipalAccuracy& accuracy, const Execution& run) {
  Preparation preparation{.options = options, .columns = cols_of(points), .moments = {}, .loadings = {}};
  Prepared prepared = std::visit(
      [&](const auto& view) {
        auto step = first_step(view, options, run);
        const std::optional<Index> kept = components_kept(options);
        if (options.standardize || kept) {
          check_finite(step.view, run);
          preparation.moments = column_moments(step.view, options.standardize, run);
        }
        if (!kept) return std::move(step).finish(preparation, run);
        const auto matrix = centred(step.view, preparation.moments);
        preparation.loadings = principal_loadings(*matrix, preparation.moments.total, *kept, accuracy, run);
        return scores(step.view, preparation, run);
      },
      points);
  return {std::move(preparation), std::move(prepared)};
}

Prepared prepare(const AnyPoints& points, const Preparation& preparation, const Execution& run) {
  return std::visit(
      [&](const auto& view) {
        auto step = first_step(view, preparation.options, run);
        return components_kept(preparation.options) ? scores(step.view, preparation, run)
                                                    : std::move(step).finish(preparation, run);
      },
      points);
}

}  // namespace codimap
