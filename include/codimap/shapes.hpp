// Test data with known geometry.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "codimap/matrix.hpp"

namespace codimap {

enum class Shape {
  swiss_roll,  // (t·cos t, y, t·sin t), t uniform in [3π/2, 9π/2], y uniform in [0, 21]
  circle,      // row i at the angle 2πi/points of the unit circle: equispaced, so that closed forms hold
  sphere,      // uniform on the unit sphere
  torus,       // uniform on the surface with radii 2 and 1
  tree,   // a trunk that forks twice, arms 10 long and 0.15 thick, less so in later coordinates; row i on arm i mod 7
  blobs,  // unit Gaussians around five centres with coordinates of standard deviation 5; row i in blob i mod 5
};

struct ShapeOptions {
  Index points = 1000;
  /// Coordinates of a point. Unset: the fewest that hold the shape (2 or 3; tree and blobs: 10).
  std::optional<Index> dimensions{};
  /// Standard deviation of Gaussian noise in every coordinate.
  double noise = 0;
  std::uint64_t seed = 0;
};

/// Coordinates beyond those of the shape are zero, but for the noise. Row i depends on the seed, the options and i
/// alone.
[[nodiscard]] Matrix<double> generate(Shape shape, const ShapeOptions& options = {});

}  // namespace codimap
