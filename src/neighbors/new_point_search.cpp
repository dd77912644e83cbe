#include "neighbors/new_point_search.hpp"

#include "neighbors/within_radius.hpp"

namespace codimap {

template <class T>
void NewPointSearch<T>::prepare(MatrixView<T> points, Index k, std::span<const double> squared_radius,
                                const Execution& run) const {
  if (!learned_) prepared_.own = lists_without_limit(points, k, run);
  const auto& [lists, probing, searched] = learned_ ? *learned_ : prepared_.own;
  prepared_.codes = encode_lists(points, lists, run);
  prepared_.reaches = make_reaches(lists, prepared_.codes, squared_radius, probing.exact, run);
}

template <class T>
NewNeighbors NewPointSearch<T>::find(MatrixView<T> queries, MatrixView<T> points, Index k,
                                     std::span<const double> squared_radius, const Execution& run) const {
  if (points.rows() <= most_exact_points || points.cols() > most_code_columns)
    return {.nearest = nearest_neighbors(queries, points, k, run),
            .reached_from = within_radius(queries, points, squared_radius, run)};
  std::call_once(once_, [&] { prepare(points, k, squared_radius, run); });
  return search_lists(queries, points, learned_ ? *learned_ : prepared_.own, prepared_.codes, &prepared_.reaches, run);
}

template class NewPointSearch<float>;
template class NewPointSearch<double>;

}  // namespace codimap
