#include "neighbors/within_radius.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "neighbors/strips.hpp"

namespace codimap {
namespace {

constexpr Index strips_at_a_time = 6;

/// tile_size points by rows, from `first` on; those at the end that are none lie at the origin.
template <class T>
const T* whole_tile(MatrixView<T> points, Index first, std::vector<T>& room) {
  if (first + tile_size <= points.rows()) return points.row(first).data();
  room.assign(static_cast<std::size_t>(tile_size * points.cols()), T{0});
  std::copy_n(points.row(first).data(), (points.rows() - first) * points.cols(), room.data());
  return room.data();
}

}  // namespace

template <class T>
std::vector<std::vector<std::int32_t>> within_radius(MatrixView<T> queries, MatrixView<T> points,
                                                     std::span<const double> squared_radius, const Execution& run) {
  const Loops<T>& loop = loops<T>(run);
  constexpr Index width = strips_at_a_time * lanes<T>;
  std::vector<std::vector<std::int32_t>> found(static_cast<std::size_t>(queries.rows()));
  parallel_for(run, queries.rows(), width, [&](Index begin, Index end) {
    std::vector<T> strips(static_cast<std::size_t>(width * queries.cols()));
    for (Index strip = 0; strip < strips_at_a_time; ++strip) {
      const Index first = std::min(begin + strip * lanes<T>, end - 1);
      pack_strip(
          queries, end - first, [first](Index lane) { return first + lane; },
          strips.data() + strip * lanes<T> * queries.cols());
    }
    std::vector<T> tile(static_cast<std::size_t>(tile_size * width));
    std::vector<T> room;
    for (Index first = 0; first < points.rows(); first += tile_size) {
      loop.squared_distances(whole_tile(points, first, room), tile_size, strips.data(), strips_at_a_time,
                             queries.cols(), tile.data());
      for (Index j = 0; j < std::min(tile_size, points.rows() - first); ++j)
        for (Index i = 0; i < end - begin; ++i)
          if (static_cast<double>(tile[j * width + i]) <= squared_radius[first + j])
            found[begin + i].push_back(static_cast<std::int32_t>(first + j));
    }
  });
  return found;
}

template std::vector<std::vector<std::int32_t>> within_radius(MatrixView<float>, MatrixView<float>,
                                                              std::span<const double>, const Execution&);
template std::vector<std::vector<std::int32_t>> within_radius(MatrixView<double>, MatrixView<double>,
                                                              std::span<const double>, const Execution&);

}  // namespace codimap
