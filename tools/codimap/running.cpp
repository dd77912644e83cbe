// How a command runs: the options every long one has, and work that shows its progress and can be stopped.
#include "running.hpp"

#include <functional>
#include <iomanip>
#include <sstream>

#include "arguments.hpp"
#include "option_names.hpp"

namespace codimap::program {

void add_run_options(CLI::App& command, RunOptions& run) {
  const auto read_memory = [&run](const std::string& text) { return read_bytes(text, run.max_memory.emplace()); };
  add_value(command, "-t,--threads", "N", run.threads, "threads to use, 0 for every core; the answer is the same")
      ->group("Running");
  add_argument(command, "--max-memory", {"BYTES", "a number of bytes such as 500M or 8G"},
               "keep to it, such as 8G, or refuse at once", read_memory)
      ->group("Running");
  const std::function<void(Instructions)> choose = [&run](Instructions set) { run.instructions = set; };
  add_choice(command, "--instructions", instruction_sets, choose, "what the processor must have; else all it has")
      ->group("Running");
  auto* quiet = command.add_flag("-q,--quiet", run.quiet, "no words, only errors")->group("Running");
  command.add_flag("-v,--verbose", run.verbose, "also seconds and memory of each stage")
      ->excludes(quiet)
      ->group("Running");
  add_force_option(command, run.force);
}

void Stopwatch::stage(const std::string& name) {
  const auto now = std::chrono::steady_clock::now();
  stages_.push_back({.name = name,
                     .seconds = std::chrono::duration<double>(now - began_).count(),
                     .peak_bytes = peak_memory_bytes()});
  began_ = now;
}

void say_stages(const std::vector<StageReport>& stages) {
  for (const StageReport& stage : stages) {
    std::ostringstream line;
    line << "  " << std::left << std::setw(16) << stage.name << std::right << std::fixed << std::setprecision(2)
         << std::setw(9) << stage.seconds << " s" << std::setprecision(0) << std::setw(9)
         << static_cast<double>(stage.peak_bytes) / 1e6 << " MB";
    say(line.str());
  }
}

void add_force_option(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "replace outputs that exist")->group("Running");
}

}  // namespace codimap::program
