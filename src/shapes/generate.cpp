// Points of each shape, row by row: a row draws its numbers from a seed of its own.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>

#include "base/fail.hpp"
#include "base/parallel.hpp"
#include "codimap/shapes.hpp"
#include "shapes/random_slots.hpp"
#include "shapes/tree.hpp"

namespace codimap {
namespace {

using std::numbers::pi;

/// Writes a point of the shape into coordinates that are zero so far.
using PointMaker = std::function<void(Index row, RandomSlots& random, std::span<double> point)>;

/// scikit-learn's: angles from 3π/2 to 9π/2, 21 long.
void swiss_roll(Index, RandomSlots& random, std::span<double> point) {
  const double angle = 1.5 * pi * (1 + 2 * random.uniform());
  point[0] = angle * std::cos(angle);
  point[1] = 21 * random.uniform();
  point[2] = angle * std::sin(angle);
}

PointMaker circle(Index points) {
  return [points](Index row, RandomSlots&, std::span<double> point) {
    const double angle = 2 * pi * static_cast<double>(row) / static_cast<double>(points);
    point[0] = std::cos(angle);
    point[1] = std::sin(angle);
  };
}

/// Each coordinate is uniform on its own, by Archimedes.
void sphere(Index, RandomSlots& random, std::span<double> point) {
  const double height = 2 * random.uniform() - 1;
  const double angle = 2 * pi * random.uniform();
  const double radius = std::sqrt(1 - height * height);
  point[0] = radius * std::cos(angle);
  point[1] = radius * std::sin(angle);
  point[2] = height;
}

/// Radii 2 and 1. The outer side has more surface than the inner one, so angles are accepted in proportion to it.
void torus(Index, RandomSlots& random, std::span<double> point) {
  double tube = 2 * pi * random.uniform();
  while (3 * random.uniform() > 2 + std::cos(tube)) tube = 2 * pi * random.uniform();
  const double angle = 2 * pi * random.uniform();
  point[0] = (2 + std::cos(tube)) * std::cos(angle);
  point[1] = (2 + std::cos(tube)) * std::sin(angle);
  point[2] = std::sin(tube);
}

constexpr Index blob_count = 5;

PointMaker blobs(std::uint64_t seed, Index dimensions) {
  RandomSlots random = RandomSlots::of_shape(seed);
  Matrix<double> centres(blob_count, dimensions);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = 5 * random.normal();
  return [centres](Index row, RandomSlots& own, std::span<double> point) {
    std::ranges::transform(centres.row(row % blob_count), point.begin(), [&](double c) { return c + own.normal(); });
  };
}

struct ShapeFacts {
  std::string_view name;
  Index fewest_dimensions;
  Index usual_dimensions;
};

ShapeFacts facts_of(Shape shape) {
  switch (shape) {
    case Shape::swiss_roll:
      return {.name = "swiss-roll", .fewest_dimensions = 3, .usual_dimensions = 3};
    case Shape::circle:
      return {.name = "circle", .fewest_dimensions = 2, .usual_dimensions = 2};
    case Shape::sphere:
      return {.name = "sphere", .fewest_dimensions = 3, .usual_dimensions = 3};
    case Shape::torus:
      return {.name = "torus", .fewest_dimensions = 3, .usual_dimensions = 3};
    case Shape::tree:
      return {.name = "tree", .fewest_dimensions = 2, .usual_dimensions = 10};
    case Shape::blobs:
      return {.name = "blobs", .fewest_dimensions = 1, .usual_dimensions = 10};
  }
  fail(ErrorKind::bad_option, "shape must be one of the six named in codimap/shapes.hpp");
}

PointMaker point_maker(Shape shape, const ShapeOptions& options, Index dimensions) {
  switch (shape) {
    case Shape::swiss_roll:
      return swiss_roll;
    case Shape::circle:
      return circle(options.points);
    case Shape::sphere:
      return sphere;
    case Shape::torus:
      return torus;
    case Shape::tree:
      return [tree = Tree(options.seed, dimensions)](Index row, RandomSlots& random, std::span<double> point) {
        tree.place(row, random, point);
      };
    case Shape::blobs:
      break;
  }
  return blobs(options.seed, dimensions);
}

void validate(const ShapeFacts& facts, const ShapeOptions& options, Index dimensions) {
  constexpr Index most_values = Index{1} << 40;
  if (options.points < 1) fail(ErrorKind::bad_option, "points must be at least 1; got {}", options.points);
  if (dimensions < facts.fewest_dimensions)
    fail(ErrorKind::bad_option, "dimensions must be at least {} for the shape {}; got {}", facts.fewest_dimensions,
         facts.name, dimensions);
  if (!(options.noise >= 0 && std::isfinite(options.noise)))
    fail(ErrorKind::bad_option, "noise must be a standard deviation, finite and not negative; got {}", options.noise);
  if (options.points > most_values / dimensions)
    fail(ErrorKind::out_of_memory, "{} points in {} dimensions do not fit in memory; ask for fewer", options.points,
         dimensions);
}

}  // namespace

Matrix<double> generate(Shape shape, const ShapeOptions& options) {
  const ShapeFacts facts = facts_of(shape);
  const Index dimensions = options.dimensions.value_or(facts.usual_dimensions);
  validate(facts, options, dimensions);
  const PointMaker make_point = point_maker(shape, options, dimensions);
  Matrix<double> points(options.points, dimensions);
  parallel_for({}, options.points, 1024, [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) {
      RandomSlots random = RandomSlots::of_row(options.seed, row);
      make_point(row, random, points.row(row));
      if (options.noise > 0)
        for (double& value : points.row(row)) value += options.noise * random.normal();
    }
  });
  return points;
}

}  // namespace codimap
