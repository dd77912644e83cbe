// How fast a walk will spread, before there is one.
#include <algorithm>
#include <cmath>
#include <set>

#include "model/forecast.hpp"

namespace codimap {
namespace {

constexpr Index samples = 32;
// What two steps reach over what one does: 4 on a surface, 8 in a volume, where eigenvalues hardly crowd to 1.
constexpr double most_growth = 6;

/// By the points within twice the distance of the `near`-th nearest.
template <class T>
bool spreads(MatrixView<T> points) {
  constexpr Index most_features = 3;
  constexpr Index most_points = 20000;
  constexpr Index near = 30;
  const Index stride = std::max<Index>(1, points.rows() / most_points);
  if (points.cols() > most_features || points.rows() <= near) return true;
  double reached = 0;
  std::vector<double> squares;
  for (Index sample = 0; sample < samples; ++sample) {
    const auto from = points.row(sample * points.rows() / samples);
    squares.clear();
    for (Index i = 0; i < points.rows(); i += stride) {
      double square = 0;
      for (Index c = 0; c < points.cols(); ++c) {
        const double apart = static_cast<double>(points(i, c)) - static_cast<double>(from[c]);
        square += apart * apart;
      }
      // Nobody has looked at the points yet, and what is no number has no place in an order.
      if (!std::isfinite(square)) return true;
      squares.push_back(square);
    }
    std::ranges::nth_element(squares, squares.begin() + near);
    const double twice_as_far = 4 * squares[near];
    reached += static_cast<double>(std::ranges::count_if(squares, [=](double s) { return s <= twice_as_far; }));
  }
  return reached > most_growth * near * samples;
}

}  // namespace

bool spreads_fast(const AnyPoints& points) {
  if (const auto* doubles = std::get_if<MatrixView<double>>(&points)) return spreads(*doubles);
  if (const auto* floats = std::get_if<MatrixView<float>>(&points)) return spreads(*floats);
  return true;
}

bool spreads_fast(const Graph& graph) {
  double once = 0;
  double twice = 0;
  for (Index sample = 0; sample < samples; ++sample) {
    const auto node = static_cast<std::size_t>(sample * graph.rows() / samples);
    std::set<Index> reached;
    for (Index e = graph.offsets[node]; e < graph.offsets[node + 1]; ++e) {
      const auto other = static_cast<std::size_t>(graph.columns[static_cast<std::size_t>(e)]);
      reached.insert(graph.columns.begin() + graph.offsets[other], graph.columns.begin() + graph.offsets[other + 1]);
      ++once;
    }
    twice += static_cast<double>(reached.size());
  }
  return twice > most_growth * once;
}

}  // namespace codimap
