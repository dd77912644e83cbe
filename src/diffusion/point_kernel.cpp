// Which kernel a set of points gets.

#include <cmath>

#include "base/fail.hpp"
#include "diffusion/dense_kernel.hpp"
#include "diffusion/neighbor_kernel.hpp"
#include "diffusion/neighbors_in_force.hpp"
#include "neighbors/tree_order.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

void check(Points points, const KernelOptions& options) {
  if (options.epsilon && !(*options.epsilon > 0 && std::isfinite(*options.epsilon)))
    fail(ErrorKind::bad_option, "epsilon must be a positive number; got {:g}", *options.epsilon);
  if (options.epsilon && options.kind != KernelKind::gaussian)
    fail(ErrorKind::bad_option, "epsilon belongs to the gaussian kernel; leave it out");
  if (!std::isfinite(options.density_normalization))
    fail(ErrorKind::bad_option, "density_normalization must be a finite number");
  if ((options.kind == KernelKind::function) != static_cast<bool>(options.function))
    fail(ErrorKind::bad_option, "a function kernel needs a function, and no other kernel takes one");
  if (options.neighbors && *options.neighbors != dense && *options.neighbors < 2)
    fail(ErrorKind::bad_option, "neighbors must be at least 2, the point itself being the first; got {}",
         *options.neighbors);
  if (points.rows() < 1 || points.cols() < 1)
    fail(ErrorKind::bad_data, "there must be at least one point with one coordinate; got {} × {}", points.rows(),
         points.cols());
  if (options.neighbors && *options.neighbors > points.rows())
    fail(ErrorKind::bad_data, "neighbors must be at most the number of points ({}); got {}", points.rows(),
         *options.neighbors);
}

void check_finite(Points points) {
  points.visit([](const auto& view) {
    for (Index i = 0; i < view.rows(); ++i)
      for (Index k = 0; k < view.cols(); ++k)
        if (!std::isfinite(view(i, k)))
          fail(ErrorKind::bad_data, "points must be finite; row {}, column {} is {}", i + 1, k + 1, view(i, k));
  });
}

template <class T>
std::shared_ptr<const PointKernel> make_kernel(Points points, const KernelOptions& options, const Execution& run,
                                               std::span<const Index> order) {
  if (options.neighbors == dense) return std::make_shared<DenseKernel<T>>(points, options, run, order);
  return std::make_shared<NeighborKernel<T>>(points, options, run, order);
}

}  // namespace

std::vector<Index> locality_order(Points points, const Execution& run) { return tree_order(points, tile_size, run); }

std::shared_ptr<const PointKernel> point_kernel(Points points, const KernelOptions& options, const Execution& run,
                                                std::span<const Index> order) {
  check(points, options);
  check_finite(points);
  KernelOptions chosen = options;
  chosen.neighbors = neighbors_in_force(options, points.rows());
  const bool comes_as_float = points.visit([](const auto& view) { return sizeof(view(0, 0)) == sizeof(float); });
  const Precision precision = chosen.precision.value_or(comes_as_float ? Precision::float32 : Precision::float64);
  // A function of the caller's takes doubles.
  if (precision == Precision::float32 && chosen.kind != KernelKind::function)
    return make_kernel<float>(points, chosen, run, order);
  return make_kernel<double>(points, chosen, run, order);
}

}  // namespace codimap
