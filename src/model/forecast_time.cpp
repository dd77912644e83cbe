// Time by stages: entries evaluated and multiplied, at the speed of one tile that is measured here and now. The other
// factors are fitted to runs on two cores.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "model/forecast.hpp"
#include "neighbors/search.hpp"
#include "refinement/solve.hpp"
#include "simd/loops.hpp"

namespace codimap {
namespace {

/// Seconds of one thread for one of each.
struct Speed {
  double affinity = 0;    // an entry of the kernel
  double distance = 0;    // a squared distance
  double product = 0;     // a multiplication with an entry
  double small_step = 0;  // a step along an edge of a graph, which waits for memory: so many multiplications
};

template <class Work>
double seconds_of(Work work) {
  using Clock = std::chrono::steady_clock;
  work();
  int times = 0;
  const auto start = Clock::now();
  std::chrono::duration<double> spent{};
  for (; spent.count() < 2e-3; spent = Clock::now() - start, ++times) work();
  return spent.count() / times;
}

template <class T>
Speed measured_speed(Index dimensions, const Execution& run) {
  const Loops<T>& loop = loops<T>(run);
  constexpr Index strips = tile_size / lanes<T>;
  std::vector<T> points(static_cast<std::size_t>(tile_size * dimensions));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<T>(i % 7);
  const std::vector<T> scale(tile_size, T{1});
  std::vector<T> tile(tile_size * tile_size);
  std::vector<double> out(static_cast<std::size_t>(tile_size * lanes<T>));
  constexpr auto entries = static_cast<double>(tile_size * tile_size);
  Speed speed;
  speed.affinity = seconds_of([&] {
                     loop.gaussians(points.data(), scale.data(), tile_size, points.data(), scale.data(), strips,
                                    dimensions, T{80}, tile.data());
                   }) /
                   entries;
  speed.distance = seconds_of([&] {
                     loop.squared_distances(points.data(), tile_size, points.data(), strips, dimensions, tile.data());
                   }) /
                   entries;
  speed.product = seconds_of([&] { loop.add_product(tile.data(), tile_size, tile.data(), out.data(), lanes<T>); }) /
                  (entries * static_cast<double>(lanes<T>));
  speed.small_step = 5000 * speed.product;
  return speed;
}

/// What the search takes for a point, in squared distances. Fitted: to a k-d tree in 3 dimensions, and beyond to trees
/// of 10⁵, 10⁶ and 10⁷ points in 50, where more lists come into reach as points get denser. In fewer columns a distance
/// takes less, and what else a query takes does not.
double distances_a_point(const FitSize& size, double k) {
  if (size.features <= most_tree_dimensions) return 60 * k;
  const auto n = static_cast<double>(size.points);
  return std::min(n, 3500 * std::cbrt(n / 1e5) * std::max(1.0, 50 / static_cast<double>(size.features)));
}

}  // namespace

void forecast_time(const FitSize& size, const Options& options, const Execution& run,
                   std::vector<StageForecast>& stages) {
  const Sizes s(size, options);
  const Index dimensions = std::max<Index>(size.features, 1);
  const Speed speed =
      s.value == sizeof(float) ? measured_speed<float>(dimensions, run) : measured_speed<double>(dimensions, run);
  const double pass = s.all_pairs ? s.n * s.n * speed.affinity : 0.5 * s.entries * speed.small_step;
  const double multiply = (s.all_pairs ? s.n * s.n : 10 * s.entries) * speed.product;
  const double passes = std::ceil(s.regions / static_cast<double>(run.columns_at_a_time));

  for (StageForecast& stage : stages) {
    double work = pass;
    if (stage.name == "preparation") work = size.preparation.multiplications * speed.product;
    if (stage.name == "order") work = 5 * s.n * speed.small_step;
    if (stage.name == "neighbors") work = s.n * distances_a_point(size, s.k) * speed.distance;
    if (stage.name == "kernel" && !s.all_pairs) work = 2 * pass;
    if (stage.name == "components" || (stage.name == "coherence" && !s.all_pairs)) work = 0.1 * pass;
    if (stage.name == "partition") work = s.all_pairs ? passes * pass + s.regions * multiply : pass;
    if (stage.name == "compression" && s.all_pairs) work = pass + 2 * s.n * s.regions * s.regions * speed.product;
    if (stage.name == "spectrum" && options.method == Method::exact)
      work = 8 * s.components * (pass / 16 + multiply);
    else if (stage.name == "spectrum")
      work = 3000 * s.regions * speed.small_step;
    if (stage.name == "layout")
      work = (2000 * std::min(s.regions, 500.) * std::min(s.regions, 500.) + 300 * s.n) * speed.product;
    if (stage.name == "landmarks") work = pass + s.n * s.regions * s.regions * speed.product;
    if (stage.name == "interpolation") work = s.n * s.components * (s.all_pairs ? s.regions : 40) * speed.product;
    // Two steps of a cycle are a usual number; where eigenvalues cluster near 1 there are more.
    if (stage.name == "refinement")
      work = s.all_pairs ? 50 * pass
                         : 20 * static_cast<double>(block_columns(static_cast<Index>(s.components))) * multiply;
    if (stage.name == "residuals")
      work = (s.all_pairs ? pass : 0) + s.components * multiply + 40 * s.n * s.components * speed.product;
    const unsigned threads = run.threads > 0 ? static_cast<unsigned>(run.threads) : std::thread::hardware_concurrency();
    stage.seconds = work / std::max(1U, threads);
  }
}

}  // namespace codimap
