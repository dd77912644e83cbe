#include "base/parallel.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "base/fail.hpp"

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

/// job(range, whether this is the caller's thread), shared out as threads come for more.
template <class Job>
void for_each_range(Index ranges, int threads, const Job& job) {
#ifdef __SANITIZE_THREAD__
  // The thread sanitizer cannot see how OpenMP's runtime orders its threads and would report races that are none.
  std::atomic<Index> next = 0;
  const auto work = [&](bool first) {
    for (Index range = next++; range < ranges; range = next++) job(range, first);
  };
  std::vector<std::jthread> others;
  for (int t = 1; t < threads && ranges > 1; ++t) others.emplace_back(work, false);
  work(true);
#else
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (ranges > 1 && threads > 1)
  for (Index range = 0; range < ranges; ++range) job(range, omp_get_thread_num() == 0);
#endif
}

}  // namespace

void stop_if_cancelled(const Execution& run) {
  if (run.cancelled && run.cancelled()) fail(ErrorKind::cancelled, "stopped before the end, as asked");
}

void parallel_for(const Execution& run, Index count, Index grain, const std::function<void(Index, Index)>& body) {
  const Index ranges = (count + grain - 1) / grain;
  const int threads = run.threads > 0 ? run.threads : omp_get_num_procs();
  FirstFailure failure;
  std::atomic<Index> finished = 0;
  for_each_range(ranges, threads, [&](Index range, bool first_thread) {
    if (failure.before(range)) return;
    try {
      stop_if_cancelled(run);
      body(range * grain, std::min(count, (range + 1) * grain));
    } catch (...) {
      failure.record(range);
    }
    const Index done = ++finished;
    if (run.progress && first_thread)
      run.progress({.stage = {}, .done = static_cast<double>(done) / static_cast<double>(ranges)});
  });
  failure.rethrow();
}

}  // namespace codimap
