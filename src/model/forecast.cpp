// Memory by stages: what is held from one to the next, and what a stage needs beside it.
#include "model/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.hpp"
#include "base/process_size.hpp"
#include "diffusion/chosen_neighbors.hpp"
#include "embedding/refined_map.hpp"
#include "model/part_layout.hpp"
#include "model/state.hpp"
#include "neighbors/list_search.hpp"

namespace codimap {
namespace {

constexpr int fewest_columns = 16;
// Freed in small pieces, which the system does not get back.
constexpr double kept_by_allocator = 4e6;

/// The stages of a fit in order, with a running sum of what is held.
class Ledger {
 public:
  void hold(double bytes) { held_ += bytes; }
  void stage(const std::string& name, double beside) {
    stages_.push_back({.name = name, .bytes = static_cast<std::size_t>(held_ + beside), .seconds = 0});
  }
  [[nodiscard]] std::vector<StageForecast> stages() const { return stages_; }

 private:
  double held_ = process_bytes + kept_by_allocator;
  std::vector<StageForecast> stages_;
};

void dense_kernel(const Sizes& s, Ledger& ledger) {
  ledger.hold(2 * s.n * s.d * s.value + 8 * s.n);  // points by rows and in strips; degrees
  ledger.stage("kernel", s.n * s.d * s.value);
  ledger.stage("components", 40 * s.n);
}

void neighbor_kernel(const FitSize& size, const Sizes& s, Ledger& ledger) {
  const double lists = 12 * s.n * s.k;
  const bool joined = searched_by_lists(size.points, size.features);
  ledger.hold(s.n * s.d * s.value);
  ledger.stage("neighbors", lists + (joined ? s.n * (s.d + 40) : 24 * s.n));
  ledger.hold(s.entries * (4 + s.value) + (24 + 2 * s.k) * s.n);
  ledger.stage("kernel", lists + 4 * s.n * s.k);
  ledger.stage("components", 24 * s.n);
}

/// What a picture takes beside the kernel compressed to regions, and leaves: places of points and of what they are
/// means of.
void layout(const Sizes& s, Ledger& ledger) {
  if (s.layout == 0) return;
  const double drawn = std::min(s.regions, static_cast<double>(most_regions_laid_out));
  ledger.stage("layout", 8 * (3 * s.n * s.layout + 4 * drawn * drawn));
  ledger.hold(16 * s.n * s.layout);
}

/// Returns what the sums over regions take that are held from here on.
double compression(const Sizes& s, const Execution& run, Ledger& ledger) {
  const double at_a_time = std::min(s.regions, static_cast<double>(run.columns_at_a_time));
  ledger.hold((s.all_pairs ? 24 : 180) * s.n);  // coherence, regions, components; what is freed in small pieces stays
  ledger.stage("coherence", 16 * s.n);
  ledger.stage("partition", 32 * s.n + (s.all_pairs ? s.n * at_a_time * (8 + s.value) : 24 * s.n));
  const double region_sums = s.all_pairs ? 8 * s.n * s.regions : 8 * s.n + 12 * 4 * s.n;
  const double gram = s.all_pairs ? 16 * s.regions * s.regions + std::min(16e6, 8 * s.n * s.regions) : 24 * s.n;
  ledger.hold(region_sums);
  ledger.stage("compression", gram + (s.all_pairs ? 2 * s.n * s.d * s.value : 0));
  layout(s, ledger);
  return region_sums;
}

void compressed(const Sizes& s, const Execution& run, Ledger& ledger) {
  const double region_sums = compression(s, run, ledger);
  ledger.stage("spectrum", s.all_pairs ? 24 * s.regions * s.regions : 8 * s.regions * (4 * s.components + 512));
  if (s.refined) {
    ledger.hold(-region_sums);
    ledger.stage("refinement", refinement_bytes(s.n, s.components, s.all_pairs ? 0 : s.entries, s.in_double));
    ledger.hold(16 * s.n * s.components);  // the model keeps vectors and their extension
    return;
  }
  ledger.hold(8 * s.n * s.components);
  ledger.stage("interpolation", s.all_pairs ? 8 * s.n * (s.components + 1) : 0);
  ledger.hold(-region_sums);
}

template <class T>
Index largest_component(const SparseView<T>& graph) {
  std::vector<bool> reached(static_cast<std::size_t>(graph.rows()));
  std::vector<Index> waiting;
  Index largest = 0;
  for (Index start = 0; start < graph.rows(); ++start) {
    if (reached[static_cast<std::size_t>(start)]) continue;
    Index size = 0;
    reached[static_cast<std::size_t>(start)] = true;
    for (waiting = {start}; !waiting.empty(); ++size) {
      const Index node = waiting.back();
      waiting.pop_back();
      for (Index e = graph.begin(node); e < graph.end(node); ++e) {
        const Index other = graph.column(e);
        if (reached[static_cast<std::size_t>(other)]) continue;
        reached[static_cast<std::size_t>(other)] = true;
        waiting.push_back(other);
      }
    }
    largest = std::max(largest, size);
  }
  return largest;
}

/// Of the largest connected component, whose kernel and map stand beside the map that all are joined to.
Sizes of_largest_part(Sizes s, Index largest, Ledger& ledger) {
  if (largest == 0 || largest == static_cast<Index>(s.n)) return s;
  ledger.hold(8 * s.n * (s.components + 3));
  const double share = static_cast<double>(largest) / s.n;
  s.n *= share;
  s.entries *= share;
  s.regions = std::min(s.n, std::max(share * s.regions, 4 * s.components));
  ledger.hold(s.all_pairs ? s.n * s.d * s.value : s.entries * (4 + s.value) + 24 * s.n);
  return s;
}

}  // namespace

Sizes::Sizes(const FitSize& size, const Options& options)
    : n(static_cast<double>(size.points)),
      d(static_cast<double>(size.features)),
      regions(static_cast<double>(options.regions.regions.value_or(0))),
      components(static_cast<double>(expected_components(options.map))),
      layout(maps_by_parts(options.method) ? static_cast<double>(options.map.layout_dimensions) : 0),
      refined(is_refined(options)),
      // With one scale for all points, outlying ones are nearly disconnected, which float32 does not tell from
      // disconnected.
      in_double(options.map.refine || options.map.tolerance ||
                (size.features > 0 && options.kernel.kind == KernelKind::gaussian)) {
  const Index neighbors = size.features > 0 ? chosen_neighbors(options.kernel, size.points) : size.points;
  all_pairs = neighbors == dense;
  k = static_cast<double>(neighbors);
  const bool as_float =
      options.kernel.precision ? options.kernel.precision == Precision::float32 : size.value_bytes == sizeof(float);
  value = size.features > 0 && as_float ? sizeof(float) : sizeof(double);
  entries = size.features > 0 ? 1.45 * k * n : static_cast<double>(size.edges);
}

FitSize size_of(GraphView graph) {
  return {.points = graph.rows(),
          .features = 0,
          .value_bytes = sizeof(double),
          .edges = graph.visit([](const auto& rows) { return rows.entries(); }),
          .largest = graph.visit([](const auto& rows) { return largest_component(rows); }),
          .preparation = {}};
}

std::vector<StageForecast> forecast_memory(const FitSize& size, const Options& options, const Execution& run) {
  Sizes s(size, options);
  Ledger ledger;
  ledger.hold(size.features > 0 ? size.preparation.given : 12 * s.entries + 8 * s.n);
  if (size.preparation.needed) {
    ledger.hold(size.preparation.held);
    ledger.stage("preparation", size.preparation.beside);
  }
  if (size.features > 0) {
    ledger.hold(8 * s.n);
    ledger.stage("order", 16 * s.n);
    s.all_pairs ? dense_kernel(s, ledger) : neighbor_kernel(size, s, ledger);
  } else {
    ledger.hold(12 * s.entries + 24 * s.n);
    ledger.stage("kernel", 0);
    ledger.stage("components", 24 * s.n);
  }
  s = of_largest_part(s, size.largest, ledger);
  if (options.method == Method::compressed || options.method == Method::landmarks) {
    compressed(s, run, ledger);
  } else {
    if (s.layout > 0) {
      Sizes drawn = s;
      drawn.regions = static_cast<double>(regions_to_draw(static_cast<Index>(s.n)));
      ledger.hold(-compression(drawn, run, ledger));
    }
    // The basis of an eigensolver and its image, or a column for each landmark.
    const double basis = options.method == Method::exact ? 8 * s.components + 160 : 3 * s.regions + 4 * s.components;
    ledger.hold(8 * s.n * s.components);
    ledger.stage(options.method == Method::exact ? "spectrum" : "landmarks",
                 8 * s.n * (basis + (options.method == Method::nystrom ? s.d : 0)));
  }
  ledger.stage("residuals", 8 * s.n * s.components + (s.all_pairs ? s.value * s.n * s.components : 0));
  return ledger.stages();
}

std::size_t Forecast::peak_bytes() const {
  std::size_t peak = 0;
  for (const StageForecast& stage : stages) peak = std::max(peak, stage.bytes);
  return peak;
}

double Forecast::seconds() const {
  double sum = 0;
  for (const StageForecast& stage : stages) sum += stage.seconds;
  return sum;
}

Forecast forecast_of(const FitSize& size, const Options& options, const Execution& run) {
  const Plan plan = plan_within_limit(size, options, run);
  Forecast result{forecast_memory(size, plan.options, plan.run)};
  forecast_time(size, plan.options, plan.run, result.stages);
  return result;
}

Plan plan_within_limit(const FitSize& size, Options options, Execution run) {
  Plan plan{std::move(options), std::move(run)};
  if (!plan.run.max_memory) return plan;
  const std::size_t limit = *plan.run.max_memory;
  // A limit is kept, and a forecast is good to some percent only.
  constexpr double margin = 1.15;
  const auto needed = [&] {
    const Forecast forecast{forecast_memory(size, plan.options, plan.run)};
    return static_cast<std::size_t>(margin * static_cast<double>(forecast.peak_bytes()));
  };
  const auto take_fewer_columns = [&] {
    while (needed() > limit && plan.run.columns_at_a_time > fewest_columns) plan.run.columns_at_a_time /= 2;
    return needed() <= limit;
  };
  if (take_fewer_columns()) return plan;
  const std::optional<Precision> asked = plan.options.kernel.precision;
  if (!asked && plan.options.kernel.kind != KernelKind::function) {
    plan.options.kernel.precision = Precision::float32;
    if (needed() <= limit) return plan;
  }
  const auto megabytes = [](std::size_t bytes) { return std::ceil(static_cast<double>(bytes) / 1e6); };
  fail(ErrorKind::out_of_memory,
       "this needs more memory than the limit of {:.0f} MB; the smallest limit that would do is {:.0f}M, or take fewer "
       "regions or neighbors",
       megabytes(limit), megabytes(needed()));
}

}  // namespace codimap
