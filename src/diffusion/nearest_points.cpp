#include "diffusion/nearest_points.hpp"

#include <algorithm>

#include "base/parallel.hpp"
#include "simd/loops.hpp"

namespace codimap {

template <class T>
std::vector<NearestPoint<T>> nearest_points(const PointSet<T>& targets, const PointSet<T>& sources, bool others,
                                            const Execution& run) {
  const Loops<T>& loop = loops<T>(run);
  const Index dimensions = sources.dimensions();
  std::vector<NearestPoint<T>> nearest(static_cast<std::size_t>(targets.blocks() * tile_size));
  parallel_for(run, targets.blocks(), 1, [&](Index block, Index) {
    std::vector<T> tile(tile_size * tile_size);
    for (Index first = 0; first < sources.size; first += tile_size) {
      loop.squared_distances(sources.rows.data() + first * dimensions, tile_size,
                             targets.strips.data() + block * tile_size * dimensions, tile_size / lanes<T>, dimensions,
                             tile.data());
      for (Index j = 0; j < std::min(tile_size, sources.size - first); ++j)
        for (Index i = 0; i < tile_size; ++i) {
          const T distance = tile[j * tile_size + i];
          NearestPoint<T>& best = nearest[block * tile_size + i];
          if (distance < best.squared_distance && !(others && distance == 0)) best = {first + j, distance};
        }
    }
  });
  nearest.resize(static_cast<std::size_t>(targets.size));
  return nearest;
}

template std::vector<NearestPoint<float>> nearest_points(const PointSet<float>&, const PointSet<float>&, bool,
                                                         const Execution&);
template std::vector<NearestPoint<double>> nearest_points(const PointSet<double>&, const PointSet<double>&, bool,
                                                          const Execution&);

}  // namespace codimap
