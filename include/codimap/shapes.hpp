// Test data with known geometry.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "codimap/matrix.hpp"

namespace codimap {

enum class Shape { swiss_roll, circle, sphere, torus, tree, blobs };

struct ShapeOptions {
  Index points = 1000;
  /// Coordinates of a point. Unset: the fewest that hold the shape (2 or 3; tree and blobs: 10).
  std::optional<Index> dimensions{};
  /// Standard deviation of Gaussian noise in every coordinate.
  double noise = 0;
  std::uint64_t seed = 0;
};

/// Row i depends on the seed, the options and i alone.
[[nodiscard]] Matrix<double> generate(Shape shape, const ShapeOptions& options = {});

}  // namespace codimap
