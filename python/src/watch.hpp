// Work without the GIL that still hears Ctrl-C and tells how far it is.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "codimap/codimap.hpp"

namespace codimap::python {

namespace nb = nanobind;

/// How the work is run: threads, limit of memory, and a callable for (stage, share of it
/// done, share of the whole done or -1).
struct Run {
  int threads = 0;
  std::optional<std::size_t> max_memory{};
  nb::object progress = nb::none();
};

/// Asks Python for signals, and tells it of progress, every 50 ms: on the thread that called and on no other.
class Watch {
 public:
  explicit Watch(const Run& run) : run_(run) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] Execution execution();
  /// Throws what Python raised while the work went on, if anything.
  void rethrow() const {
    if (raised_) throw *raised_;
  }

 private:
  [[nodiscard]] bool is_time();
  void check_signals();
  void report(const Progress& progress);

  const Run& run_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::atomic<bool> stopped_ = false;
  std::optional<nb::python_error> raised_;
};

/// work(execution) without the GIL.
template <class Work>
auto watched(const Run& run, Work&& work) {
  Watch watch(run);
  try {
    const nb::gil_scoped_release released;
    return work(watch.execution());
  } catch (const Error&) {
    watch.rethrow();
    throw;
  }
}

}  // namespace codimap::python
