// How much memory and time a fit will take, before it takes any.
#pragma once

#include "codimap/model.hpp"
#include "linalg/principal_components.hpp"
#include "model/any_points.hpp"

namespace codimap {

/// What preparing points takes, in bytes and in work.
struct PreparationSize {
  bool needed = false;
  double given = 0;            // bytes of the points as the caller holds them
  double held = 0;             // bytes of what it makes of them
  double beside = 0;           // bytes that it needs meanwhile
  double multiplications = 0;  // with anything that is as slow counted as several
};

/// The sizes that memory and time depend on.
struct FitSize {
  Index points = 0;
  Index features = 0;     // that the kernel sees; 0 for a graph
  Index value_bytes = 8;  // of a coordinate, as the caller holds it
  Index edges = 0;        // of a graph that is given, each way counted
  Index largest = 0;      // points of its largest connected component; 0 where that is not known yet
  PreparationSize preparation{};
};

/// The same as numbers to reckon with, by the options in force.
struct Sizes {
  Sizes(const FitSize& size, const Options& options);
  double n;
  double d;
  double regions;
  double components;
  double layout;  // dimensions of the picture; 0 without one
  bool refined;
  bool in_double;  // refinement: to a residual or a proof, or of eigenvalues near 1
  bool all_pairs;  // no graph, neither given nor of neighbours
  double k;
  double value;  // bytes of an affinity
  /// Of a sparse kernel. A pair is listed by one of its points or by both, which makes between k and 2k entries a row:
  /// 1.1 k on a Swiss roll, 1.3 to 1.44 k on trees, cells and images; 1.45 k are counted.
  double entries;
};

/// `options` are in force.
[[nodiscard]] FitSize size_of(const AnyPoints& points, const PrepareOptions& options,
                              const PrincipalAccuracy& accuracy);
[[nodiscard]] FitSize size_of(GraphView graph);

/// The bytes of each stage; `options` are in force, with the regions filled in.
[[nodiscard]] std::vector<StageForecast> forecast_memory(const FitSize& size, const Options& options,
                                                         const Execution& run);

/// Fills in the seconds.
void forecast_time(const FitSize& size, const Options& options, const Execution& run,
                   std::vector<StageForecast>& stages);

/// Both, of the plan that keeps the limit of memory.
[[nodiscard]] Forecast forecast_of(const FitSize& size, const Options& options, const Execution& run);

/// How a fit is done so that the limit of memory is kept.
struct Plan {
  Options options;
  Execution run;
};

/// Ends with ErrorKind::out_of_memory and the smallest limit that would do if there is none.
[[nodiscard]] Plan plan_within_limit(const FitSize& size, Options options, Execution run);

}  // namespace codimap
