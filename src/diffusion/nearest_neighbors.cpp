// The search for neighbours as callers of the library ask for it.
#include <string_view>

#include "base/fail.hpp"
#include "diffusion/check_recall.hpp"
#include "diffusion/far_points.hpp"
#include "diffusion/metric.hpp"
#include "diffusion/point_set.hpp"
#include "neighbors/list_search.hpp"

namespace codimap {
namespace {

/// Fewer queries are through before lists are made.
constexpr Index fewest_for_lists = 2'000;

void check(Points queries, Points points, Index k, double wanted_recall) {
  if (queries.cols() != points.cols())
    fail(ErrorKind::bad_data, "queries must have as many columns as the points ({}); they have {}", points.cols(),
         queries.cols());
  if (k < 1 || k > points.rows())
    fail(ErrorKind::bad_option, "k must be between 1 and the number of points ({}); got {}", points.rows(), k);
  check_wanted_recall(wanted_recall);
}

template <class T>
void check_values(MatrixView<T> rows, std::string_view name) {
  if (const auto row = too_far(rows))
    fail(
        ErrorKind::bad_data,
        "row {} of the {} has a value that is not finite or so large that distances overflow; leave it out or scale it",
        *row + 1, name);
}

template <class T>
Neighbors search(MatrixView<T> queries, MatrixView<T> points, Index k, double wanted_recall, const Execution& run) {
  check_values(queries, "queries");
  check_values(points, "points");
  if (queries.data() == points.data() && queries.rows() == points.rows())
    return neighbors_among(points, k, wanted_recall, run).first;
  if (searched_by_lists(points.rows(), points.cols()) && queries.rows() >= fewest_for_lists)
    return search_by_lists(queries, points, k, wanted_recall, run);
  return nearest_neighbors(queries, points, k, run);
}

Matrix<double> in_double(Points points, const Execution& run) {
  return centred<double>(points, std::vector<double>(static_cast<std::size_t>(points.cols())), run);
}

}  // namespace

Neighbors nearest_neighbors(Points queries, Points points, Index k, Metric metric, const Execution& run,
                            std::optional<double> wanted_recall) {
  const double recall = wanted_recall.value_or(usual_recall);
  check(queries, points, k, recall);
  const PointsInMetric queries_in_metric(queries, metric);
  const PointsInMetric points_in_metric(points, metric);
  return queries_in_metric.points().visit([&]<class Q>(MatrixView<Q> q) {
    return points_in_metric.points().visit([&]<class P>(MatrixView<P> p) {
      if constexpr (std::is_same_v<Q, P>)
        return search(q, p, k, recall, run);
      else
        return search(in_double(q, run).view(), in_double(p, run).view(), k, recall, run);
    });
  });
}

}  // namespace codimap
