#include "model/part_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "diffusion/walk.hpp"
#include "linalg/sparse.hpp"

namespace codimap {
namespace {

/// The probability that a step of the walk stays in its region, in the mean over the stationary distribution.
double staying(const PointRegionAffinity& affinity, std::span<const Index> region_of, std::span<const double> degree) {
  double within = 0;
  for (std::size_t i = 0; i < region_of.size(); ++i) {
    const auto point = static_cast<Index>(i);
    if (const auto* full = std::get_if<Matrix<double>>(&affinity)) {
      within += (*full)(point, region_of[i]);
      continue;
    }
    const auto row = row_of(std::get<SparseRows>(affinity), point);
    const auto* end = row.columns + row.count;
    const auto* own = std::lower_bound(row.columns, end, region_of[i]);
    if (own != end && *own == region_of[i]) within += row.values[own - row.columns];
  }
  return within / std::accumulate(degree.begin(), degree.end(), 0.0);
}

/// Steps after which half of all walkers have left their region. With fewer, where regions have many points, most
/// points lie where their region lies.
Index steps_to_leave(double staying) {
  constexpr double most = 16;
  const double steps = std::log(0.5) / std::log(std::min(staying, 0.999));
  return static_cast<Index>(std::clamp(std::ceil(steps), 1.0, most));
}

struct Box {
  std::array<double, 2> low{INFINITY, INFINITY};
  std::array<double, 2> high{-INFINITY, -INFINITY};
  [[nodiscard]] double side(std::size_t axis) const { return high[axis] - low[axis]; }
};

Box box_of(const Matrix<double>& places) {
  Box box;
  for (Index i = 0; i < places.rows(); ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      box.low[axis] = std::min(box.low[axis], places(i, static_cast<Index>(axis)));
      box.high[axis] = std::max(box.high[axis], places(i, static_cast<Index>(axis)));
    }
  return box;
}

/// The mean squared distance from the origin, which is the middle of a component's picture.
double spread(const Matrix<double>& places) {
  const double squares = std::inner_product(places.data(), places.data() + places.size(), places.data(), 0.0);
  return squares / static_cast<double>(places.rows());
}

void scale_and_move(Matrix<double>& places, double factor, std::array<double, 2> by) {
  for (Index i = 0; i < places.rows(); ++i) {
    for (double& value : places.row(i)) value *= factor;
    for (std::size_t axis = 0; axis < 2; ++axis) places(i, static_cast<Index>(axis)) += by[axis];
  }
}

}  // namespace

Index regions_to_draw(Index points) {
  return std::clamp<Index>(points / 4, std::min<Index>(points, 20), most_regions_laid_out);
}

Layout part_layout(const Kernel& kernel, std::span<const Index> region_of, const CompressedKernel& compressed,
                   bool pointwise, const Options& options, const Execution& run) {
  const Index dimensions = options.map.layout_dimensions;
  const Extension extension{.region_weight = std::vector<double>(compressed.degree.size(), 1),
                            .coordinates = region_layout(compressed, dimensions, options.regions.seed, run)};
  Layout layout{extend(compressed.point_region_affinity, extension, run), {}};
  if (!pointwise) {
    layout.anchors = extension.coordinates;
    return layout;
  }
  layout.anchors = Matrix<double>::for_overwrite(kernel.size(), dimensions);
  for (Index i = 0; i < kernel.size(); ++i)
    std::ranges::copy(extension.coordinates.row(region_of[i]), layout.anchors.row(i).begin());
  const Index steps = steps_to_leave(staying(compressed.point_region_affinity, region_of, kernel.degree()));
  for (Index step = 1; step < steps; ++step) {
    layout.anchors = std::move(layout.points);
    layout.points = walk(kernel, layout.anchors, run);
  }
  return layout;
}

void set_side_by_side(std::vector<Layout>& parts) {
  const Layout& first = parts.front();
  const double first_spread = spread(first.points);
  const double spread_of_point = (first_spread > 0 ? first_spread : 1) / static_cast<double>(first.points.rows());
  const auto wanted_spread = [&](const Layout& part) {
    return spread_of_point * static_cast<double>(part.points.rows());
  };
  const auto gap_beside = [&](const Layout& part) { return 0.5 * std::sqrt(wanted_spread(part)); };
  const Box largest = box_of(first.points);
  double points = 0;
  for (const Layout& part : parts) points += static_cast<double>(part.points.rows());
  // Columns, from left to right, as high as the largest component, or higher where there is more beside it than in it.
  const double height =
      std::max(largest.side(1), largest.side(1) * points / (2 * static_cast<double>(first.points.rows())));
  double left = largest.high[0] + gap_beside(first);
  double right = left;
  double top = largest.high[1];
  for (std::size_t c = 1; c < parts.size(); ++c) {
    Layout& part = parts[c];
    const double own = spread(part.points);
    const double factor = own > 0 ? std::sqrt(wanted_spread(part) / own) : 1;
    const double gap = gap_beside(part);
    const Box box = box_of(part.points);
    if (top - factor * box.side(1) < largest.high[1] - height && top < largest.high[1]) {
      left = right;
      top = largest.high[1];
    }
    const std::array<double, 2> by{left - factor * box.low[0], top - factor * box.high[1]};
    scale_and_move(part.points, factor, by);
    scale_and_move(part.anchors, factor, by);
    right = std::max(right, left + factor * box.side(0) + gap);
    top -= factor * box.side(1) + gap;
  }
}

}  // namespace codimap
