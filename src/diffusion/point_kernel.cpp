// Which kernel a set of points gets.

#include <cmath>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "diffusion/bandwidth.hpp"
#include "diffusion/check_recall.hpp"
#include "diffusion/chosen_neighbors.hpp"
#include "diffusion/chosen_precision.hpp"
#include "diffusion/dense_kernel.hpp"
#include "diffusion/metric.hpp"
#include "diffusion/neighbor_kernel.hpp"
#include "neighbors/tree_order.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

void check(Points points, const KernelOptions& options) {
  check_scale(options);
  if (!std::isfinite(options.density_normalization))
    fail(ErrorKind::bad_option, "density_normalization must be a finite number");
  if ((options.kind == KernelKind::function) != static_cast<bool>(options.function))
    fail(ErrorKind::bad_option, "a function kernel needs a function, and no other kernel takes one");
  if (options.kind == KernelKind::function && options.metric != Metric::euclidean)
    fail(ErrorKind::bad_option, "a function kernel sees the points as they are; leave the metric out");
  const bool has_dense = options.kind == KernelKind::gaussian || options.kind == KernelKind::adaptive ||
                         options.kind == KernelKind::function;
  if (options.neighbors == dense && !has_dense)
    fail(ErrorKind::bad_option,
         "this kernel is one of nearest neighbours; give their number, or take the gaussian or adaptive kernel");
  if (options.neighbors && *options.neighbors != dense && *options.neighbors < 2)
    fail(ErrorKind::bad_option, "neighbors must be at least 2, the point itself being the first; got {}",
         *options.neighbors);
  if (options.neighbor_recall) check_wanted_recall(*options.neighbor_recall);
  if (points.rows() < 1 || points.cols() < 1)
    fail(ErrorKind::bad_data, "there must be at least one point with one coordinate; got {} × {}", points.rows(),
         points.cols());
  if (options.neighbors && *options.neighbors > points.rows())
    fail(ErrorKind::bad_data, "neighbors must be at most the number of points ({}); got {}", points.rows(),
         *options.neighbors);
}

void check_finite(Points points, const Execution& run) {
  points.visit([&](const auto& view) {
    parallel_for(run, view.rows(), 4096, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (Index k = 0; k < view.cols(); ++k)
          if (!std::isfinite(view(i, k)))
            fail(ErrorKind::bad_data, "points must be finite; row {}, column {} is {}", i + 1, k + 1, view(i, k));
    });
  });
}

template <class T>
std::shared_ptr<const PointKernel> make_kernel(Points points, const KernelOptions& options, const Execution& run,
                                               std::span<const Index> order) {
  if (options.neighbors == dense) return std::make_shared<DenseKernel<T>>(points, options, run, order);
  return std::make_shared<NeighborKernel<T>>(points, options, run, order);
}

}  // namespace

std::vector<Index> locality_order(Points points, const Execution& run) {
  // So many points have a sparse kernel, whose rows want to be near each other but need no tight boxes.
  constexpr Index many = 200'000;
  return tree_order(points, points.rows() > many ? 16 * tile_size : tile_size, run);
}

std::shared_ptr<const PointKernel> point_kernel(Points points, const KernelOptions& options, const Execution& run,
                                                std::span<const Index> order) {
  check(points, options);
  check_finite(points, run);
  const PointsInMetric in_metric(points, options.metric);
  points = in_metric.points();
  KernelOptions chosen = options;
  chosen.neighbors = chosen_neighbors(options, points.rows());
  if (chosen_precision(points, chosen) == Precision::float32) return make_kernel<float>(points, chosen, run, order);
  return make_kernel<double>(points, chosen, run, order);
}

}  // namespace codimap
