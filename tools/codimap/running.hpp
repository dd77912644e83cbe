// How a command runs: the options every long one has, and work that shows its progress and can be stopped.
#pragma once

#include <CLI/App.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "codimap/execution.hpp"
#include "codimap/model.hpp"
#include "signals.hpp"
#include "terminal.hpp"
#include "words.hpp"

namespace codimap::program {

struct RunOptions {
  int threads = Execution{}.threads;
  std::optional<Instructions> instructions;
  std::optional<std::size_t> max_memory;
  bool quiet = false;
  bool verbose = false;
  bool force = false;
};

void add_run_options(CLI::App& command, RunOptions& run);
/// Seconds from one stage to the next, for a command whose work the library does not divide.
class Stopwatch {
 public:
  void stage(const std::string& name);
  [[nodiscard]] const std::vector<StageReport>& stages() const { return stages_; }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::vector<StageReport> stages_;
};

/// What --verbose adds: each stage with its seconds and the peak of memory by its end, a line each on stderr.
void say_stages(const std::vector<StageReport>& stages);

void add_force_option(CLI::App& command, bool& force);

/// job(execution), with a progress line; a signal meanwhile ends it with ErrorKind::cancelled.
template <class Job>
auto compute(const RunOptions& run, Job job) {
  ProgressLine line(run.quiet);
  // The work looks for signals wherever it shares out a loop; a large eigenproblem in one piece takes longer.
  const PutOffSignals put_off(std::chrono::milliseconds{700});
  Execution execution;
  execution.threads = run.threads;
  execution.instructions = run.instructions;
  execution.cancelled = [] { return noted_signal() != 0; };
  execution.max_memory = run.max_memory;
  if (line.shown()) execution.progress = [&line](const Progress& progress) { line.draw(progress); };
  auto result = job(std::as_const(execution));
  if (noted_signal() != 0) refuse(ErrorKind::cancelled, "stopped by a signal");
  return result;
}

}  // namespace codimap::program
