#include "base/parallel.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>

#include "base/fail.hpp"

namespace codimap {
namespace {

/// Remembers the exception of the lowest range, so that the error does not depend on timing.
class FirstFailure {
 public:
  void record(Index range) {
#pragma omp critical(codimap_first_failure)
    if (range < range_) {
      range_ = range;
      exception_ = std::current_exception();
    }
    failed_ = true;
  }
  [[nodiscard]] bool before(Index range) const { return failed_ && range > range_; }
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<bool> failed_ = false;
  std::atomic<Index> range_ = std::numeric_limits<Index>::max();
  std::exception_ptr exception_;
};

}  // namespace

void stop_if_cancelled(const Execution& run) {
  if (run.cancelled && run.cancelled()) fail(ErrorKind::cancelled, "stopped before the end, as asked");
}

void parallel_for(const Execution& run, Index count, Index grain, const std::function<void(Index, Index)>& body) {
  const Index ranges = (count + grain - 1) / grain;
  const int threads = run.threads > 0 ? run.threads : omp_get_num_procs();
  FirstFailure failure;
  std::atomic<Index> finished = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (ranges > 1 && threads > 1)
  for (Index range = 0; range < ranges; ++range) {
    if (failure.before(range)) continue;
    try {
      stop_if_cancelled(run);
      body(range * grain, std::min(count, (range + 1) * grain));
    } catch (...) {
      failure.record(range);
    }
    const Index done = ++finished;
    if (run.progress && omp_get_thread_num() == 0)
      run.progress({.stage = {}, .done = static_cast<double>(done) / static_cast<double>(ranges)});
  }
  failure.rethrow();
}

}  // namespace codimap
