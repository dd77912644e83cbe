#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "base/fail.hpp"
#include "base/system.hpp"
#include "base/thread_pool.hpp"

namespace codimap {
namespace {

/// Remembers the exception of the lowest range, so that the error does not depend on timing.
class FirstFailure {
 public:
  void record(Index range) {
    const std::lock_guard one_at_a_time(lock_);
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
  std::mutex lock_;
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
  const Index threads = std::min<Index>(ranges, run.threads > 0 ? run.threads : usable_processors());
  const std::thread::id caller = std::this_thread::get_id();
  const bool reports = run.progress && !within_parallel_work();
  FirstFailure failure;
  std::atomic<Index> next = 0;
  std::atomic<Index> finished = 0;
  run_with_helpers(static_cast<int>(threads) - 1, [&] {
    for (Index range = next++; range < ranges; range = next++) {
      if (failure.before(range)) continue;
      try {
        stop_if_cancelled(run);
        body(range * grain, std::min(count, (range + 1) * grain));
        const Index done = ++finished;
        if (reports && std::this_thread::get_id() == caller)
          run.progress({.stage = {}, .done = static_cast<double>(done) / static_cast<double>(ranges)});
      } catch (...) {
        failure.record(range);
      }
    }
  });
  failure.rethrow();
}

}  // namespace codimap
