#include "model/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "base/fail.hpp"
#include "diffusion/neighbors_in_force.hpp"

namespace codimap {

std::size_t forecast_bytes(Index points, Index features, const Options& options) {
  const auto n = static_cast<double>(points);
  const auto d = static_cast<double>(features);
  const auto components = static_cast<double>(options.map.components.value_or(default_components));
  const auto regions = static_cast<double>(options.regions.regions.value_or(0));
  const Index neighbors = neighbors_in_force(options.kernel, points);
  const auto k = static_cast<double>(neighbors);
  // The points prepared, by rows and by columns; neighbours with distances and where they list each other, and both
  // directions of every pair.
  double bytes = 8 * n * d * 3 + n * k * (12 + 4 + 2 * 12);
  if (options.method == Method::exact) {
    // The basis of the eigensolver, its image, and the result.
    bytes += 8 * n * (4 * components + 64);
    if (points <= 1024) bytes += 8 * n * n * 3;
  } else if (neighbors == dense) {
    // 256 centroids at a time, before and after a product; B; K_S and its eigenvectors.
    bytes += 8 * n * 3 * std::min(regions, 256.0) + 8 * n * regions;
    bytes += 8 * regions * regions * 4;
  } else {
    // B; the eigensolver's basis; K_S and its factor.
    bytes += 12 * n * std::min(regions, 2 * k);
    bytes += 8 * regions * (4 * components + 512) + 24 * regions * std::min(regions, 1000.0);
  }
  bytes += 8 * n * (components * 4 + 8);
  return static_cast<std::size_t>(bytes);
}

void refuse_above_limit(Index points, Index features, const Options& options, const Execution& run) {
  const std::size_t needed = forecast_bytes(points, features, options);
  if (!run.max_memory || needed <= *run.max_memory) return;
  const auto megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e6; };
  fail(ErrorKind::out_of_memory,
       "this needs about {:.0f} MB beside the points, and the limit is {:.0f} MB; take fewer regions or neighbors, or "
       "raise the limit",
       std::ceil(megabytes(needed)), megabytes(*run.max_memory));
}

}  // namespace codimap
