#include "watch.hpp"

#include <nanobind/stl/string.h>

#include <string>

namespace codimap::python {

Execution Watch::execution() {
  Execution execution{.threads = run_.threads};
  execution.max_memory = run_.max_memory;
  execution.cancelled = [this] {
    check_signals();
    return stopped_.load();
  };
  if (!run_.progress.is_none()) execution.progress = [this](const Progress& progress) { report(progress); };
  return execution;
}

bool Watch::is_time() {
  using namespace std::chrono_literals;
  if (std::this_thread::get_id() != caller_ || stopped_) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < 50ms) return false;
  last_ = now;
  return true;
}

void Watch::check_signals() {
  if (!is_time()) return;
  const nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() == 0) return;
  raised_.emplace();
  stopped_ = true;
}

void Watch::report(const Progress& progress) {
  if (std::this_thread::get_id() != caller_ || stopped_) return;
  const nb::gil_scoped_acquire held;
  try {
    run_.progress(std::string(progress.stage), progress.done, progress.whole);
  } catch (nb::python_error& error) {
    raised_.emplace(std::move(error));
    stopped_ = true;
  }
}

}  // namespace codimap::python
